import { ShopError } from '#contract/errors.ts';
import {
  createResetLink as createResetLinkEndpoint,
  endUserSessions,
  listUserEvents as listUserEventsEndpoint,
  listUserSessions,
  listUsers as listUsersEndpoint,
  updateAnyUser,
  usersCsv,
} from '#contract/users.admin.ts';
import { counted } from '#domain/text.ts';
import type { Db } from '../../db/types.ts';
import { type CsvRow, sendCsv } from '../../http/csv.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { localDate } from '../../lib/local-date.ts';
import { listOpenSessions } from './sessions.queries.ts';
import { countUsers, listUserEvents, listUsers, type UserFilter, type UserSort } from './users.admin.queries.ts';
import { changeUser, createResetLink, endAllSessions } from './users.admin.service.ts';
import { presentAdminUser, presentSession } from './users.present.ts';
import { findUserById } from './users.queries.ts';

/** Users as admins see and change them (behavior 3.7). */
export const registerAdminUsers: Feature = (serve, shop) => {
  const { database, clock, settings } = shop;
  const dates = () => {
    const now = clock();
    return { now, today: localDate(now, settings.TIME_ZONE) };
  };
  const refuseUnknown = async (id: string) => {
    if (!(await findUserById(database.read, id))) throw new ShopError('not_found');
  };

  serve(listUsersEndpoint, async ({ query }) => {
    const filter = { ...query, ...dates() };
    const [{ users, nextCursor }, total] = await Promise.all([
      listUsers(database.read, filter),
      countUsers(database.read, filter),
    ]);
    return { users: users.map(presentAdminUser), total, nextCursor };
  });

  serve(updateAnyUser, async ({ user, params, input }) => ({
    user: await changeUser(shop, user, { id: params.id, change: input }),
  }));

  serve(createResetLinkEndpoint, ({ user, params, request }) =>
    createResetLink(shop, user, {
      id: params.id,
      origin: settings.PUBLIC_URL ?? `${request.protocol}://${request.host}`,
      key: idempotencyKey(request),
    }),
  );

  serve(listUserSessions, async ({ params }) => {
    await refuseUnknown(params.id);
    const sessions = await listOpenSessions(database.read, { userId: params.id, now: clock() });
    return { sessions: sessions.map(presentSession) };
  });

  serve(endUserSessions, async ({ user, params }) => {
    const ended = await endAllSessions(shop, user, params);
    return { message: `Ended ${counted(ended, 'session')}`, ended };
  });

  serve(listUserEventsEndpoint, async ({ params, query }) => {
    await refuseUnknown(params.id);
    return listUserEvents(database.read, { userId: params.id, ...query });
  });

  serve(usersCsv, ({ query, user, reply }) =>
    sendCsv(shop, reply, {
      name: 'users',
      by: user,
      filters: { q: query.q, status: query.status, verify: query.verify?.toString(), sort: query.sort },
      header: CSV_HEADER,
      pages: (db) => csvPages(db, { ...query, ...dates() }),
    }),
  );
};

const CSV_HEADER = [
  'id',
  'username',
  'email',
  'signalUsername',
  'memberType',
  'isAdmin',
  'role',
  'status',
  'verified',
  'verifiedUntil',
  'points',
  'receipts',
  'createdAt',
  'lastSeenAt',
];
/** Each page sorts all users again, so there are few. */
const CSV_PAGE = 1000;

const csvPages = async function* (
  db: Db,
  filter: UserFilter & { sort: UserSort; now: number },
): AsyncGenerator<CsvRow[]> {
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(db, { ...filter, cursor, limit: CSV_PAGE });
    yield page.users
      .map(presentAdminUser)
      .map((user) => [
        user.id,
        user.username,
        user.email,
        user.signalUsername,
        user.memberType,
        user.isAdmin ? 'yes' : 'no',
        user.role,
        user.status,
        user.verified ? 'yes' : 'no',
        user.verifiedUntil,
        user.points,
        user.receipts,
        user.createdAt,
        user.lastSeenAt,
      ]);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
};
