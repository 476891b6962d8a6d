import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
import type { loginInput } from '#contract/users.ts';
import { clientIp } from '../../http/client-ip.ts';
import { hashPassword, verifyPassword } from '../../lib/secrets.ts';
import { logSecurity } from '../../lib/security-log.ts';
import type { Shop } from '../../shop.ts';
import { visitorAt } from '../audit/audit.queries.ts';
import { prepareActor } from '../audit/prepared-audit.queries.ts';
import { type RepeatedAct, recordRepeatedAct } from '../audit/repeated-acts.ts';
import { beginAttempt } from '../limits/throttle.ts';
import { signIn } from './own-account.queries.ts';
import { refusePasswordSignIn } from './panel-passkeys.ts';
import { newSession } from './sessions.queries.ts';
import { findUserById, findUserByName, type UserRow } from './users.queries.ts';

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** Sign-ins with one name from one address (behavior 2.7). */
const OF_NAME_AT_ADDRESS = { most: 50, milliseconds: 60 * MINUTE_MS };

/** A hash that matches no password. With it an unknown name takes as long as a wrong password (behavior 3.4). */
const unmatchedHash = hashPassword('nobody knows this');

/**
 * Signs in with a password. The browser becomes a known device for the name (behavior 3.16).
 * @throws ShopError wrong_credentials (401), suspended, passkey_needed (403), rate_limited (429)
 */
export const logIn = async (
  shop: Shop,
  { username, password }: z.output<typeof loginInput>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ user: UserRow; token: string }> => {
  const { database } = shop;
  const throttleKey = await throttleKeyOf(shop, username, request);
  const refuse = async (code: ErrorCode, user?: UserRow): Promise<never> => {
    await recordFailure(shop, { username, user, code, request });
    throw new ShopError(code);
  };
  if (shop.limits.isOn) await admit(shop, { username, throttleKey, request });

  const user = await findUserByName(database.read, username);
  const matches = await verifyPassword(user?.password_hash ?? (await unmatchedHash), password);
  if (!user || !matches) return refuse('wrong_credentials', user);
  if (user.status === 'suspended') return refuse('suspended', user);
  await refusePasswordSignIn(shop, user);
  const opened = await openSessionFor(shop, user, request, throttleKey);
  if (opened) {
    await shop.devices.remember(reply, opened.user.username);
    return opened;
  }
  const now = await findUserById(database.read, user.id);
  return refuse(now?.status === 'suspended' ? 'suspended' : 'wrong_credentials', user);
};

/**
 * Opens a session for a user whose password was checked, and forgets the failures before it. Returns null if the account
 * has changed since the check (behavior 3.5).
 */
export const openSessionFor = async (
  { database, clock, log }: Shop,
  { id: userId, username, password_hash: passwordHash, role }: UserRow,
  request: FastifyRequest,
  throttleKey: string,
): Promise<{ user: UserRow; token: string } | null> => {
  const now = clock();
  const { token, ...session } = newSession({ role, userAgent: request.headers['user-agent'], now });
  const actor = prepareActor({ userId, username, role, address: request.ip ?? '' });
  const values = { ...session, ...actor, userId, passwordHash, role, throttleKey, now };
  const [user] = await database.writeOnce(signIn, values);
  if (!user) return null;
  logSecurity(log, { event: 'sign_in', userId, address: request.ip, result: 'ok' });
  return { user, token };
};

/** A device that has signed in with this name has its own count, so that others cannot make it wait. */
export const throttleKeyOf = async ({ devices }: Shop, username: string, request: FastifyRequest): Promise<string> => {
  const device = await devices.find(request);
  return device?.knows(username) ? `device ${device.id}` : `name ${await devices.digest(username)}`;
};

/** @throws ShopError rate_limited (429) */
const admit = async (
  shop: Shop,
  { username, throttleKey, request }: { username: string; throttleKey: string; request: FastifyRequest },
): Promise<void> => {
  const nameAtAddress = `sign-in ${clientIp(request)} ${await shop.devices.digest(username)}`;
  try {
    await beginAttempt(shop, { key: throttleKey, longestWait: LONGEST_WAIT_MS });
    await shop.limits.require(nameAtAddress, OF_NAME_AT_ADDRESS);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    // The same work for every name, so that nothing shows which names exist.
    const user = await findUserByName(shop.database.read, username);
    await recordFailure(shop, { username, user, code: error.code, request });
    throw error;
  }
};

const recordFailure = async (
  { database, clock, log }: Shop,
  attempt: { username: string; user: UserRow | undefined; code: ErrorCode; request: FastifyRequest },
): Promise<void> => {
  const { user, code, request } = attempt;
  const userId = user?.id ?? null;
  const act: RepeatedAct = {
    kind: code === 'rate_limited' ? 'limited' : 'sign_in_failed',
    actor: visitorAt(request.ip ?? null),
    subject: user?.username ?? nameForEvidence(attempt.username),
    subjectIsPersonal: true,
    person: userId,
  };
  await database.write((tx) => recordRepeatedAct(tx, act, clock()));
  logSecurity(log, { event: 'sign_in', userId, address: request.ip, result: code });
};

/** What was typed as a name. A text that no name can be may be a password, so it is not kept. */
const nameForEvidence = (typed: string): string =>
  /^[A-Za-z0-9_.-]{3,32}$/.test(typed) ? typed.toLowerCase() : '(not a user name)';
