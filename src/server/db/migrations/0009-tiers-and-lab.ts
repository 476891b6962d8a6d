import type { Kysely } from 'kysely';

/**
 * Tiers, batches and lab results. `feed_tiers` keeps those of the feed, so that a reset needs no sync. A receipt's line
 * keeps the batch, and a recall finds all lines of one.
 */
export const up = () => async (db: Kysely<unknown>) => {
  for (const column of ['tiers', 'feed_tiers']) {
    await db.schema
      .alterTable('items')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo('[]'))
      .execute();
  }
  for (const column of ['batch', 'lab']) await db.schema.alterTable('items').addColumn(column, 'text').execute();
  await db.schema.alterTable('receipt_lines').addColumn('batch', 'text').execute();
  await db.schema
    .createIndex('receipt_lines_batch')
    .on('receipt_lines')
    .columns(['batch', 'receipt_id'])
    .where('batch', 'is not', null)
    .execute();
};
