import type { Kysely } from 'kysely';

/** Settings that owners change in the panel, and those that wait. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text')
    .addColumn('host', 'text')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_by', 'text')
    .execute();
  await db.schema
    .createTable('waiting_settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text')
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('works_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .execute();
};
