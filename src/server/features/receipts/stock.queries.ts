import { sql } from 'kysely';
import type { Tx } from '../../db/types.ts';

/** A number of pieces of an item. */
export interface Pieces {
  itemId: number;
  quantity: number;
}

/**
 * Sums the pieces of several lines per item. The result is in the order in which every transaction locks items, so two
 * orders cannot deadlock (behavior 6.6).
 */
export const piecesByItem = (lines: readonly { item_id: number; quantity: number }[]): Pieces[] => {
  const sums = new Map<number, number>();
  for (const { item_id, quantity } of lines) sums.set(item_id, (sums.get(item_id) ?? 0) + quantity);
  return [...sums].map(([itemId, quantity]) => ({ itemId, quantity })).sort((a, b) => a.itemId - b.itemId);
};

/** Releases the pieces of a cancelled or expired order. */
export const releaseStock = async (tx: Tx, { itemId, quantity }: Pieces): Promise<void> => {
  await tx
    .updateTable('items')
    .set({ reserved: lessAtLeast0('reserved', quantity) })
    .where('id', '=', itemId)
    .execute();
};

/** Deducts shipped pieces. A feed may have deducted them already, so the stock never goes below 0. */
export const shipStock = async (tx: Tx, { itemId, quantity }: Pieces): Promise<void> => {
  await tx
    .updateTable('items')
    .set({ quantity: lessAtLeast0('quantity', quantity), reserved: lessAtLeast0('reserved', quantity) })
    .where('id', '=', itemId)
    .execute();
};

/** A plain `case`, because the engines have different names for the larger of two values. */
const lessAtLeast0 = (column: 'quantity' | 'reserved', pieces: number) => {
  const name = sql.ref(column);
  return sql<number>`case when ${name} > ${pieces} then ${name} - ${pieces} else 0 end`;
};
