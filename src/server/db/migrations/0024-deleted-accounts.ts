import { type Kysely, sql } from 'kysely';

const DELETED = sql`select id from users where deleted_at is not null`;

/** Older versions kept some facts of deleted accounts: texts about the person, and the invite. These steps remove them. */
export const KEPT_OF_DELETED = [
  sql`update points_entries set reason = '' where kind in ('granted', 'deducted') and user_id in (${DELETED})`,
  sql`
    update receipt_events set note = null
    where note is not null and receipt_id in (select id from receipts where user_id in (${DELETED}))`,
  sql`
    update receipts set idempotency_key = null, coin = case when coin in ('BTC', 'LTC') then coin end
    where user_id in (${DELETED})`,
  sql`
    update users
    set member_type = 'Member', verified_at = null, verified_until = null,
      invite_id = null, invite_label = null, invite_made_by = null
    where deleted_at is not null`,
];

export const up = () => async (db: Kysely<unknown>) => {
  for (const step of KEPT_OF_DELETED) await step.execute(db);
};
