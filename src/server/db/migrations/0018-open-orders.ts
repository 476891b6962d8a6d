import { type Kysely, sql } from 'kysely';

/** Confirming counts the unpaid orders of its member. */
export const up = () => async (db: Kysely<unknown>) => {
  await sql`
    create index receipts_unpaid on receipts (user_id, total_cents)
    where status = 'awaiting_payment'`.execute(db);
};
