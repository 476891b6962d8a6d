import { ShopError } from '#contract/errors.ts';
import {
  deleteAccount,
  endSession as endSessionEndpoint,
  exportData,
  getUser,
  listSessions,
  login,
  logout,
  register as registerEndpoint,
  resetPassword as resetPasswordEndpoint,
  updateUser,
} from '#contract/users.ts';
import { signInLimit } from '../../http/rate-limits.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { presentUser } from './accounts.present.ts';
import { findUserById } from './accounts.queries.ts';
import { logIn, register, resetPassword, updateProfile } from './accounts.service.ts';
import { deleteOwnAccount } from './delete-account.service.ts';
import { exportOwnData } from './own-data.service.ts';
import { endSession, listOpenSessions } from './sessions.queries.ts';

/** Registering, signing in and out, and the own profile (specification §7, decisions §3). */
export const registerAccounts: Feature = (serve, deps, app) => {
  const { database } = deps;
  const limitSignIns = signInLimit(app, deps.settings);

  serve(registerEndpoint, async ({ input, request }) => {
    const { user, token } = await register(deps, input, request);
    return { user: presentUser(user), token };
  });

  serve(login, async ({ input, request }) => {
    await limitSignIns(request);
    const { user, token } = await logIn(deps, input, request);
    return { ...presentUser(user), token };
  });

  serve(getUser, async ({ user }) => {
    const row = await findUserById(database.read, user.userId);
    if (!row) throw new ShopError('not_signed_in');
    return { user: presentUser(row) };
  });

  serve(updateUser, async ({ user, input }) => presentUser(await updateProfile(deps, user, input)));

  serve(logout, async ({ user }) => {
    await database.write((tx) => tx.deleteFrom('sessions').where('id', '=', user.sessionId).execute());
    return { message: 'You have been logged out successfully' };
  });

  serve(listSessions, async ({ user }) => {
    const sessions = await listOpenSessions(database.read, { userId: user.userId, now: deps.clock() });
    return { sessions: sessions.map((session) => ({ ...session, current: session.id === user.sessionId })) };
  });

  serve(endSessionEndpoint, async ({ user, params }) => {
    const ended = await database.write((tx) => endSession(tx, { userId: user.userId, id: params.id }));
    if (!ended) throw new ShopError('not_found');
    return { message: 'Session ended' };
  });

  serve(exportData, ({ user, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="my-data.json"');
    return exportOwnData(deps, user.userId);
  });

  serve(deleteAccount, async ({ user, input }) => {
    await deleteOwnAccount(deps, user, input);
    return { message: 'Your account has been deleted' };
  });

  serve(resetPasswordEndpoint, async ({ input }) => {
    await resetPassword(deps, input);
    return { message: 'Your password has been changed. Please log in.' };
  });
};
