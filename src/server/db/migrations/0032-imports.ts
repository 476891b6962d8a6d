import type { Kysely } from 'kysely';

/** Files of other systems while they are imported, and how columns were read before. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('applied_at', 'bigint')
    .execute();
  await db.schema.createIndex('imports_created').on('imports').column('created_at').execute();
  await db.schema
    .createTable('import_mappings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('mapping', 'text', (c) => c.notNull())
    .execute();
};
