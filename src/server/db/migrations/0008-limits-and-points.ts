import { type Kysely, sql } from 'kysely';

/**
 * Adds the amounts that a receipt's lines count against purchase limits, and points that pay for an order. Older lines
 * have no amounts: they count what their product states today.
 */
export const up = () => async (db: Kysely<unknown>) => {
  const whole = 'bigint' as const;
  await db.schema
    .alterTable('carts')
    .addColumn('points', whole, (c) => c.notNull().defaultTo(0).check(sql`points >= 0`))
    .execute();
  await db.schema
    .alterTable('receipts')
    .addColumn('points', whole, (c) => c.notNull().defaultTo(0).check(sql`points >= 0`))
    .execute();
  await db.schema
    .alterTable('receipts')
    .addColumn('points_discount_cents', whole, (c) => c.notNull().defaultTo(0).check(sql`points_discount_cents >= 0`))
    .execute();
  await db.schema.alterTable('receipt_lines').addColumn('amounts', 'text').execute();
  await db.schema.createIndex('receipts_user_time').on('receipts').columns(['user_id', 'created_at']).execute();
};
