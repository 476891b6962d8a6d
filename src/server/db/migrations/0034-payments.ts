import { type Kysely, sql } from 'kysely';
import type { EngineKind } from '../types.ts';

/** The last entry of a receipt's history that wrote down what was received. */
const NOTED = sql`
  select max(noted.id) from receipt_events as noted
  where noted.receipt_id = receipts.id and noted.kind = 'facts' and noted.changes like '%"what":"received"%'`;

/** What an older version noted as received becomes an entry of the books. Enough keeps the stock without an end. */
export const BOOKED_FACTS = [
  sql`
    update receipts set expires_at = null
    where status = 'awaiting_payment' and received_cents > 0 and received_cents >= total_cents
      and not exists (select 1 from payments where payments.receipt_id = receipts.id)`,
  sql`
    insert into payments (receipt_id, kind, coin, cents, at, actor, is_older)
    select receipts.id, 'received', receipts.coin, receipts.received_cents,
      coalesce(event.at, receipts.paid_at, receipts.created_at), coalesce(event.actor, 'system'), 1
    from receipts left join receipt_events as event on event.id = (${NOTED})
    where receipts.received_cents is not null
      and not exists (select 1 from payments where payments.receipt_id = receipts.id)
    order by receipts.number`,
  sql`
    insert into payment_texts (payment_id, txid)
    select payments.id, receipts.txid from payments join receipts on receipts.id = payments.receipt_id
    where payments.is_older = 1 and receipts.txid is not null
      and not exists (select 1 from payment_texts where payment_texts.payment_id = payments.id)`,
];

/** The books: what was received and refunded for each receipt. What people typed about an entry is beside it. */
export const up = (engine: EngineKind) => async (db: Kysely<unknown>) => {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await db.schema
    .createTable('payments')
    .addColumn('id', whole, (c) =>
      engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('coin', 'text')
    .addColumn('coin_amount', 'text')
    .addColumn('cents', 'bigint')
    .addColumn('txid', 'text')
    .addColumn('output', 'bigint')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('reverses', whole, (c) => c.references('payments.id'))
    .addColumn('is_older', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('payments_receipt').on('payments').columns(['receipt_id', 'id']).execute();
  // An entry is undone once, and an output of a transaction has one entry.
  await db.schema.createIndex('payments_reverses').unique().on('payments').column('reverses').execute();
  await db.schema.createIndex('payments_output').unique().on('payments').columns(['txid', 'output']).execute();
  await db.schema
    .createTable('payment_texts')
    .addColumn('payment_id', whole, (c) => c.primaryKey().notNull().references('payments.id'))
    .addColumn('txid', 'text')
    .addColumn('note', 'text')
    .execute();

  await db.schema.alterTable('receipts').addColumn('part_kept_at', 'bigint').execute();
  // Orders of which enough was received do not count as unpaid.
  await sql`drop index receipts_unpaid`.execute(db);
  await sql`
    create index receipts_unpaid on receipts (user_id, total_cents, received_cents)
    where status = 'awaiting_payment'`.execute(db);

  for (const step of BOOKED_FACTS) await step.execute(db);
};
