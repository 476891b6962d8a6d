import { ShopError } from '#contract/errors.ts';
import { verifyPassword } from '../../lib/secrets.ts';
import type { Shop } from '../../shop.ts';
import type { SignedIn } from './sessions.ts';
import { findUserById } from './users.queries.ts';

/**
 * Checks the password that a signed-in user has now.
 * @throws ShopError wrong_current_password (400), not_signed_in (401) if the account has just ended
 */
export const checkCurrentPassword = async (
  { database }: Shop,
  { userId }: SignedIn,
  password: string,
): Promise<void> => {
  const user = await findUserById(database.read, userId);
  if (!user) throw new ShopError('not_signed_in');
  if (!(await verifyPassword(user.password_hash, password))) throw new ShopError('wrong_current_password');
};
