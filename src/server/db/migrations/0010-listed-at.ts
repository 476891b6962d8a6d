import { type Kysely, sql } from 'kysely';

/**
 * When an item was first listed. For older items it is the time of the change that added them, if the history still has
 * it. Otherwise it stays unknown.
 */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('items').addColumn('listed_at', 'bigint').execute();
  await sql`
    update items set listed_at = (
      select min(change_sets.created_at) from change_rows
      join change_sets on change_sets.id = change_rows.change_id
      where change_rows.item_id = items.id and change_rows.kind = 'added' and change_rows.before = '{}')`.execute(db);
};
