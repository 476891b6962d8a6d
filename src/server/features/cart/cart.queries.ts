import { sql } from 'kysely';
import type { StockedItem } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { type PlaceOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Flag } from '../../db/schema.ts';
import type { Tx } from '../../db/shop-database.ts';

/** What a cart line needs to know of its item: its price and what can be had of it today. */
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

/** A row's stock in the words of the rules. */
export const stockedItem = (row: { listed: Flag; is_active: Flag; stock: number; reserved: number }): StockedItem => ({
  listed: row.listed === 1,
  isActive: row.is_active === 1,
  quantity: row.stock,
  reserved: row.reserved,
});

/** The lines of a member's cart in the order they were put in, each with its item as it is now. */
export const findCartLines = prepareQuery((db, place: PlaceOf<{ userId: string }>) =>
  db
    .selectFrom('cart_items')
    .innerJoin('items', 'items.id', 'cart_items.item_id')
    .select(['cart_items.id', 'cart_items.item_id', 'cart_items.quantity', 'cart_items.added_price_cents'])
    .select(ITEM_COLUMNS)
    .where('cart_items.user_id', '=', place('userId'))
    .orderBy('cart_items.id'),
);

export type CartLineRow = Awaited<ReturnType<typeof findCartLines>>[number];

/** One line of this member with its item; another member's is not found. */
export const findCartLine = (tx: Tx, { userId, lineId }: { userId: string; lineId: number }) =>
  tx
    .selectFrom('cart_items')
    .innerJoin('items', 'items.id', 'cart_items.item_id')
    .select(['cart_items.id', 'cart_items.quantity'])
    .select(['items.listed', 'items.is_active', 'items.quantity as stock', 'items.reserved'])
    .where('cart_items.id', '=', lineId)
    .where('cart_items.user_id', '=', userId)
    .executeTakeFirst();

/** Shipping choice and notes; nothing is stored until one of them is set. */
export const findCartChoices = prepareQuery((db, place: PlaceOf<{ userId: string }>) =>
  db.selectFrom('carts').select(['shipping_option', 'notes']).where('user_id', '=', place('userId')),
);

/** What adding to a cart asks of an item. */
export const findItemToAdd = prepareQuery((db, place: PlaceOf<{ itemId: number }>) =>
  db
    .selectFrom('items')
    .select(['listed', 'is_active', 'quantity as stock', 'reserved', 'price_cents', 'markup_cents'])
    .where('id', '=', place('itemId')),
);

interface NewLine {
  userId: string;
  itemId: number;
  quantity: number;
  atMost: number;
  priceCents: number;
  now: number;
}

const upsertLine = prepareQuery((db, place: PlaceOf<NewLine>) =>
  db
    .insertInto('cart_items')
    .values({
      user_id: place('userId'),
      item_id: place('itemId'),
      quantity: place('quantity'),
      added_price_cents: place('priceCents'),
      created_at: place('now'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'item_id'])
        .doUpdateSet({ quantity: sql`cart_items.quantity + excluded.quantity` })
        .where(sql<number>`cart_items.quantity + excluded.quantity`, '<=', place('atMost')),
    )
    .returning('id'),
);

/**
 * Adds pieces to the one line a product has in a cart, in one statement, so that two tabs sum up and never pass
 * `atMost`. The price of the first time is kept. Answers whether the pieces were added.
 */
export const addPieces = async (tx: Tx, line: NewLine): Promise<boolean> =>
  line.quantity <= line.atMost && (await upsertLine(tx, line)).length === 1;

export const setPieces = async (tx: Tx, line: { lineId: number; quantity: number }): Promise<void> => {
  await tx.updateTable('cart_items').set({ quantity: line.quantity }).where('id', '=', line.lineId).execute();
};

/** Answers whether there was such a line in this member's cart. */
export const deleteCartLine = async (tx: Tx, { userId, lineId }: { userId: string; lineId: number }) => {
  const deleted = await tx
    .deleteFrom('cart_items')
    .where('id', '=', lineId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
};

/** Takes all lines out of the cart and answers what they were: whoever gets them, nobody else does. */
export const takeCartLines = (tx: Tx, { userId }: { userId: string }) =>
  tx.deleteFrom('cart_items').where('user_id', '=', userId).returning(['id', 'item_id', 'quantity']).execute();

/** Sets shipping choice, notes or both. */
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
 * Holds a member's cart until the transaction ends, so that two confirms of one cart follow one another on both
 * engines. Answers shipping choice and notes.
 */
export const lockCart = (tx: Tx, { userId, now }: { userId: string; now: number }) =>
  tx
    .insertInto('carts')
    .values({ user_id: userId, shipping_option: DEFAULT_SHIPPING_OPTION, notes: '', updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: now }))
    .returning(['shipping_option', 'notes'])
    .executeTakeFirstOrThrow();
