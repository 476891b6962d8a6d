import { type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '../db/shop-database.ts';

interface Check {
  name: string;
  /** Rows that break the rule. */
  broken: RawBuilder<{ what: string }>;
}

/** What must hold of the data, whatever happened (decisions §6). */
const CHECKS: readonly Check[] = [
  {
    name: 'Every balance of points is the sum of its ledger',
    broken: sql`
      select users.username || ': balance ' || users.points_balance || ', ledger ' || coalesce(sum(points_entries.points), 0) as what
      from users left join points_entries on points_entries.user_id = users.id
      group by users.id, users.username, users.points_balance
      having users.points_balance <> coalesce(sum(points_entries.points), 0)`,
  },
  {
    name: 'Every reservation belongs to an open receipt',
    broken: sql`
      select items.name || ': reserved ' || items.reserved || ', promised ' || coalesce(promised.quantity, 0) as what
      from items left join (
        select receipt_lines.item_id, sum(receipt_lines.quantity) as quantity
        from receipt_lines join receipts on receipts.id = receipt_lines.receipt_id
        where receipts.status in ('awaiting_payment', 'paid')
        group by receipt_lines.item_id
      ) as promised on promised.item_id = items.id
      where items.reserved <> coalesce(promised.quantity, 0)`,
  },
  {
    name: 'Every receipt has lines, and they sum up',
    broken: sql`
      select 'receipt ' || receipts.number as what
      from receipts left join receipt_lines on receipt_lines.receipt_id = receipts.id
      group by receipts.id, receipts.number, receipts.subtotal_cents, receipts.shipping_cents, receipts.total_cents
      having coalesce(sum(receipt_lines.quantity * receipt_lines.unit_price_cents), -1) <> receipts.subtotal_cents
        or receipts.subtotal_cents + receipts.shipping_cents <> receipts.total_cents`,
  },
  {
    name: 'There is an active administrator',
    broken: sql`
      select 'nobody' as what where not exists (
        select 1 from users where is_admin = 1 and status = 'active' and deleted_at is null)`,
  },
];

/** Checks the data; answers one line a check and whether all is well. */
export const checkData = async (database: ShopDatabase): Promise<{ lines: string[]; well: boolean }> => {
  const lines: string[] = [];
  let well = true;
  if (database.open.sqlite) {
    const answer = String(database.open.sqlite.pragma('integrity_check', { simple: true }));
    well &&= answer === 'ok';
    lines.push(
      `${answer === 'ok' ? 'ok  ' : 'FAIL'} The database file is sound${answer === 'ok' ? '' : `: ${answer}`}`,
    );
  }
  for (const { name, broken } of CHECKS) {
    const { rows } = await broken.execute(database.read);
    well &&= rows.length === 0;
    lines.push(`${rows.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    for (const { what } of rows.slice(0, 10)) lines.push(`     ${what}`);
    if (rows.length > 10) lines.push(`     and ${rows.length - 10} more`);
  }
  return { lines, well };
};
