import { ShopError } from '#contract/errors.ts';
import {
  endSession as endSessionEndpoint,
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
import { endSession, listOpenSessions } from './sessions.queries.ts';
import { presentUser } from './users.present.ts';
import { findUserById } from './users.queries.ts';
import { logIn, register, resetPassword, updateProfile } from './users.service.ts';

/** Registering, signing in and out, and the profile (behavior 3.3 to 3.6). */
export const registerUsers: Feature = (serve, shop, app) => {
  const { database } = shop;
  const limitSignIns = signInLimit(app, shop.settings);

  serve(registerEndpoint, async ({ input, request }) => {
    const { user, token } = await register(shop, input, request);
    return { user: presentUser(user), token };
  });

  serve(login, async ({ input, request }) => {
    await limitSignIns(request);
    const { user, token } = await logIn(shop, input, request);
    return { ...presentUser(user), token };
  });

  serve(getUser, async ({ user }) => {
    const row = await findUserById(database.read, user.userId);
    if (!row) throw new ShopError('not_signed_in');
    return { user: presentUser(row) };
  });

  serve(updateUser, async ({ user, input }) => presentUser(await updateProfile(shop, user, input)));

  serve(logout, async ({ user: { userId, sessionId } }) => {
    await database.write((tx) => endSession(tx, { userId, id: sessionId }));
    return { message: 'You have been logged out successfully' };
  });

  serve(listSessions, async ({ user }) => {
    const sessions = await listOpenSessions(database.read, { userId: user.userId, now: shop.clock() });
    return { sessions: sessions.map((session) => ({ ...session, current: session.id === user.sessionId })) };
  });

  serve(endSessionEndpoint, async ({ user, params }) => {
    const ended = await database.write((tx) => endSession(tx, { userId: user.userId, id: params.id }));
    if (!ended) throw new ShopError('not_found');
    return { message: 'Session ended' };
  });

  serve(resetPasswordEndpoint, async ({ input }) => {
    await resetPassword(shop, input);
    return { message: 'Your password has been changed. Please log in.' };
  });
};
