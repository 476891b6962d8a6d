import { type Kysely, sql } from 'kysely';

/** A receipt's line keeps the size of its product, and receipts are found by a transaction that somebody typed. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('receipt_lines').addColumn('size', 'text').execute();
  await db.schema.createIndex('receipts_txid').on('receipts').column('txid').where('txid', 'is not', null).execute();
  await db.schema
    .createIndex('payment_texts_txid')
    .on('payment_texts')
    .column('txid')
    .where('txid', 'is not', null)
    .execute();
  // Needs you counts those that are fully paid and not marked so.
  await sql`
    create index receipts_enough on receipts (status)
    where status = 'awaiting_payment' and expires_at is null`.execute(db);
};
