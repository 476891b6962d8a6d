import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ageMessage } from '#contract/account-forms.ts';
import { ShopError } from '#contract/errors.ts';
import type { registerInput } from '#contract/users.ts';
import { clientIp } from '../../http/client-ip.ts';
import { hashPassword, verifyPassword } from '../../lib/secrets.ts';
import { logSecurity } from '../../lib/security-log.ts';
import type { Shop } from '../../shop.ts';
import { recordAudit } from '../audit/audit.queries.ts';
import { findMade, oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { useInvite } from '../invites/invites.service.ts';
import { requireFreeName, requireGoodPassword } from './account-rules.ts';
import { openSessionFor, throttleKeyOf } from './log-in.service.ts';
import { refusePasswordSignIn } from './panel-passkeys.ts';
import { openSession } from './sessions.queries.ts';
import { createUser, findUserById, findUserByName, recordUserEvent, type UserRow } from './users.queries.ts';

type Account = z.output<typeof registerInput>;

/** The result of a registration. */
interface Registered {
  userId: string;
}

/** The scope names the account, so that visitors who use the same key never meet. */
interface AccountKey {
  call: 'users.register';
  scope: string;
  key: string | null;
}

interface SignedInUser {
  user: UserRow;
  token: string;
}

/**
 * Creates an account and signs in. A repeated call signs the new account in, if the password is the same (behavior 2.10).
 * @throws ShopError invalid_input (400) if the age is denied or the name is reserved, weak_password (400), gate_needed
 * (403) if the invite has ended, username_taken, email_taken (409)
 */
export const register = async (
  shop: Shop,
  { key, ...account }: Account & { key: string | null },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Once<SignedInUser>> => {
  const { database, settings, log } = shop;
  const { username, email, password } = account;
  if (account.ageConfirmed === false) {
    throw new ShopError('invalid_input', { message: ageMessage(settings.MINIMUM_AGE) });
  }
  await requireFreeName(shop, username);
  await requireGoodPassword(shop, password, { username, email });

  const keyed = { call: 'users.register', scope: username.toLowerCase(), key } as const;
  // Checked before the slow hash. The database refuses the second of two simultaneous registrations.
  const earlier = (await findUserByName(database.read, username)) && (await findMade<Registered>(database, keyed));
  if (earlier === null) throw new ShopError('username_taken');
  const registered = earlier ?? (await createCounted(shop, account, keyed, request));
  const signedIn = 'token' in registered ? registered : await logInAgain(shop, registered, password, request);
  await shop.devices.remember(reply, signedIn.user.username);
  logSecurity(log, { event: 'register', userId: signedIn.user.id, address: request.ip, result: 'ok' });
  return onceWith(registered, signedIn);
};

/** How many accounts an address may make (behavior 2.7). A refused registration makes none. */
const ACCOUNTS = { most: 5, milliseconds: 3_600_000 };

/** @throws ShopError rate_limited (429) */
const createCounted = async (
  shop: Shop,
  account: Account,
  keyed: AccountKey,
  request: FastifyRequest,
): Promise<Once<SignedInUser | Registered>> => {
  const key = `accounts ${clientIp(request)}`;
  // Counted before the slow hash, so that registrations at the same time cannot exceed the limit.
  await shop.limits.require(key, ACCOUNTS);
  try {
    const registered = await createAccount(shop, account, keyed, request);
    // An earlier call made it, and was counted.
    if (!('token' in registered)) await shop.limits.takeBack(key);
    return registered;
  } catch (error) {
    await shop.limits.takeBack(key);
    throw error;
  }
};

/** Returns what an earlier call with the same key made, if there was one. */
const createAccount = async (
  { database, settings, clock, gate }: Shop,
  account: Account,
  keyed: AccountKey,
  request: FastifyRequest,
): Promise<Once<SignedInUser | Registered>> => {
  const passwordHash = await hashPassword(account.password);
  const now = clock();
  const id = randomUUID();
  const inviteId = gate.inviteOf(request);
  return database.write(async (tx, touch) => {
    const { made, isFirst } = await oncePerKey<Registered>(tx, { ...keyed, userId: id, now }, async () => {
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
      const actor = { id, name: username, role: 'member', address: request.ip ?? null } as const;
      const invite = await useInvite(tx, touch, { id: inviteId, actor, now });
      const what = invite === null ? 'Registered' : `Registered with the invite "${invite}"`;
      await recordUserEvent(tx, { userId: id, what, actor: username, now });
      touch('users', [id]);
      return { userId: id };
    });
    if (!isFirst) return made;
    const user = (await findUserById(tx, id))!;
    const { username, role } = user;
    const token = await openSession(tx, {
      userId: id,
      role,
      method: 'password',
      userAgent: request.headers['user-agent'],
      now,
    });
    await recordAudit(tx, { kind: 'sign_in', actor: { id, name: username, role, address: request.ip ?? null }, now });
    return onceWith(made, { user, token });
  });
};

/**
 * @throws ShopError username_taken (409) if the password differs, or the account can no longer log in, passkey_needed
 * (403)
 */
const logInAgain = async (
  shop: Shop,
  { userId }: Registered,
  password: string,
  request: FastifyRequest,
): Promise<SignedInUser> => {
  const user = await findUserById(shop.database.read, userId);
  const matches = user?.status === 'active' && (await verifyPassword(user.password_hash, password));
  if (!matches) throw new ShopError('username_taken');
  await refusePasswordSignIn(shop, user);
  const opened = await openSessionFor(shop, user, request, await throttleKeyOf(shop, user.username, request));
  if (!opened) throw new ShopError('username_taken');
  return opened;
};
