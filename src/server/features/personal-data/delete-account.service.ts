import { randomUUID } from 'node:crypto';
import { lockAccess } from '../../db/locks.ts';
import { deleteRowsOf } from '../../db/table.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { ALL_TABLES } from '../../tables.ts';
import { replaceActorName } from '../users/actor-names.queries.ts';
import { checkCurrentPassword, lockCheckedUser } from '../users/current-password.ts';
import { lockSessions } from '../users/sessions.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { anonymizeUser, recordUserEvent, refuseLosingLastOwner, type UserRow } from '../users/users.queries.ts';

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
      await eraseAccount(tx, touch, await lockCheckedUser(tx, signedIn, user), clock());
    },
    { first: lockAccess },
  );
};

/** Deletes everything that names a user, and records that the account is deleted. */
export const eraseAccount = async (
  tx: Tx,
  touch: Touch,
  { id: userId, role, username }: Pick<UserRow, 'id' | 'role' | 'username'>,
  now: number,
): Promise<void> => {
  const account = { userId, role, now };
  const anonym = `deleted-${randomUUID().slice(0, 13)}`;
  // Files of exports are withdrawn before tasks are deleted: an export that ends locks them in this order too.
  for (const { personal } of ALL_TABLES) {
    if (typeof personal?.onDeletion === 'function') await personal.onDeletion(tx, account);
  }
  for (const table of ALL_TABLES) {
    if (table.personal?.onDeletion === 'delete') await deleteRowsOf(tx, table, account);
  }
  await replaceActorName(tx, { userId, from: username, to: anonym });
  await anonymizeUser(tx, { userId, name: anonym, now });
  await recordUserEvent(tx, { userId, what: 'Account deleted', actor: anonym, now });
  touch('users', [userId]);
  touch('receipts');
  touch('tasks');
  // A product may be wanted no longer.
  touch('alerts');
};
