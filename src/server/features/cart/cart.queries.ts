import type { StockedItem } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import type { Flag } from '../../db/schema.ts';
import type { Tx } from '../../db/types.ts';

/** A row as the rules of the domain expect it. */
export const stockedItem = (row: { listed: Flag; is_active: Flag; stock: number; reserved: number }): StockedItem => ({
  listed: row.listed === 1,
  isActive: row.is_active === 1,
  quantity: row.stock,
  reserved: row.reserved,
});

/** Removes all lines from the cart and returns them. Of two simultaneous calls only one gets them. */
export const takeCartLines = (tx: Tx, { userId }: { userId: string }) =>
  tx.deleteFrom('cart_items').where('user_id', '=', userId).returning(['id', 'item_id', 'quantity']).execute();

/** Sets the shipping option, the notes or both. */
export const setCartChoices = async (
  tx: Tx,
  cart: { userId: string; shippingOption?: ShippingOption; notes?: string; now: number },
): Promise<void> => {
  const choices = {
    ...(cart.shippingOption !== undefined && { shipping_option: cart.shippingOption }),
    ...(cart.notes !== undefined && { notes: cart.notes }),
    updated_at: cart.now,
  };
  await tx
    .insertInto('carts')
    .values({ user_id: cart.userId, shipping_option: DEFAULT_SHIPPING_OPTION, notes: '', ...choices })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(choices))
    .execute();
};

/**
 * Locks a member's cart until the transaction ends, so that two confirmations of one cart run one after the other.
 * Returns the shipping option and notes.
 */
export const lockCart = (tx: Tx, { userId, now }: { userId: string; now: number }) =>
  tx
    .insertInto('carts')
    .values({ user_id: userId, shipping_option: DEFAULT_SHIPPING_OPTION, notes: '', updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: now }))
    .returning(['shipping_option', 'notes'])
    .executeTakeFirstOrThrow();

export const deleteCart = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('cart_items').where('user_id', '=', userId).execute();
  await tx.deleteFrom('carts').where('user_id', '=', userId).execute();
};
