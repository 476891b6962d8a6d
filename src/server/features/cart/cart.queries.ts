import { sql } from 'kysely';
import type { StockedItem } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Flag } from '../../db/schema.ts';
import type { Tx } from '../../db/types.ts';

/** The item's columns that a cart line needs: its price and its availability. */
const ITEM_COLUMNS = [
  'items.name',
  'items.description',
  'items.brand',
  'items.category',
  'items.tags',
  'items.images',
  'items.listed',
  'items.is_active',
  'items.quantity as stock',
  'items.reserved',
  'items.price_cents',
  'items.markup_cents',
] as const;

/** A row as the rules of the domain expect it. */
export const stockedItem = (row: { listed: Flag; is_active: Flag; stock: number; reserved: number }): StockedItem => ({
  listed: row.listed === 1,
  isActive: row.is_active === 1,
  quantity: row.stock,
  reserved: row.reserved,
});

/** The lines of a member's cart in the order in which they were added, each with its present item. */
export const findCartLines = prepareQuery((db, param: ParamOf<{ userId: string }>) =>
  db
    .selectFrom('cart_items')
    .innerJoin('items', 'items.id', 'cart_items.item_id')
    .select(['cart_items.id', 'cart_items.item_id', 'cart_items.quantity', 'cart_items.added_price_cents'])
    .select(ITEM_COLUMNS)
    .where('cart_items.user_id', '=', param('userId'))
    .orderBy('cart_items.id'),
);

export type CartLineRow = Awaited<ReturnType<typeof findCartLines>>[number];

/** One line of this member with its item. Lines of other members are not found. */
export const findCartLine = (tx: Tx, { userId, lineId }: { userId: string; lineId: number }) =>
  tx
    .selectFrom('cart_items')
    .innerJoin('items', 'items.id', 'cart_items.item_id')
    .select(['cart_items.id', 'cart_items.quantity'])
    .select(['items.listed', 'items.is_active', 'items.quantity as stock', 'items.reserved'])
    .where('cart_items.id', '=', lineId)
    .where('cart_items.user_id', '=', userId)
    .executeTakeFirst();

/** The shipping option and notes. There is no row until one of them is set. */
export const findCartChoices = prepareQuery((db, param: ParamOf<{ userId: string }>) =>
  db.selectFrom('carts').select(['shipping_option', 'notes']).where('user_id', '=', param('userId')),
);

/** The columns that adding to a cart needs. */
export const findItemToAdd = prepareQuery((db, param: ParamOf<{ itemId: number }>) =>
  db
    .selectFrom('items')
    .select(['listed', 'is_active', 'quantity as stock', 'reserved', 'price_cents', 'markup_cents'])
    .where('id', '=', param('itemId')),
);

interface NewLine {
  userId: string;
  itemId: number;
  quantity: number;
  atMost: number;
  priceCents: number;
  now: number;
}

const upsertLine = prepareQuery((db, param: ParamOf<NewLine>) =>
  db
    .insertInto('cart_items')
    .values({
      user_id: param('userId'),
      item_id: param('itemId'),
      quantity: param('quantity'),
      added_price_cents: param('priceCents'),
      created_at: param('now'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'item_id'])
        .doUpdateSet({ quantity: sql`cart_items.quantity + excluded.quantity` })
        .where(sql<number>`cart_items.quantity + excluded.quantity`, '<=', param('atMost')),
    )
    .returning('id'),
);

/**
 * Adds pieces to the line of a product, in one statement, so that two tabs add up and never exceed `atMost`. The line
 * keeps its first price. Returns whether the pieces were added.
 */
export const addPieces = async (tx: Tx, line: NewLine): Promise<boolean> =>
  line.quantity <= line.atMost && (await upsertLine(tx, line)).length === 1;

export const setPieces = async (tx: Tx, line: { lineId: number; quantity: number }): Promise<void> => {
  await tx.updateTable('cart_items').set({ quantity: line.quantity }).where('id', '=', line.lineId).execute();
};

/** Returns whether this member's cart had such a line. */
export const deleteCartLine = async (tx: Tx, { userId, lineId }: { userId: string; lineId: number }) => {
  const deleted = await tx
    .deleteFrom('cart_items')
    .where('id', '=', lineId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
};

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
