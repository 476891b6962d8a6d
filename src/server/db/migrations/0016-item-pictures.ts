import { type Kysely, sql } from 'kysely';

/**
 * The shop can own an item's pictures: `feed_images` keeps those of the feed, so that a reset needs no sync. `pictures`
 * holds the uploaded ones, so that every process and every backup has them.
 */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('items')
    .addColumn('feed_images', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await sql`update items set feed_images = images where images <> '[]'`.execute(db);

  await db.schema
    .createTable('pictures')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('bytes', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
};
