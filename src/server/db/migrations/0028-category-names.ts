import type { Kysely } from 'kysely';

/** The names under which items came to a category after it got another name. */
export const up = () => (db: Kysely<unknown>) =>
  db.schema
    .alterTable('categories')
    .addColumn('names', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
