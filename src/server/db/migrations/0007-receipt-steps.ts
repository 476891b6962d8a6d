import { type Kysely, sql } from 'kysely';
import type { EngineKind } from '../types.ts';

/** Steps of a receipt that can be undone, payment facts, and a history of more than steps. */
export const up = (_engine: EngineKind) => async (db: Kysely<unknown>) => {
  const whole = 'bigint' as const;
  const add = (table: string, column: string, type: 'bigint' | 'text') =>
    db.schema.alterTable(table).addColumn(column, type).execute();

  await add('receipts', 'payment_sent_at', whole);
  await add('receipts', 'received_cents', whole);
  await add('receipts', 'coin', 'text');
  await add('receipts', 'txid', 'text');
  await add('receipts', 'tracking', 'text');
  await add('receipts', 'panel_note', 'text');
  await sql`
    create index receipts_payment_sent on receipts (payment_sent_at)
    where status = 'awaiting_payment' and payment_sent_at is not null`.execute(db);

  await db.schema
    .alterTable('receipt_events')
    .addColumn('kind', 'text', (c) => c.notNull().defaultTo('step'))
    .execute();
  await add('receipt_events', 'changes', 'text');

  await db.schema
    .alterTable('items')
    .addColumn('stock_version', whole, (c) => c.notNull().defaultTo(0))
    .execute();
  await add('receipt_lines', 'taken', whole);
  await add('receipt_lines', 'stock_version', whole);
  // Older versions did not store what shipping deducted. It comes back unless a sync has changed the item since.
  await sql`
    update receipt_lines set taken = quantity, stock_version = case when exists (
      select 1 from items, receipt_events
      where items.id = receipt_lines.item_id and receipt_events.receipt_id = receipt_lines.receipt_id
        and receipt_events.status = 'shipped' and items.last_synced_at >= receipt_events.at
    ) then -1 else 0 end
    where receipt_id in (select id from receipts where status in ('shipped', 'completed'))`.execute(db);

  await add('points_entries', 'reversed_by', whole);
  await sql`drop index points_earned_once`.execute(db);
  await sql`
    create unique index points_earned_once on points_entries (receipt_id)
    where kind = 'earned' and reversed_by is null`.execute(db);
};
