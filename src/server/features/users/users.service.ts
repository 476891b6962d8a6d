import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ShopError } from '#contract/errors.ts';
import type { loginInput, registerInput, updateUserInput } from '#contract/users.ts';
import { ageMessage } from '#contract/users.ts';
import { fromJson } from '../../db/json.ts';
import { idempotencyKey } from '../../http/idempotency-key.ts';
import { hashPassword, verifyPassword } from '../../lib/secrets.ts';
import type { Shop } from '../../shop.ts';
import { answerOnce, findMade } from '../idempotency/idempotency.queries.ts';
import { checkCurrentPassword, lockCheckedUser } from './current-password.ts';
import { useInvite } from '../invites/invites.service.ts';
import { endOwnSession as endOwnSessionStatement, signIn } from './own-account.queries.ts';
import { refusePasswordSignIn } from './panel-passkeys.ts';
import { useResetLink } from './reset-links.queries.ts';
import { endSessions, newSession, openSession, type SessionKey } from './sessions.queries.ts';
import type { SignedIn } from './sessions.ts';
import {
  createUser,
  findUserById,
  findUserByName,
  recordUserEvent,
  type UserRow,
  updateUser,
} from './users.queries.ts';

/** A hash that matches no password. With it an unknown name takes as long as a wrong password (behavior 3.4). */
const unmatchedHash = hashPassword('nobody knows this');

/** @throws ShopError wrong_credentials (401), suspended (403) */
export const logIn = async (
  shop: Shop,
  { username, password }: z.output<typeof loginInput>,
  request: FastifyRequest,
): Promise<{ user: UserRow; token: string }> => {
  const user = await findUserByName(shop.database.read, username);
  const matches = await verifyPassword(user?.password_hash ?? (await unmatchedHash), password);
  if (!user || !matches) throw new ShopError('wrong_credentials');
  if (user.status === 'suspended') throw new ShopError('suspended');
  await refusePasswordSignIn(shop, user);
  const opened = await openSessionFor(shop, user, request);
  if (opened) return opened;
  const now = await findUserById(shop.database.read, user.id);
  throw new ShopError(now?.status === 'suspended' ? 'suspended' : 'wrong_credentials');
};

/** Opens a session. Returns null if the account has changed since the password was checked (behavior 3.5). */
const openSessionFor = async (
  { database, clock }: Shop,
  { id: userId, password_hash: passwordHash, role }: UserRow,
  request: FastifyRequest,
): Promise<{ user: UserRow; token: string } | null> => {
  const now = clock();
  const { token, ...session } = newSession({ role, userAgent: request.headers['user-agent'], now });
  const [user] = await database.writeOnce(signIn, { ...session, userId, passwordHash, role, now });
  return user ? { user, token } : null;
};

/**
 * Ends one of the member's sessions; the one of this request without an id. Returns whether it was this member's, and
 * still open.
 * @throws ShopError not_signed_in (401)
 */
export const endOwnSession = async (
  { database, sessions }: Shop,
  session: SessionKey,
  id: string | null = null,
): Promise<boolean> => {
  const [row] = await database.writeOnce(endOwnSessionStatement, { ...session, id });
  const caller = fromJson(row!.session) ?? undefined;
  const ended = row!.ended > 0;
  // A call that ended a session was made by a user who was signed in.
  if (caller || !ended) await sessions.accept(caller, session);
  return ended;
};

/**
 * Creates an account and signs in. A repeated call signs the new account in, if the password is the same (behavior 2.10).
 * @throws ShopError invalid_input (400) if the age is denied, gate_needed (403) if the invite has ended, username_taken,
 * email_taken (409)
 */
