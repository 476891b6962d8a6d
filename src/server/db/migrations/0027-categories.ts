import type { Kysely } from 'kysely';

/** What the shop has set for categories, the changes of that in the history, and the items that a hidden one holds back. */
export const up = () => async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('categories')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('merged_into', 'text')
    .addColumn('kind', 'text')
    .addColumn('hue', 'bigint')
    .addColumn('position', 'bigint')
    .addColumn('hidden', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.alterTable('change_sets').addColumn('categories', 'text').execute();
  await db.schema
    .alterTable('items')
    .addColumn('held_back', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
};
