import { ShopError } from '#contract/errors.ts';
import {
  endSession as endSessionEndpoint,
  getResetLink,
  getUser,
  listSessions,
  login,
  logout,
  register as registerEndpoint,
  resetPassword as resetPasswordEndpoint,
  updateUser,
} from '#contract/users.ts';
import { fromJson } from '../../db/json.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { onceWith } from '../idempotency/once.ts';
import { logIn } from './log-in.service.ts';
import { findOwnSessions, findOwnUser } from './own-account.queries.ts';
import { register } from './register.service.ts';
import { readResetLink, resetPassword } from './reset-password.service.ts';
import { presentSession, presentUser } from './users.present.ts';
import { endOwnSession, updateProfile } from './users.service.ts';

/** Registering, signing in and out, and the profile (behavior 3.3 to 3.6). */
export const registerUsers: Feature = (serve, shop, app) => {
  const { database, sessions } = shop;
  app.addHook('onReady', () => shop.devices.start());

  serve(registerEndpoint, async ({ input, key, request, reply }) => {
    const registered = await register(shop, { ...input, key }, request, reply);
    await shop.gate.keepOpen(request, reply);
    return onceWith(registered, { user: presentUser(registered.user), token: registered.token });
  });

  serve(login, async ({ input, request, reply }) => {
    const { user, token } = await logIn(shop, input, request, reply);
    return { ...presentUser(user), token };
  });

  serve.inOneStatement(getUser, async ({ session }) => {
    const [row] = await findOwnUser(database.read, session);
    await sessions.accept(row, session);
    return { user: presentUser(row!), passwordGenerated: row!.password_generated === 1 };
  });

  serve(updateUser, async ({ user, input, reply }) => {
    const updated = await updateProfile(shop, user, input);
    // The browser stays a known device under the new name.
    if (updated.username !== user.username) await shop.devices.remember(reply, updated.username);
    return presentUser(updated);
  });

  serve.inOneStatement(logout, async ({ session }) => {
    await endOwnSession(shop, session);
    return { message: 'You have been logged out successfully' };
  });

  serve.inOneStatement(listSessions, async ({ session }) => {
    const [row] = await findOwnSessions(database.read, session);
    const { sessionId } = await sessions.accept(row, session);
    return {
      sessions: fromJson(row!.open).map((open) => ({ ...presentSession(open), current: open.id === sessionId })),
    };
  });

  serve.inOneStatement(endSessionEndpoint, async ({ session, params: { id } }) => {
    if (!(await endOwnSession(shop, session, id))) throw new ShopError('not_found');
    return { message: 'Session ended' };
  });

  serve(getResetLink, ({ params: { token } }) => readResetLink(shop, token));

  serve(resetPasswordEndpoint, async ({ input, request }) => {
    await resetPassword(shop, input, request);
    return { message: 'Your password has been changed. Please log in.' };
  });
};