export const register = async (
  shop: Shop,
  account: z.output<typeof registerInput>,
  request: FastifyRequest,
): Promise<{ user: UserRow; token: string }> => {
  const { database, settings, clock } = shop;
  if (account.ageConfirmed === false) {
    throw new ShopError('invalid_input', { message: ageMessage(settings.MINIMUM_AGE) });
  }
  const key = idempotencyKey(request);
  // The scope names the account, so that visitors who use the same key never meet.
  const keyed = { call: 'users.register', scope: account.username.toLowerCase(), key } as const;
  // Checked before the slow hash. The database refuses the second of two simultaneous registrations.
  if (await findUserByName(database.read, account.username)) {
    const earlier = await findMade<Registered>(database.read, keyed);
    if (!earlier) throw new ShopError('username_taken');
    return logInAgain(shop, earlier, account.password, request);
  }
  const passwordHash = await hashPassword(account.password);
  const now = clock();
  const id = randomUUID();
  const inviteId = shop.gate.inviteOf(request);
  const registered = await database.write(async (tx, touch) => {
    const { made, isFirst } = await answerOnce<Registered>(tx, { ...keyed, userId: id, now }, async () => {
      const { username } = await createUser(tx, {
        id,
        username: account.username,
        email: account.email,
        signalUsername: account.signalUsername,
        passwordHash,
        role: 'member',
        ageConfirmedAt: account.ageConfirmed ? now : null,
        verifiedAt: settings.MEMBERS_NEED_APPROVAL ? null : now,
        inviteId,
        now,
      });
      const actor = { id, name: username, role: 'member', address: request.ip ?? '' } as const;
      const invite = await useInvite(tx, touch, { id: inviteId, actor, now });
      const what = invite === null ? 'Registered' : `Registered with the invite "${invite}"`;
      await recordUserEvent(tx, { userId: id, what, actor: username, now });
      touch('users', [id]);
      return { userId: id };
    });
    if (!isFirst) return made;
    const token = await openSession(tx, { userId: id, role: 'member', userAgent: request.headers['user-agent'], now });
    return { user: (await findUserById(tx, id))!, token };
  });
  return 'token' in registered ? registered : logInAgain(shop, registered, account.password, request);
};

/** The result of a registration. */
interface Registered {
  userId: string;
}

/** @throws ShopError username_taken (409) if the password differs, or the account can no longer log in */
const logInAgain = async (
  shop: Shop,
  { userId }: Registered,
  password: string,
  request: FastifyRequest,
): Promise<{ user: UserRow; token: string }> => {
  const user = await findUserById(shop.database.read, userId);
  const matches = user?.status === 'active' && (await verifyPassword(user.password_hash, password));
  const opened = matches && (await openSessionFor(shop, user, request));
  if (!opened) throw new ShopError('username_taken');
  return opened;
};

/**
 * Changes profile fields or the password. A new password ends the user's other sessions (behavior 3.5).
 * @throws ShopError wrong_current_password (400), username_taken, email_taken (409)
 */
export const updateProfile = async (
  shop: Shop,
  signedIn: SignedIn,
  change: z.output<typeof updateUserInput>,
): Promise<UserRow> => {
  const { database, clock } = shop;
  const { currentPassword, newPassword, ...profile } = change;
  const user =
    newPassword === undefined
      ? await findUserById(database.read, signedIn.userId)
      : await checkCurrentPassword(shop, signedIn, currentPassword ?? '');
  if (!user) throw new ShopError('not_signed_in');
  const passwordHash = newPassword === undefined ? undefined : await hashPassword(newPassword);
  const values = { ...profile, ...(passwordHash && { passwordHash }) };
  if (Object.values(values).every((value) => value === undefined)) return user;
  return database.write(async (tx, touch) => {
    if (passwordHash) await lockCheckedUser(tx, user);
    const updated = await updateUser(tx, user.id, values);
    const what = passwordHash ? 'Password changed' : 'Profile changed';
    await recordUserEvent(tx, { userId: user.id, what, actor: signedIn.username, now: clock() });
    if (passwordHash) await endSessions(tx, { userId: user.id, keep: signedIn.sessionId });
    touch('users', [user.id]);
    return updated;
  });
};

/**
 * Sets a new password with a one-time link and ends all sessions of the user (behavior 3.6).
 * @throws ShopError link_ended (404)
 */
export const resetPassword = async (
  { database, clock }: Shop,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const passwordHash = await hashPassword(password);
  const now = clock();
  await database.write(async (tx, touch) => {
    const link = await useResetLink(tx, { token, now });
    if (!link || !(await findUserById(tx, link.user_id))) throw new ShopError('link_ended');
    const userId = link.user_id;
    await updateUser(tx, userId, { passwordHash });
    await endSessions(tx, { userId });
    await recordUserEvent(tx, { userId, what: 'Password reset', actor: link.created_by, now });
    touch('users', [userId]);
  });
};
