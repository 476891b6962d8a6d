import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { loginInput } from '#contract/account-forms.ts';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
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
  credentials: z.output<typeof loginInput>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ user: UserRow; token: string }> => {
  const { username } = credentials;
  const throttleKey = await throttleKeyOf(shop, username, request);
  try {
    if (shop.limits.isOn) await admit(shop, { username, throttleKey, request });
    const user = await checkCredentials(shop, credentials);
    const opened = await openSessionFor(shop, user, request, throttleKey);
    if (!opened) {
      const now = await findUserById(shop.database.read, user.id);
      throw new ShopError(now?.status === 'suspended' ? 'suspended' : 'wrong_credentials');
    }
    await shop.devices.remember(reply, user.username);
    return opened;
  } catch (error) {
    if (error instanceof ShopError) await recordFailedSignIn(shop, { username, code: error.code, request });
    throw error;
  }
};

/** @throws ShopError wrong_credentials (401), suspended, passkey_needed (403) */
const checkCredentials = async (shop: Shop, { username, password }: z.output<typeof loginInput>): Promise<UserRow> => {
  const user = await findUserByName(shop.database.read, username);
  const matches = await verifyPassword(user?.password_hash ?? (await unmatchedHash), password);
  if (!user || !matches) throw new ShopError('wrong_credentials');
  if (user.status === 'suspended') throw new ShopError('suspended');
  await refusePasswordSignIn(shop, user);
  return user;
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
  const [user] = await database.writeInOneStatement(signIn, values);
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
  await beginAttempt(shop, { key: throttleKey, longestWait: LONGEST_WAIT_MS });
  await shop.limits.require(nameAtAddress, OF_NAME_AT_ADDRESS);
};

/** Records a failure in the evidence and the log. The work is the same for every name, so it shows which ones exist to nobody. */
export const recordFailedSignIn = async (
  { database, clock, log }: Shop,
  { username, code, request }: { username: string; code: ErrorCode; request: FastifyRequest },
): Promise<void> => {
  const user = await findUserByName(database.read, username);
  const userId = user?.id ?? null;
  const act: RepeatedAct = {
    kind: code === 'rate_limited' ? 'limited' : 'sign_in_failed',
    actor: visitorAt(request.ip ?? null),
    subject: user?.username ?? nameForEvidence(username),
    subjectIsPersonal: true,
    person: userId,
  };
  await database.write((tx) => recordRepeatedAct(tx, act, clock()));
  logSecurity(log, { event: 'sign_in', userId, address: request.ip, result: code });
};

/** Returns the typed name. A text that no name can be may be a password, so it is not kept. */
const nameForEvidence = (typed: string): string =>
  /^[A-Za-z0-9_.-]{3,32}$/.test(typed) ? typed.toLowerCase() : '(not a user name)';
