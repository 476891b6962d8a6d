import type { Kysely } from 'kysely';

/** Calls that carried an Idempotency-Key, so that repeating one adds nothing twice. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
};
