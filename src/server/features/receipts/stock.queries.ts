import { sql } from 'kysely';
import type { Tx } from '../../db/types.ts';
import { nextBackAt } from '../catalogue/back-in-stock.queries.ts';

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

/** Releases the pieces of a cancelled or expired order. An item of which nothing was free is back then. */
export const releaseStock = async (tx: Tx, { itemId, quantity, now }: Pieces & { now: number }): Promise<void> => {
  await tx
    .updateTable('items')
    .set({
      reserved: lessAtLeast0('reserved', quantity),
      back_at: nextBackAt({ reserved: lessAtLeast0('reserved', quantity) }, now),
    })
    .where('id', '=', itemId)
    .execute();
};

/**
 * Reserves pieces again if they are still free. Otherwise it reserves nothing and returns how many are left: 0 for an item
 * that left the lists.
 */
export const reserveStock = async (tx: Tx, { itemId, quantity }: Pieces): Promise<{ left: number } | null> => {
  const reserved = await tx
    .updateTable('items')
    .set({ reserved: sql`reserved + ${quantity}` })
    .where('id', '=', itemId)
    .where('listed', '=', 1)
    .where(sql<boolean>`items.quantity - items.reserved >= ${quantity}`)
    .returning('id')
    .executeTakeFirst();
  if (reserved) return null;
  const item = await tx
    .selectFrom('items')
    .select(['listed', sql<number>`quantity - reserved`.as('free')])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();
  return { left: item.listed === 1 ? Math.max(0, item.free) : 0 };
};

/**
 * Keeps in the lines of a receipt how many pieces shipping is about to deduct, and what the stock was set to last. The
 * caller has locked the items.
 */
export const recordTakenPieces = async (tx: Tx, { receiptId }: { receiptId: string }): Promise<void> => {
  await tx
    .updateTable('receipt_lines')
    .from('items')
    .set({
      taken: sql<number>`case when items.quantity < receipt_lines.quantity then items.quantity else receipt_lines.quantity end`,
      stock_version: sql<number>`items.stock_version`,
    })
    .where('receipt_lines.receipt_id', '=', receiptId)
    .whereRef('items.id', '=', 'receipt_lines.item_id')
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

/**
 * Reserves the pieces of a line that was shipped by mistake, and puts back what shipping deducted. If the stock has been
 * set since, by a sync or a file, the pieces are reserved only (behavior 7.7).
 */
export const returnStock = async (
  tx: Tx,
  line: { item_id: number; quantity: number; taken: number | null; stock_version: number | null },
): Promise<void> => {
  const isSame = sql`stock_version = ${line.stock_version ?? -1}`;
  await tx
    .updateTable('items')
    .set({
      quantity: sql`case when ${isSame} then quantity + ${line.taken ?? 0} else quantity end`,
      reserved: sql`reserved + ${line.quantity}`,
    })
    .where('id', '=', line.item_id)
    .execute();
};

/** A plain `case`, because the engines have different names for the larger of two values. */
const lessAtLeast0 = (column: 'quantity' | 'reserved', pieces: number) => {
  const name = sql.ref(column);
  return sql<number>`case when ${name} > ${pieces} then ${name} - ${pieces} else 0 end`;
};
