import { randomUUID } from 'node:crypto';
import { lockAccess } from '../../db/locks.ts';
import { deleteRowsOf } from '../../db/table.ts';
import type { Shop } from '../../shop.ts';
import { ALL_TABLES } from '../../tables.ts';
import { replaceActorName } from '../users/actor-names.queries.ts';
import { checkCurrentPassword, lockCheckedUser } from '../users/current-password.ts';
import { lockSessions } from '../users/sessions.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { anonymizeUser, recordUserEvent, refuseLosingLastOwner } from '../users/users.queries.ts';

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
  const now = clock();
  const anonym = `deleted-${randomUUID().slice(0, 13)}`;
  await database.write(
    async (tx, touch) => {
      await refuseLosingLastOwner(tx, user.id);
      // From here on no call of the user writes anything.
      await lockSessions(tx, { userId: user.id });
      const current = await lockCheckedUser(tx, signedIn, user);
      const account = { userId: user.id, role: current.role, now };
      // Files of exports are withdrawn before tasks are deleted: an export that ends locks them in this order too.
      for (const { personal } of ALL_TABLES) {
        if (typeof personal?.onDeletion === 'function') await personal.onDeletion(tx, account);
      }
      for (const table of ALL_TABLES) {
        if (table.personal?.onDeletion === 'delete') await deleteRowsOf(tx, table, account);
      }
      await replaceActorName(tx, { userId: account.userId, from: current.username, to: anonym });
      await anonymizeUser(tx, { userId: account.userId, name: anonym, now });
      await recordUserEvent(tx, { userId: account.userId, what: 'Account deleted', actor: anonym, now });
      touch('users', [account.userId]);
      touch('receipts');
      touch('tasks');
      // A product may be wanted no longer.
      touch('alerts');
    },
    { first: lockAccess },
  );
};
