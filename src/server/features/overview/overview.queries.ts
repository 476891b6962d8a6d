import { sql } from 'kysely';
import { fromJson, jsonRows, jsonTable } from '../../db/json.ts';
import type { Db } from '../../db/types.ts';
import { opening } from '../catalogue/catalogue.queries.ts';

/** At most this many unsold products are listed. */
const MOST_UNSOLD = 1000;

/**
 * Reads what the shop knows of sold items, and which products are in stock and were not sold lately. Of those, products
 * that were first listed after `newFrom` come last, since they had little time to sell. `since` is when the shop had its
 * first product or order, epoch milliseconds; null if it never had one.
 */
export const readStock = async (
  db: Db,
  {
    soldIds,
    latelySoldIds,
    newFrom,
  }: { soldIds: readonly number[]; latelySoldIds: readonly number[]; newFrom: number },
) => {
  const given = (ids: readonly number[]) => jsonTable(db, JSON.stringify(ids.map((id) => ({ id }))), { id: 'bigint' });
  const sold = db
    .selectFrom('items')
    .innerJoin(given(soldIds).as('given'), 'given.id', 'items.id')
    .select(['items.id', 'items.name', 'items.size', 'items.brand', 'items.category', 'items.reserved'])
    .select(
      sql<
        number | null
      >`case when items.listed = 1 and items.is_active = 1 then items.quantity - items.reserved end`.as('available'),
    );
  const unsold = db
    .selectFrom('items')
    .select(['items.id as productId', 'items.name', 'items.size', 'items.quantity'])
    .where('items.listed', '=', 1)
    .where('items.is_active', '=', 1)
    .where('items.quantity', '>', 0)
    .where('items.id', 'not in', db.selectFrom(given(latelySoldIds).as('lately')).select('lately.id'))
    .orderBy(sql`case when items.listed_at >= ${sql.lit(newFrom)} then 1 else 0 end`)
    .orderBy('items.quantity', 'desc')
    .orderBy('items.id')
    .limit(MOST_UNSOLD);
  const ordered = db.selectFrom('receipts').select(sql<number | null>`min(created_at)`.as('first'));
  const row = await db
    .selectNoFrom([
      jsonRows(db, sold).as('sold'),
      jsonRows(db, unsold).as('unsold'),
      opening(db).as('opened'),
      ordered.as('ordered'),
    ])
    .executeTakeFirstOrThrow();
  const began = [row.opened, row.ordered].filter((at) => at !== null);
  return {
    sold: fromJson(row.sold),
    unsold: fromJson(row.unsold),
    since: began.length === 0 ? null : Math.min(...began),
  };
};
