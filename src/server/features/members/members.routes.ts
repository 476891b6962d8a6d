import {
  endUserSessions,
  listUserEvents as listUserEventsEndpoint,
  listUserSessions,
  listUsers as listUsersEndpoint,
  makeResetLink as makeResetLinkEndpoint,
  updateAnyUser,
} from '#contract/admin.ts';
import { ShopError } from '#contract/errors.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findUserById } from '../accounts/accounts.queries.ts';
import { listOpenSessions } from '../accounts/sessions.queries.ts';
import { listUserEvents, listUsers } from './members.queries.ts';
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
    return { message: ended === 1 ? 'Ended 1 session' : `Ended ${ended} sessions`, ended };
  });

  serve(listUserEventsEndpoint, async ({ params, query }) => {
    await refuseUnknown(params.id);
    return listUserEvents(database.read, { userId: params.id, ...query });
  });
};
