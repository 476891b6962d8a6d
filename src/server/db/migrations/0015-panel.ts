import { type Kysely, sql } from 'kysely';

/**
 * Receipts keep when they were first paid, for the overview. Items have a threshold for low stock and a mark for those that
 * an admin added. Rows of a change can be undone one by one. New tables hold saved views, the sync that waits for a
 * decision, and the long work of the last day.
 */
export const up = () => async (db: Kysely<unknown>) => {
  const whole = 'bigint' as const;

  await db.schema.alterTable('receipts').addColumn('paid_at', whole).execute();
  await sql`
    update receipts set paid_at = (
      select min(receipt_events.at) from receipt_events
      where receipt_events.receipt_id = receipts.id
        and receipt_events.kind = 'step' and receipt_events.status = 'paid')`.execute(db);
  // With all that the overview sums, so that it reads nothing but this index. Unpaid receipts are not in it.
  await sql`
    create index receipts_paid on receipts (paid_at, status, total_cents, shipping_cents, points_discount_cents, id)
    where paid_at is not null`.execute(db);

  await sql`create index receipts_to_ship on receipts (paid_at) where status = 'paid'`.execute(db);
  await db.schema.createIndex('receipts_total').on('receipts').columns(['total_cents', 'number']).execute();
  await db.schema.createIndex('receipts_created').on('receipts').column('created_at').execute();

  await db.schema.alterTable('items').addColumn('low_stock', whole).execute();
  await db.schema
    .alterTable('items')
    .addColumn('by_hand', whole, (c) => c.notNull().defaultTo(0).check(sql`by_hand in (0, 1)`))
    .execute();

  // What needs attention is counted often.
  await sql`
    create index items_low on items (quantity) where listed = 1 and is_active = 1 and low_stock is null`.execute(db);
  await sql`
    create index items_low_by_own on items (quantity, low_stock)
    where listed = 1 and is_active = 1 and low_stock is not null`.execute(db);
  await sql`create index alerts_waiting on alerts (item_id, created_at) where back_at is null`.execute(db);
  await sql`
    create index notices_stuck on notices (created_at) where delivered_at is null and attempts >= 3`.execute(db);
  await sql`
    create index users_to_verify on users (created_at)
    where role = 'member' and status = 'active' and deleted_at is null and verified_at is null`.execute(db);
  await sql`
    create index users_verified_until on users (verified_until)
    where role = 'member' and status = 'active' and deleted_at is null and verified_at is not null`.execute(db);

  await db.schema
    .createTable('views')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('shared', whole, (c) => c.notNull())
    .addColumn('updated_at', whole, (c) => c.notNull())
    .addUniqueConstraint('views_of_user', ['user_id', 'name'])
    .execute();

  await db.schema
    .createTable('pending_syncs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('feed', 'text', (c) => c.notNull())
    .addColumn('feed_cursor', 'text')
    .addColumn('prices', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('plan_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .execute();

  // No reference to users: a restore replaces the users and keeps nothing of this.
  await db.schema
    .createTable('tasks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('message', 'text')
    .addColumn('change_id', whole)
    .addColumn('alive_until', whole, (c) => c.notNull())
    .addColumn('started_at', whole, (c) => c.notNull())
    .addColumn('finished_at', whole)
    .execute();

  await db.schema.alterTable('change_rows').addColumn('reverted_by', whole).execute();
  // Hardly any row has one, so the index stays small.
  await db.schema
    .createIndex('change_rows_reverted')
    .on('change_rows')
    .column('reverted_by')
    .where('reverted_by', 'is not', null)
    .execute();
};
