import { type Kysely, sql } from 'kysely';

/** The demo's feed became a feed like any other: its keys get general names. */
export const up = () => async (db: Kysely<unknown>) => {
  await sql`update shop_state set key = 'feed_cursor' where key = 'demo_feed_tick'`.execute(db);
  await sql`update shop_state set key = 'initial_data' where key = 'demo_loaded'`.execute(db);
};
