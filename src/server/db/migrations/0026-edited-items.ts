import { type Kysely, sql } from 'kysely';

/** An item as it was stored before. Texts are JSON where the present columns are. */
export interface OlderItem {
  shop_owned: string;
  feed_description: string | null;
  feed_weight_label: string | null;
  feed_tiers?: string;
  feed_images?: string;
}

/** Returns what the feed had for the fields that the shop owns, as JSON. */
export const feedValuesOf = (item: OlderItem): string => {
  const ofFeed: Record<string, unknown> = {
    description: item.feed_description,
    weightLabel: item.feed_weight_label,
    tiers: JSON.parse(item.feed_tiers ?? '[]'),
    images: JSON.parse(item.feed_images ?? '[]'),
  };
  const owned = JSON.parse(item.shop_owned) as string[];
  return JSON.stringify(Object.fromEntries(owned.map((field) => [field, ofFeed[field]])));
};

const OLDER_COLUMNS = ['feed_description', 'feed_weight_label', 'feed_tiers', 'feed_images'];

/**
 * The shop can own nearly every field of an item. One column keeps what the feed has for those, instead of four. An item
 * has the correction of its stock, and a change of stock by hand how often the stock had been set by then.
 */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('items')
    .addColumn('feed_values', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  await db.schema.alterTable('items').addColumn('stock_correction', 'text').execute();
  await db.schema.alterTable('change_rows').addColumn('stock_version', 'bigint').execute();
  const { rows } = await sql<OlderItem & { id: number }>`
    select id, shop_owned, feed_description, feed_weight_label, feed_tiers, feed_images
    from items where shop_owned <> '[]'`.execute(db);
  for (const row of rows) {
    await sql`update items set feed_values = ${feedValuesOf(row)} where id = ${row.id}`.execute(db);
  }
  for (const column of OLDER_COLUMNS) await db.schema.alterTable('items').dropColumn(column).execute();
};
