import { ShopError } from '#contract/errors.ts';
import type { Tx } from '../../db/types.ts';
import { verifyPassword } from '../../lib/secrets.ts';
import { logSecurity } from '../../lib/security-log.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { recordRepeatedAct } from '../audit/repeated-acts.ts';
import { refusePasswordProof } from './panel-passkeys.ts';
import type { SignedIn } from './sessions.ts';
import { findUserById, lockUser, type UserRow } from './users.queries.ts';

/** Failed checks of one user's current password, over all calls that ask for it (behavior 3.16). */
const FAILED_CHECKS = { most: 10, milliseconds: 15 * 60_000 };

/**
 * Checks the password that a signed-in user typed again. Every call that asks for it uses this, so that all of them
 * share one limit. If the panel needs passkeys, it proves nothing in a session that was opened by password and whose
 * user has a passkey. The transaction that acts on the result has to call `lockCheckedUser`.
 * @throws ShopError wrong_current_password (400), passkey_needed (403), rate_limited (429), not_signed_in (401) if the
 * account has ended
 */
export const checkCurrentPassword = async (shop: Shop, signedIn: SignedIn, password: string): Promise<UserRow> => {
  const { database, limits } = shop;
  if (signedIn.method === 'password') await refusePasswordProof(shop, signedIn);
  const key = `current password ${signedIn.userId}`;
  // Counted before the slow check, so that checks at the same time cannot exceed the limit.
  const { retryAfter } = await limits.count(key, FAILED_CHECKS);
  if (retryAfter > 0) {
    await limits.takeBack(key);
    return refuse(shop, signedIn, new ShopError('rate_limited', { retryAfter }));
  }
  const user = await findUserById(database.read, signedIn.userId);
  if (!user) throw new ShopError('not_signed_in');
  const matches = await verifyPassword(user.password_hash, password);
  if (!matches) return refuse(shop, signedIn, new ShopError('wrong_current_password'));
  await limits.takeBack(key);
  return user;
};

/** Records the failure in the evidence and the log. */
const refuse = async ({ database, clock, log }: Shop, signedIn: SignedIn, error: ShopError): Promise<never> => {
  const act = {
    kind: error.code === 'rate_limited' ? 'limited' : 'sign_in_failed',
    actor: actorOf(signedIn),
    subject: 'current password',
  } as const;
  await database.write((tx) => recordRepeatedAct(tx, act, clock()));
  const { userId, address } = signedIn;
  logSecurity(log, { event: 'current_password', userId, address, result: error.code });
  throw error;
};

/**
 * Locks the row of the user who makes a call, so that other calls of the user wait here.
 * @throws ShopError not_signed_in (401) if the account has ended
 */
export const lockSignedIn = async (tx: Tx, { userId }: SignedIn): Promise<UserRow> => {
  const user = await lockUser(tx, userId);
  if (!user) throw new ShopError('not_signed_in');
  return user;
};

/**
 * Like `lockSignedIn`, for a user whose current password was checked.
 * @throws ShopError wrong_current_password (400) if the password was changed in between, not_signed_in (401)
 */
export const lockCheckedUser = async (tx: Tx, signedIn: SignedIn, checked: UserRow): Promise<UserRow> => {
  const user = await lockSignedIn(tx, signedIn);
  if (user.password_hash !== checked.password_hash) throw new ShopError('wrong_current_password');
  return user;
};
