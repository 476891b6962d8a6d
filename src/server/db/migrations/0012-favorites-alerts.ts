import { type Kysely, sql } from 'kysely';
import type { EngineKind } from '../types.ts';

/** Adds the favorites of members, and their alerts for products that come back in stock. */
export const up = (engine: EngineKind) => async (db: Kysely<unknown>) => {
  const whole = 'bigint' as const;
  const ofMember = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', engine === 'sqlite' ? 'integer' : whole, (c) =>
        engine === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
      .addColumn('item_id', whole, (c) => c.notNull().references('items.id'))
      .addColumn('created_at', whole, (c) => c.notNull());
  const oneOfAProduct = (table: string) =>
    db.schema.createIndex(`${table}_one_of_a_product`).unique().on(table).columns(['user_id', 'item_id']).execute();

  await ofMember('favorites').execute();
  await oneOfAProduct('favorites');

  await ofMember('alerts')
    .addColumn('back_at', whole)
    .addColumn('seen_at', whole)
    .addCheckConstraint('alerts_seen_after_return', sql`seen_at is null or back_at is not null`)
    .execute();
  await oneOfAProduct('alerts');
  // Only these follow the stock.
  await db.schema.createIndex('alerts_open').on('alerts').column('item_id').where(sql`seen_at`, 'is', null).execute();
};
