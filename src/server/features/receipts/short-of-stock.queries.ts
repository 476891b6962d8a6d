import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { RESERVING_STATUSES } from '#domain/receipt-state.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';

/** An item that has left the lists has no stock. */
const ON_HAND = sql<number>`case when items.listed = 1 then items.quantity else 0 end`;

/**
 * The ids of open receipts that the stock on hand no longer covers, because a sync or a file has lowered it. Of several
 * receipts with the same item, the ones that were made first get the pieces.
 */
export const shortOfStock = (db: Db | Tx): SelectQueryBuilder<Schema, never, { id: string }> => {
  // As literals, so that PostgreSQL knows how few receipts are open. Their lines are counted for each of them: a join
  // would read the lines of all receipts.
  const isOpen = (receipt: string) =>
    sql<SqlBool>`${sql.ref(`${receipt}.status`)} in (${sql.join(RESERVING_STATUSES.map((status) => sql.lit(status)))})`;
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
            (inner) =>
              inner
                .selectFrom('receipt_lines as earlier')
                .innerJoin('receipts as holder', 'holder.id', 'earlier.receipt_id')
                .select(({ fn }) => fn.sum<number>('earlier.quantity').as('pieces'))
                .whereRef('earlier.item_id', '=', 'promised.item_id')
                .where(isOpen('holder'))
                .where('holder.number', '<=', ref('open.number')),
            '>',
            ON_HAND,
          ),
      '>',
      0,
    );
  return short as unknown as SelectQueryBuilder<Schema, never, { id: string }>;
};
