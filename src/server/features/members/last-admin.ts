import { ShopError } from '#contract/errors.ts';
import type { Tx } from '../../db/shop-database.ts';

/**
 * Refuses what would leave the shop without an active administrator. All administrators are locked in one order, so
 * that two who demote one another at once cannot both succeed.
 * @throws ShopError last_admin (409)
 */
export const refuseLosingLastAdmin = async (tx: Tx, userId: string): Promise<void> => {
  const admins = await tx
    .updateTable('users')
    .set({ is_admin: 1 })
    .where('is_admin', '=', 1)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  if (admins.length === 1 && admins[0]?.id === userId) throw new ShopError('last_admin');
};
