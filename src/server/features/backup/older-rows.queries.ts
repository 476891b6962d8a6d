import { sql } from 'kysely';
import { KEPT_OF_DELETED } from '../../db/migrations/0024-deleted-accounts.ts';
import { SHIPPED_BATCHES } from '../../db/migrations/0031-shipped-batches.ts';
import { BOOKED_FACTS } from '../../db/migrations/0034-payments.ts';
import type { Tx } from '../../db/types.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const ofPanel = sql`user_id in (select id from users where role <> 'member')`;

/**
 * The steps that migrations applied to rows of older versions, for rows from a backup of such a version. None of them
 * changes a row of this version.
 */
const STEPS = [
  // 0002-state-keys: without the second one, a demo would be filled again.
  sql`update shop_state set key = 'feed_cursor' where key = 'demo_feed_tick'`,
  sql`update shop_state set key = 'initial_data' where key = 'demo_loaded'`,
  // 0005-accounts
  sql`
    update sessions set expires_at = created_at + ${sql.lit(90 * DAY_MS)}
    where expires_at > created_at + ${sql.lit(90 * DAY_MS)}`,
  sql`
    update sessions set expires_at = last_used_at + ${sql.lit(12 * HOUR_MS)}
    where expires_at > last_used_at + ${sql.lit(12 * HOUR_MS)} and ${ofPanel}`,
  sql`
    update sessions set expires_at = created_at + ${sql.lit(7 * DAY_MS)}
    where expires_at > created_at + ${sql.lit(7 * DAY_MS)} and ${ofPanel}`,
  // 0007-receipt-steps
  sql`
    update receipt_lines set taken = quantity, stock_version = case when exists (
      select 1 from items, receipt_events
      where items.id = receipt_lines.item_id and receipt_events.receipt_id = receipt_lines.receipt_id
        and receipt_events.status = 'shipped' and items.last_synced_at >= receipt_events.at
    ) then -1 else 0 end
    where taken is null and receipt_id in (select id from receipts where status in ('shipped', 'completed'))`,
  // 0010-listed-at
  sql`
    update items set listed_at = (
      select min(change_sets.created_at) from change_rows
      join change_sets on change_sets.id = change_rows.change_id
      where change_rows.item_id = items.id and change_rows.kind = 'added' and change_rows.before = '{}')
    where listed_at is null`,
  // 0015-panel
  sql`
    update receipts set paid_at = (
      select min(receipt_events.at) from receipt_events
      where receipt_events.receipt_id = receipts.id
        and receipt_events.kind = 'step' and receipt_events.status = 'paid')
    where paid_at is null`,
  ...KEPT_OF_DELETED,
  SHIPPED_BATCHES,
  ...BOOKED_FACTS,
];

/** Completes restored rows of older versions as their migrations would have. */
export const completeOlderRows = async (tx: Tx): Promise<void> => {
  for (const step of STEPS) await step.execute(tx);
};
