import { type Kysely, sql } from 'kysely';

/**
 * The changes of an item's base price and markup. A hot item has a change of its stock in every sync, among which those
 * would have to be searched.
 */
export const up = () => async (db: Kysely<unknown>) => {
  await sql`
    create index change_rows_price on change_rows (item_id, change_id) where after like '%"priceCents":%'`.execute(db);
  await sql`
    create index change_rows_markup on change_rows (item_id, change_id) where after like '%"markupCents":%'`.execute(
    db,
  );
};
