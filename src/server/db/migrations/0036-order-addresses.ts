import { type Kysely, sql } from 'kysely';
import type { EngineKind } from '../types.ts';

/** Account keys, and the addresses of each: derived ahead, and given to one order each. */
export const up = (engine: EngineKind) => async (db: Kysely<unknown>) => {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await db.schema
    .createTable('account_keys')
    .addColumn('id', whole, (c) =>
      engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('coin', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('account_keys_of_coin', ['coin', 'fingerprint'])
    .execute();
  await db.schema
    .createTable('order_addresses')
    .addColumn('key_id', whole, (c) => c.notNull().references('account_keys.id'))
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('coin', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('script', 'text', (c) => c.notNull())
    .addColumn('receipt_id', 'text', (c) => c.references('receipts.id'))
    .addColumn('given_at', 'bigint')
    .addColumn('skipped', 'text')
    .addPrimaryKeyConstraint('order_addresses_position', ['key_id', 'position'])
    .execute();
  await db.schema.createIndex('order_addresses_address').unique().on('order_addresses').column('address').execute();
  // Those that the next orders take.
  await db.schema
    .createIndex('order_addresses_free')
    .on('order_addresses')
    .columns(['key_id', 'position'])
    .where(sql<boolean>`receipt_id is null and skipped is null`)
    .execute();
  await db.schema
    .createIndex('order_addresses_receipt')
    .unique()
    .on('order_addresses')
    .columns(['receipt_id', 'coin'])
    .execute();
};
