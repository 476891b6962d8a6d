import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { holdsStock, RESERVING_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import { isOneOf } from '../../db/json.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';

/** An item that has left the lists has no stock. */
const ON_HAND = sql<number>`case when items.listed = 1 then items.quantity else 0 end`;

// As literals, so that PostgreSQL knows how few receipts are open.
const isOpen = (receipt: string) =>
  sql<SqlBool>`${sql.ref(`${receipt}.status`)} in (${sql.join(RESERVING_STATUSES.map((status) => sql.lit(status)))})`;

/** The pieces of an item that open receipts hold, up to one of them: the receipts that were made first get the pieces. */
const heldUpTo = (db: Db | Tx, { itemId, number }: { itemId: Expression<unknown>; number: Expression<unknown> }) =>
  db
    .selectFrom('receipt_lines as earlier')
    .innerJoin('receipts as holder', 'holder.id', 'earlier.receipt_id')
    .select(({ fn }) => fn.sum<number>('earlier.quantity').as('pieces'))
    .where(sql<SqlBool>`earlier.item_id = ${itemId}`)
    .where(isOpen('holder'))
    .where(sql<SqlBool>`holder.number <= ${number}`);

/**
 * The ids of open receipts that the stock on hand no longer covers, because a sync or a file has lowered it.
 */
export const shortOfStock = (db: Db | Tx): SelectQueryBuilder<Schema, never, { id: string }> => {
  // Their lines are counted for each of them: a join would read the lines of all receipts.
  const short = db
    .selectFrom('receipts as open')
    .select('open.id')
    .where(isOpen('open'))
    .where(
      ({ selectFrom, ref }) =>
        selectFrom('receipt_lines as promised')
          .innerJoin('items', 'items.id', 'promised.item_id')
          .select(({ fn }) => fn.countAll<number>().as('lines'))
          .where('promised.receipt_id', '=', ref('open.id'))
          .where(sql<SqlBool>`items.reserved > ${ON_HAND}`)
          .where(
            (inner) => heldUpTo(db, { itemId: inner.ref('promised.item_id'), number: ref('open.number') }),
            '>',
            ON_HAND,
          ),
      '>',
      0,
    );
  return short as unknown as SelectQueryBuilder<Schema, never, { id: string }>;
};

interface ShortItem {
  id: string;
  productId: number;
  missing: number;
}

/** The items that the stock on hand no longer covers for these receipts, of the open ones, and how many pieces are missing. */
export const findShortItems = async (
  db: Db | Tx,
  receipts: readonly { number: number; status: ReceiptStatus }[],
): Promise<ShortItem[]> => {
  const open = receipts.filter(({ status }) => holdsStock(status)).map(({ number }) => number);
  if (open.length === 0) return [];
  const rows = await db
    .selectFrom('receipts as open')
    .innerJoin('receipt_lines as promised', 'promised.receipt_id', 'open.id')
    .innerJoin('items', 'items.id', 'promised.item_id')
    .select(({ fn, ref }) => [
      'open.id',
      'promised.item_id',
      fn.sum<number>('promised.quantity').as('pieces'),
      sql<number>`${heldUpTo(db, { itemId: ref('promised.item_id'), number: ref('open.number') })}`.as('held'),
      ON_HAND.as('on_hand'),
    ])
    .where(isOneOf(db, 'open.number', open))
    .where(isOpen('open'))
    .where(sql<SqlBool>`items.reserved > ${ON_HAND}`)
    .groupBy(['open.id', 'promised.item_id', 'open.number', 'items.listed', 'items.quantity'])
    .orderBy('promised.item_id')
    .execute();
  return rows
    .map(({ id, item_id, pieces, held, on_hand }) => ({
      id,
      productId: item_id,
      missing: Math.min(Number(pieces), Number(held) - on_hand),
    }))
    .filter(({ missing }) => missing > 0);
};

/** How many pieces these receipts are short of in all, those that are. */
export const findShortReceipts = async (
  db: Db | Tx,
  receipts: readonly { number: number; status: ReceiptStatus }[],
): Promise<{ id: string; missing: number }[]> => {
  const pieces = new Map<string, number>();
  for (const { id, missing } of await findShortItems(db, receipts)) pieces.set(id, (pieces.get(id) ?? 0) + missing);
  return [...pieces].map(([id, missing]) => ({ id, missing }));
};
