import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { EngineKind } from '../types.ts';

/** The first schema: accounts, inventory with its history, carts, receipts, points, notices. */
export const up = (engine: EngineKind) => async (db: Kysely<unknown>) => {
  /** A table with an id that counts up and never gives a number out twice. */
  const numbered = (name: string): CreateTableBuilder<string, string> =>
    db.schema
      .createTable(name)
      .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigint', (column) =>
        engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity(),
      );
  const whole = 'bigint' as const;
  const flag = 'smallint' as const;

  await db.schema
    .createTable('shop_state')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('versions')
    .addColumn('topic', 'text', (c) => c.primaryKey())
    .addColumn('version', whole, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', whole, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('signal_username', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('is_admin', flag, (c) => c.notNull())
    .addColumn('member_type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('verified_at', whole)
    .addColumn('age_confirmed_at', whole)
    .addColumn('points_balance', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('last_seen_at', whole)
    .addColumn('deleted_at', whole)
    .addCheckConstraint('users_points_not_below_zero', sql`points_balance >= 0`)
    .execute();
  // Named expression indexes: SQLite names no constraint for a plain UNIQUE (failures.ts relies on the names).
  await sql`create unique index users_username_key on users (lower(username))`.execute(db);
  await sql`create unique index users_email_key on users (lower(email))`.execute(db);

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('last_used_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();

  await db.schema
    .createTable('reset_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole, (c) => c.notNull())
    .addColumn('used_at', whole)
    .execute();

  await numbered('user_events')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('at', whole, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('user_events_user').on('user_events').columns(['user_id', 'id']).execute();

  await numbered('items')
    .addColumn('external_id', 'text', (c) => c.notNull().unique())
    .addColumn('listed', flag, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('brand', 'text')
    .addColumn('category', 'text')
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('images', 'text', (c) => c.notNull())
    .addColumn('size', 'text')
    .addColumn('quantity', whole, (c) => c.notNull())
    .addColumn('reserved', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('price_cents', whole, (c) => c.notNull())
    .addColumn('markup_cents', whole, (c) => c.notNull())
    .addColumn('is_active', flag, (c) => c.notNull())
    .addColumn('weight_label', 'text')
    .addColumn('shop_owned', 'text', (c) => c.notNull())
    .addColumn('feed_description', 'text')
    .addColumn('feed_weight_label', 'text')
    .addColumn('last_synced_at', whole)
    .addCheckConstraint('items_quantity_not_below_zero', sql`quantity >= 0`)
    .addCheckConstraint('items_reserved_not_below_zero', sql`reserved >= 0`)
    .addCheckConstraint('items_price_not_below_zero', sql`price_cents >= 0 and markup_cents >= 0`)
    .execute();
  await db.schema.createIndex('items_listed').on('items').columns(['listed', 'id']).execute();

  await numbered('change_sets')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('added', whole, (c) => c.notNull())
    .addColumn('changed', whole, (c) => c.notNull())
    .addColumn('removed', whole, (c) => c.notNull())
    .addColumn('unchanged', whole, (c) => c.notNull())
    .addColumn('switches', 'text')
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('reverted_by', whole)
    .execute();
  await db.schema.createIndex('change_sets_kind').on('change_sets').columns(['kind', 'created_at']).execute();

  await numbered('change_rows')
    .addColumn('change_id', whole, (c) => c.notNull().references('change_sets.id'))
    .addColumn('item_id', whole, (c) => c.notNull().references('items.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('change_rows_change').on('change_rows').columns(['change_id', 'id']).execute();
  await db.schema.createIndex('change_rows_item').on('change_rows').columns(['item_id', 'change_id']).execute();

  await numbered('sync_runs')
    .addColumn('started_at', whole, (c) => c.notNull())
    .addColumn('finished_at', whole)
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('added', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('changed', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('removed', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('unchanged', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('warnings', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('change_id', whole)
    .execute();

  await db.schema
    .createTable('carts')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('shipping_option', 'text', (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('updated_at', whole, (c) => c.notNull())
    .execute();
  await numbered('cart_items')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('item_id', whole, (c) => c.notNull().references('items.id'))
    .addColumn('quantity', whole, (c) => c.notNull())
    .addColumn('added_price_cents', whole, (c) => c.notNull())
    .addColumn('created_at', whole, (c) => c.notNull())
    .addCheckConstraint('cart_items_quantity_above_zero', sql`quantity > 0`)
    .execute();
  await db.schema
    .createIndex('cart_items_one_line_a_product')
    .unique()
    .on('cart_items')
    .columns(['user_id', 'item_id'])
    .execute();

  await db.schema
    .createTable('receipts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', whole, (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('subtotal_cents', whole, (c) => c.notNull())
    .addColumn('shipping_option', 'text', (c) => c.notNull())
    .addColumn('shipping_cents', whole, (c) => c.notNull())
    .addColumn('total_cents', whole, (c) => c.notNull())
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('created_at', whole, (c) => c.notNull())
    .addColumn('expires_at', whole)
    .execute();
  await db.schema
    .createIndex('receipts_one_a_key')
    .unique()
    .on('receipts')
    .columns(['user_id', 'idempotency_key'])
    .execute();
  await db.schema.createIndex('receipts_user').on('receipts').columns(['user_id', 'number']).execute();
  await db.schema.createIndex('receipts_status').on('receipts').columns(['status', 'number']).execute();
  await db.schema.createIndex('receipts_expiry').on('receipts').column('expires_at').execute();

  await numbered('receipt_lines')
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipts.id'))
    .addColumn('position', whole, (c) => c.notNull())
    .addColumn('item_id', whole, (c) => c.notNull().references('items.id'))
    .addColumn('product_name', 'text', (c) => c.notNull())
    .addColumn('product_brand', 'text', (c) => c.notNull())
    .addColumn('quantity', whole, (c) => c.notNull())
    .addColumn('unit_price_cents', whole, (c) => c.notNull())
    .addCheckConstraint('receipt_lines_quantity_above_zero', sql`quantity > 0`)
    .execute();
  await db.schema
    .createIndex('receipt_lines_receipt')
    .on('receipt_lines')
    .columns(['receipt_id', 'position'])
    .execute();
  await db.schema.createIndex('receipt_lines_item').on('receipt_lines').column('item_id').execute();

  await numbered('receipt_events')
    .addColumn('receipt_id', 'text', (c) => c.notNull().references('receipts.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('at', whole, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('receipt_events_receipt').on('receipt_events').columns(['receipt_id', 'id']).execute();

  await numbered('points_entries')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('points', whole, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('actor', 'text')
    .addColumn('receipt_id', 'text', (c) => c.references('receipts.id'))
    .addColumn('created_at', whole, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('points_entries_user').on('points_entries').columns(['user_id', 'id']).execute();
  await sql`create unique index points_earned_once on points_entries (receipt_id) where kind = 'earned'`.execute(db);

  await numbered('notices')
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('receipt_id', 'text', (c) => c.references('receipts.id'))
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('attempts', whole, (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', whole)
    .addColumn('delivered_at', whole)
    .addColumn('last_error', 'text')
    .addColumn('created_at', whole, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('notices_due').on('notices').column('next_attempt_at').execute();
};
