import { lockAccess, lockSessions } from '../../db/locks.ts';
import type { Shop } from '../../shop.ts';
import { recordOwnDeletion } from '../audit/record-account-change.ts';
import { checkCurrentPassword, lockCheckedUser } from '../users/current-password.ts';
import type { SignedIn } from '../users/sessions.ts';
import { refuseLosingLastOwner } from '../users/users.queries.ts';
import { eraseAccount } from './erase-account.ts';

/**
 * Deletes the account of the signed-in user: nothing that names the person stays. Receipts and points stay with an
 * anonymous row (behavior 3.9).
 * @throws ShopError wrong_current_password (400), rate_limited (429), last_admin (409)
 */
export const deleteOwnAccount = async (
  shop: Shop,
  signedIn: SignedIn,
  { password }: { password: string },
): Promise<void> => {
  const { database, clock } = shop;
  const user = await checkCurrentPassword(shop, signedIn, password);
  await database.write(
    async (tx, touch) => {
      await refuseLosingLastOwner(tx, user.id);
      // From here on no call of the user writes anything.
      await lockSessions(tx, { userId: user.id });
      const now = clock();
      const locked = await lockCheckedUser(tx, signedIn, user);
      await recordOwnDeletion(tx, { userId: user.id, role: locked.role, now });
      await eraseAccount(tx, touch, locked, now);
    },
    { first: lockAccess },
  );
};
