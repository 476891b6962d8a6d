import { type Kysely, sql } from 'kysely';

/** What had been shipped before had lost the batch of its order. */
export const SHIPPED_BATCHES = sql`
  update receipt_lines set shipped_batch = batch, batch = null
  where shipped_batch is null and batch is not null
    and receipt_id in (select id from receipts where status in ('shipped', 'completed'))`;

/** A receipt's line keeps the batch of the order also after it was shipped, and a recall finds either. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('receipt_lines').addColumn('shipped_batch', 'text').execute();
  await SHIPPED_BATCHES.execute(db);
  await db.schema
    .createIndex('receipt_lines_shipped_batch')
    .on('receipt_lines')
    .columns(['shipped_batch', 'receipt_id'])
    .where('shipped_batch', 'is not', null)
    .execute();
};
