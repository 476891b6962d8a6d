import type { StockedItem } from '#domain/cart.ts';
import type { Flag } from '../../db/schema.ts';
import type { Tx } from '../../db/types.ts';

/** A row as the rules of the domain expect it. */
export const stockedItem = (row: { listed: Flag; is_active: Flag; stock: number; reserved: number }): StockedItem => ({
  listed: row.listed === 1,
  isActive: row.is_active === 1,
  quantity: row.stock,
  reserved: row.reserved,
});

export const deleteCart = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('cart_items').where('user_id', '=', userId).execute();
  await tx.deleteFrom('carts').where('user_id', '=', userId).execute();
};
