import { ShopError } from '#contract/errors.ts';
import {
  addMemberNote as addMemberNoteEndpoint,
  createResetLink as createResetLinkEndpoint,
  endUserSessions,
  listMemberNotes as listMemberNotesEndpoint,
  listUserEvents as listUserEventsEndpoint,
  listUserSessions,
  listUsers as listUsersEndpoint,
  removeUserPasskeys,
  updateAnyUser,
  usersCsv,
} from '#contract/users.admin.ts';
import { counted } from '#domain/text.ts';
import { sendCsv } from '../../http/csv.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { onceWith } from '../idempotency/once.ts';
import { listMemberNotes } from './member-notes.queries.ts';
import { addMemberNote } from './member-notes.service.ts';
import { removePasskeysOf } from './remove-passkeys.service.ts';
import { listOpenSessions } from './sessions.queries.ts';
import { countUsers, listUserEvents, listUsers } from './users.admin.queries.ts';
import { changeUser, createResetLink, endAllSessions } from './users.admin.service.ts';
import { datesOf, usersTable } from './users.csv.ts';
import { presentAdminUser, presentSession } from './users.present.ts';
import { findUserById } from './users.queries.ts';

/** Users as admins see and change them (behavior 3.7). */
export const registerAdminUsers: Feature = (serve, shop) => {
  const { database, clock, settings } = shop;
  const refuseUnknown = async (id: string) => {
    if (!(await findUserById(database.read, id))) throw new ShopError('not_found');
  };

  serve(listUsersEndpoint, async ({ query, user }) => {
    const filter = { ...query, ...datesOf(shop) };
    const [{ users, nextCursor }, total] = await Promise.all([
      listUsers(database.read, filter),
      countUsers(database.read, filter),
    ]);
    return { users: users.map((row) => presentAdminUser(row, user.role)), total, nextCursor };
  });

  serve(updateAnyUser, async ({ user, params, input }) => ({
    user: await changeUser(shop, user, { id: params.id, change: input }),
  }));

  serve(createResetLinkEndpoint, ({ user, params, input, key, request }) =>
    createResetLink(shop, user, {
      id: params.id,
      removePasskeys: input.removePasskeys,
      origin: settings.PUBLIC_URL ?? `${request.protocol}://${request.host}`,
      key,
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

  serve(removeUserPasskeys, async ({ user, params }) => {
    const removed = await removePasskeysOf(shop, user, params);
    return { message: `Removed ${counted(removed, 'passkey')}`, removed };
  });

  serve(listUserEventsEndpoint, async ({ params, query }) => {
    await refuseUnknown(params.id);
    return listUserEvents(database.read, { userId: params.id, ...query });
  });

  serve(listMemberNotesEndpoint, async ({ params }) => {
    await refuseUnknown(params.id);
    return { notes: await listMemberNotes(database.read, { userId: params.id }) };
  });

  serve(addMemberNoteEndpoint, async ({ user, params, input, key }) => {
    const note = await addMemberNote(shop, actorOf(user), { ...params, ...input, key });
    return onceWith(note, { note });
  });

  serve(usersCsv, ({ query, user, reply }) => sendCsv(shop, reply, usersTable(shop, user, query)));
};
