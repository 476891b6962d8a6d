import { getUser, login, logout, register as registerEndpoint, updateUser } from '#contract/account.ts';
import { ShopError } from '#contract/errors.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { presentUser } from './accounts.present.ts';
import { findUserById } from './accounts.queries.ts';
import { logIn, register, updateProfile } from './accounts.service.ts';

/** Registering, signing in and out, and the own profile (specification §7, decisions §3). */
export const registerAccounts: Feature = (serve, deps) => {
  const { database } = deps;

  serve(registerEndpoint, async ({ input, request }) => {
    const { user, token } = await register(deps, input, request);
    return { user: presentUser(user), token };
  });

  serve(login, async ({ input, request }) => {
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
};
