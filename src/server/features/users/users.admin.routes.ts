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
import { type CsvRow, sendCsv } from '../../http/csv.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { listOpenSessions } from './sessions.queries.ts';
import { listUserEvents, listUsers, type UserFilter, type UserSort } from './users.admin.queries.ts';
import { changeUser, createResetLink, endAllSessions } from './users.admin.service.ts';
import { presentAdminUser, presentSession } from './users.present.ts';
import { findUserById } from './users.queries.ts';

/** Users as admins see and change them (behavior 3.7). */
export const registerAdminUsers: Feature = (serve, shop) => {
  const { database, clock } = shop;
  const refuseUnknown = async (id: string) => {
    if (!(await findUserById(database.read, id))) throw new ShopError('not_found');
  };

  serve(listUsersEndpoint, async ({ query }) => {
    const { users, ...rest } = await listUsers(database.read, { ...query, now: clock() });
    return { users: users.map(presentAdminUser), ...rest };
  });

  serve(updateAnyUser, async ({ user, params, input }) => ({
    user: await changeUser(shop, user, { id: params.id, change: input }),
  }));

  serve(createResetLinkEndpoint, ({ user, params, request }) =>
    createResetLink(shop, user, {
      id: params.id,
      origin: `${request.protocol}://${request.host}`,
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

  serve(usersCsv, ({ query, reply }) => sendCsv(reply, 'users', CSV_HEADER, csvPages(shop, query)));
};

const CSV_HEADER = [
  'id',
  'username',
  'email',
  'signalUsername',
  'memberType',
  'isAdmin',
  'status',
  'verified',
  'points',
  'receipts',
  'createdAt',
  'lastSeenAt',
];
const CSV_PAGE = 200;

const csvPages = async function* (
  { database, clock }: Shop,
  { q, status, sort }: { q?: string | undefined; status?: UserFilter['status']; sort: UserSort },
): AsyncGenerator<CsvRow[]> {
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(database.read, {
      q,
      status,
      sort,
      cursor,
      limit: CSV_PAGE,
      now: clock(),
    });
    yield page.users
      .map(presentAdminUser)
      .map((user) => [
        user.id,
        user.username,
        user.email,
        user.signalUsername,
        user.memberType,
        user.isAdmin ? 'yes' : 'no',
        user.status,
        user.verified ? 'yes' : 'no',
        user.points,
        user.receipts,
        user.createdAt,
        user.lastSeenAt,
      ]);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
};
