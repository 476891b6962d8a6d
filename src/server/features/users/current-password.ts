import { ShopError } from '#contract/errors.ts';
import type { Tx } from '../../db/types.ts';
import { verifyPassword } from '../../lib/secrets.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from './sessions.ts';
import { findUserById, lockUser, type UserRow } from './users.queries.ts';

/** Failed checks of one user's current password, over all calls that ask for it (behavior 3.16). */
const FAILED_CHECKS = { most: 10, milliseconds: 15 * 60_000 };

/**
 * Checks the password that a signed-in user typed again. Every call that asks for it uses this, so that all of them
 * share one limit. The transaction that acts on the result has to call `lockCheckedUser`.
 * @throws ShopError wrong_current_password (400), rate_limited (429), not_signed_in (401) if the account has ended
 */
export const checkCurrentPassword = async (
  { database, limits }: Shop,
  { userId }: SignedIn,
  password: string,
): Promise<UserRow> => {
  const key = `current password of ${userId}`;
  // Counted before the slow check, so that checks at the same time cannot exceed the limit.
  const { retryAfter } = await limits.count(key, FAILED_CHECKS);
  const user = retryAfter === 0 ? await findUserById(database.read, userId) : undefined;
  const matches = user && (await verifyPassword(user.password_hash, password));
  if (retryAfter > 0 || matches) await limits.takeBack(key);
  if (retryAfter > 0) throw new ShopError('rate_limited', { retryAfter });
  if (!user) throw new ShopError('not_signed_in');
  if (!matches) throw new ShopError('wrong_current_password');
  return user;
};

/**
 * Locks a user whose current password was checked, if the password is still the same (behavior 3.5).
 * @throws ShopError wrong_current_password (400) if it was changed in between, not_signed_in (401) if the account is no
 * longer active
 */
export const lockCheckedUser = async (tx: Tx, checked: UserRow): Promise<UserRow> => {
  const user = await lockUser(tx, checked.id);
  if (user?.status !== 'active') throw new ShopError('not_signed_in');
  if (user.password_hash !== checked.password_hash) throw new ShopError('wrong_current_password');
  return user;
};
