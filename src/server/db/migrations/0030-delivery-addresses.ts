import type { Kysely } from 'kysely';

/** The delivery addresses of members, and the copies that receipts keep for a time. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('addresses')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('lines', 'text', (c) => c.notNull())
    .addColumn('city', 'text')
    .addColumn('region', 'text')
    .addColumn('postal_code', 'text')
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('phone', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema.createIndex('addresses_of_user').on('addresses').column('user_id').execute();
  await db.schema
    .createTable('deliveries')
    .addColumn('receipt_id', 'text', (c) => c.primaryKey().notNull().references('receipts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('lines', 'text', (c) => c.notNull())
    .addColumn('city', 'text')
    .addColumn('region', 'text')
    .addColumn('postal_code', 'text')
    .addColumn('country', 'text', (c) => c.notNull())
    .addColumn('phone', 'text')
    .execute();
};
