import * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import {
  endUserSessions,
  listUserEvents as listUserEventsEndpoint,
  listUserSessions,
  listUsers as listUsersEndpoint,
  makeResetLink as makeResetLinkEndpoint,
  updateAnyUser,
  usersCsv,
} from '#contract/users.admin.ts';
import { counted } from '#domain/text.ts';
import { type CsvRow, sendCsv } from '../../csv.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findUserById } from '../accounts/accounts.queries.ts';
import { listOpenSessions } from '../accounts/sessions.queries.ts';
import { listUserEvents, listUsers, type UserFilter, type UserSort } from './members.queries.ts';
import { changeMember, endAllSessions, makeResetLink } from './members.service.ts';

/** What admins see and do of users (decisions §3, §8 "admin acts"). */
export const registerMembers: Feature = (serve, deps) => {
  const { database, clock } = deps;
  const refuseUnknown = async (id: string) => {
    if (!(await findUserById(database.read, id))) throw new ShopError('not_found');
  };

  serve(listUsersEndpoint, ({ query }) => listUsers(database.read, { ...query, now: clock() }));

  serve(updateAnyUser, async ({ user, params, input }) => ({
    user: await changeMember(deps, user, { id: params.id, change: input }),
  }));

  serve(makeResetLinkEndpoint, ({ user, params, request }) =>
    makeResetLink(deps, user, { id: params.id, origin: `${request.protocol}://${request.host}` }),
  );

  serve(listUserSessions, async ({ params }) => {
    await refuseUnknown(params.id);
    return { sessions: await listOpenSessions(database.read, { userId: params.id, now: clock() }) };
  });

  serve(endUserSessions, async ({ user, params }) => {
    const ended = await endAllSessions(deps, user, params);
    return { message: `Ended ${counted(ended, 'session')}`, ended };
  });

  serve(listUserEventsEndpoint, async ({ params, query }) => {
    await refuseUnknown(params.id);
    return listUserEvents(database.read, { userId: params.id, ...query });
  });

  serve(usersCsv, ({ query, reply }) => {
    const parsed = z.safeParse(listUsersEndpoint.query!, query);
    if (!parsed.success) throw new ShopError('invalid_input');
    return sendCsv(reply, 'users', CSV_HEADER, csvPages(deps, parsed.data));
  });
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
  { database, clock }: Deps,
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
    yield page.users.map((user) => [
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
