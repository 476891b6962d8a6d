import { type Kysely, sql } from 'kysely';
import type { EngineKind } from '../types.ts';

/** What the chain says of each payment that the shop has seen, and what the receipts need for it. */
export const up = (engine: EngineKind) => async (db: Kysely<unknown>) => {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await db.schema
    .createTable('watched_outputs')
    .addColumn('id', whole, (c) =>
      engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('txid', 'text', (c) => c.notNull())
    .addColumn('output', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('payment_id', whole, (c) => c.references('payments.id'))
    .addColumn('units', 'bigint', (c) => c.notNull())
    .addColumn('rate', 'text')
    .addColumn('quoted_at', 'bigint')
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('height', 'bigint')
    .addColumn('block_at', 'bigint')
    .addColumn('confirmations', 'bigint', (c) => c.notNull())
    .addColumn('needed', 'bigint', (c) => c.notNull())
    .addColumn('servers', 'bigint', (c) => c.notNull())
    .addColumn('counts', 'bigint', (c) => c.notNull())
    .addColumn('missing', 'bigint', (c) => c.notNull())
    .addColumn('gone_at', 'bigint')
    .addUniqueConstraint('watched_outputs_output', ['txid', 'output'])
    .execute();
  await db.schema.createIndex('watched_outputs_payment').unique().on('watched_outputs').column('payment_id').execute();
  await db.schema.createIndex('watched_outputs_address').on('watched_outputs').column('address').execute();
  await sql`create index watched_outputs_gone on watched_outputs (payment_id) where counts = 0`.execute(db);
  await sql`
    create index watched_outputs_without_order on watched_outputs (seen_at) where payment_id is null`.execute(db);
  // What Needs you counts.
  await sql`create index receipts_over on receipts (status) where received_cents > total_cents`.execute(db);
  await sql`
    create index receipts_late on receipts (status)
    where received_cents > 0 and status in ('cancelled', 'expired')`.execute(db);
  await sql`create index payments_older on payments (receipt_id) where is_older = 1`.execute(db);
  await db.schema.alterTable('receipts').addColumn('seen_kept_at', 'bigint').execute();
  await db.schema
    .alterTable('receipts')
    .addColumn('former_quotes', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
};
