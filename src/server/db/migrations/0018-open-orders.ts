import { type Kysely, sql } from 'kysely';

/** Confirming counts the unpaid orders of its member, and Needs you compares them with what the stock is worth. */
export const up = () => async (db: Kysely<unknown>) => {
  await sql`
    create index receipts_unpaid on receipts (user_id, total_cents)
    where status = 'awaiting_payment'`.execute(db);
  await sql`
    create index items_worth on items (quantity, price_cents)
    where listed = 1 and is_active = 1`.execute(db);
};
