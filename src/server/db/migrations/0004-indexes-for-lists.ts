import { type Kysely, sql } from 'kysely';

/** Indexes with which the panel's lists read few rows of a large table, or only the index if they count it. */
export const up = () => async (db: Kysely<unknown>) => {
  await sql`create index users_created on users (created_at) where deleted_at is null`.execute(db);
  await sql`create index receipts_count on receipts (status)`.execute(db);
  await sql`create index points_entries_sums on points_entries (kind, points)`.execute(db);
};
