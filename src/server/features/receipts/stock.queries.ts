import { sql } from 'kysely';
import type { Tx } from '../../db/shop-database.ts';

/** So many pieces of an item. */
export interface Pieces {
  itemId: number;
  quantity: number;
}

/**
 * The pieces of several lines, those of one item summed, in the one order in which every transaction takes items: two
 * orders never wait for one another in a circle (decisions §6).
 */
export const piecesByItem = (lines: readonly { item_id: number; quantity: number }[]): Pieces[] => {
  const sums = new Map<number, number>();
  for (const { item_id, quantity } of lines) sums.set(item_id, (sums.get(item_id) ?? 0) + quantity);
  return [...sums].map(([itemId, quantity]) => ({ itemId, quantity })).sort((a, b) => a.itemId - b.itemId);
};

/**
 * Promises pieces to an order where they are free, in one conditional update: overselling cannot happen
 * (decisions §6). Answers the item as it is sold, or undefined where it is gone or short and nothing was reserved.
 */
export const reserveStock = (tx: Tx, { itemId, quantity }: Pieces) =>
  tx
    .updateTable('items')
    .set({ reserved: sql`reserved + ${quantity}` })
    .where('id', '=', itemId)
    .where('listed', '=', 1)
    .where('is_active', '=', 1)
    .where(sql<number>`quantity - reserved`, '>=', quantity)
    .returning(['id', 'name', 'brand', 'price_cents', 'markup_cents'])
    .executeTakeFirst();

export type ReservedItem = NonNullable<Awaited<ReturnType<typeof reserveStock>>>;

/** The stock of some items as it stands, by id. */
export const findStock = (tx: Tx, { itemIds }: { itemIds: readonly number[] }) =>
  tx
    .selectFrom('items')
    .select(['id', 'name', 'listed', 'is_active', 'quantity as stock', 'reserved'])
    .where('id', 'in', itemIds)
    .orderBy('id')
    .execute();

/** Lets go of what a cancelled or expired order had reserved. */
export const releaseStock = async (tx: Tx, { itemId, quantity }: Pieces): Promise<void> => {
  await tx
    .updateTable('items')
    .set({ reserved: lessAtLeast0('reserved', quantity) })
    .where('id', '=', itemId)
    .execute();
};

/** Takes shipped pieces off for good. A feed may have counted them already: stock ends at 0, never below. */
export const shipStock = async (tx: Tx, { itemId, quantity }: Pieces): Promise<void> => {
  await tx
    .updateTable('items')
    .set({ quantity: lessAtLeast0('quantity', quantity), reserved: lessAtLeast0('reserved', quantity) })
    .where('id', '=', itemId)
    .execute();
};

/** A plain `case`, because the engines call the larger of two by different names. */
const lessAtLeast0 = (column: 'quantity' | 'reserved', pieces: number) => {
  const name = sql.ref(column);
  return sql<number>`case when ${name} > ${pieces} then ${name} - ${pieces} else 0 end`;
};
