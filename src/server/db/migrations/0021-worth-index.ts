import { type Kysely, sql } from 'kysely';

/**
 * Without statistics PostgreSQL took this index to find one active item by its id, and read all of it: it seemed to have
 * one row. With the id first it is as good for that as any other.
 */
export const up = () => async (db: Kysely<unknown>) => {
  await sql`drop index items_worth`.execute(db);
  await sql`
    create index items_worth on items (id, quantity, price_cents)
    where listed = 1 and is_active = 1`.execute(db);
};
