import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import type { loginInput, registerInput, updateUserInput } from '#contract/users.ts';
import { ageMessage } from '#contract/users.ts';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../http/request-context.ts';
import { openSession } from '../../http/sessions.ts';
import { hashPassword, verifyPassword } from '../../passwords.ts';
import { createUser, endSessions, findUserById, findUserByName, type UserRow } from './accounts.queries.ts';
import { redeemResetToken } from './reset-links.queries.ts';
import { recordUserEvent } from './user-events.queries.ts';

/** A hash that no password fits, so that an unknown name costs the same time as a wrong password (decisions §3). */
const nobodysHash = hashPassword('nobody knows this');

/** @throws ShopError wrong_credentials (401), suspended (403) */
export const logIn = async (
  { database, clock }: Deps,
  { username, password }: z.output<typeof loginInput>,
  request: FastifyRequest,
): Promise<{ user: UserRow; token: string }> => {
  const user = await findUserByName(database.read, username);
  const right = await verifyPassword(user?.password_hash ?? (await nobodysHash), password);
  if (!user || !right) throw new ShopError('wrong_credentials');
  if (user.status === 'suspended') throw new ShopError('suspended');
  const now = clock();
  const token = await database.write(async (tx) => {
    await tx.updateTable('users').set({ last_seen_at: now }).where('id', '=', user.id).execute();
    return openSession(tx, { userId: user.id, userAgent: request.headers['user-agent'], now });
  });
  return { user, token };
};

/** @throws ShopError invalid_input where the age is denied, username_taken, email_taken (409) */
export const register = async (
  { database, settings, clock }: Deps,
  account: z.output<typeof registerInput>,
  request: FastifyRequest,
): Promise<{ user: UserRow; token: string }> => {
  if (account.ageConfirmed === false) {
    throw new ShopError('invalid_input', { message: ageMessage(settings.MINIMUM_AGE) });
  }
  // Asked before the slow hash; the database's own refusal stands behind it for two at once.
  if (await findUserByName(database.read, account.username)) throw new ShopError('username_taken');
  const passwordHash = await hashPassword(account.password);
  const now = clock();
  return database.write(async (tx, touch) => {
    const user = await createUser(tx, {
      username: account.username,
      email: account.email,
      signalUsername: account.signalUsername,
      passwordHash,
      isAdmin: false,
      ageConfirmedAt: account.ageConfirmed ? now : null,
      verifiedAt: settings.MEMBERS_NEED_APPROVAL ? null : now,
      now,
    });
    await recordUserEvent(tx, { userId: user.id, what: 'Registered', actor: user.username, now });
    touch('users', [user.id]);
    return { user, token: await openSession(tx, { userId: user.id, userAgent: request.headers['user-agent'], now }) };
  });
};

/** @throws ShopError wrong_current_password (400), username_taken, email_taken (409) */
export const updateProfile = async (
  { database, clock }: Deps,
  signedIn: SignedIn,
  change: z.output<typeof updateUserInput>,
): Promise<UserRow> => {
  const user = await findUserById(database.read, signedIn.userId);
  if (!user) throw new ShopError('not_signed_in');
  if (change.newPassword !== undefined && !(await verifyPassword(user.password_hash, change.currentPassword ?? ''))) {
    throw new ShopError('wrong_current_password');
  }
  const passwordHash = change.newPassword === undefined ? undefined : await hashPassword(change.newPassword);
  const fields = {
    ...(change.username !== undefined && { username: change.username }),
    ...(change.email !== undefined && { email: change.email }),
    ...(change.signalUsername !== undefined && { signal_username: change.signalUsername }),
    ...(passwordHash && { password_hash: passwordHash }),
  };
  if (Object.keys(fields).length === 0) return user;
  return database.write(async (tx, touch) => {
    await tx.updateTable('users').set(fields).where('id', '=', user.id).execute();
    const what = passwordHash ? 'Password changed' : 'Profile changed';
    await recordUserEvent(tx, { userId: user.id, what, actor: signedIn.username, now: clock() });
    if (passwordHash) await endSessions(tx, { userId: user.id, keep: signedIn.sessionId });
    touch('users', [user.id]);
    return (await findUserById(tx, user.id))!;
  });
};

/** Sets a new password with a one-time link and ends every session. @throws ShopError reset_link_gone (404) */
export const resetPassword = async (
  { database, clock }: Deps,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const passwordHash = await hashPassword(password);
  const now = clock();
  await database.write(async (tx, touch) => {
    const link = await redeemResetToken(tx, { token, now });
    if (!link || !(await findUserById(tx, link.user_id))) throw new ShopError('reset_link_gone');
    await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', link.user_id).execute();
    await endSessions(tx, { userId: link.user_id });
    await recordUserEvent(tx, { userId: link.user_id, what: 'Password reset', actor: link.created_by, now });
    touch('users', [link.user_id]);
  });
};
