import { type RawBuilder, sql } from 'kysely';
import { MOST_ALERTS } from '#contract/alerts.ts';
import { MOST_FAVORITES } from '#contract/favorites.ts';
import type { TableName } from '../../db/schema.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';

/** A rule that must always hold. */
interface DataCheck {
  rule: string;
  /** Selects one line per row that breaks it. */
  violations: RawBuilder<{ what: string }>;
}

/** The rule that no row of a table belongs to a deleted user. */
const withoutDeletedUsers = (
  table: 'sessions' | 'reset_links' | 'carts' | 'favorites' | 'alerts' | 'passkeys' | 'audit_texts' | 'views' | 'tasks',
  rule: string,
): DataCheck => ({
  rule,
  violations: sql`
    select username as what from users
    where deleted_at is not null and id in (select user_id from ${sql.table(table)})`,
});

/** The rule that no member has more rows in a table than allowed. */
const atMostPerMember = (table: 'favorites' | 'alerts', most: number, rule: string): DataCheck => ({
  rule,
  violations: sql`
    select users.username || ': ' || count(*) as what
    from ${sql.table(table)} as marks join users on users.id = marks.user_id
    group by users.id, users.username having count(*) > ${sql.lit(most)}`,
});

/** The rules of each table. The compiler refuses a table without one. */
const CHECKS: Readonly<Record<TableName, readonly [DataCheck, ...DataCheck[]]>> = {
  shop_state: [
    {
      rule: 'The gate has a key and an access code',
      violations: sql`
        select 'missing' as what where 2 > (
          select count(*) from shop_state where key in ('gate_key', 'access_code_hash') and value <> '')`,
    },
  ],
  versions: [{ rule: 'Versions count from 1', violations: sql`select topic as what from versions where version < 1` }],
  counters: [
    {
      rule: 'The counter of receipt numbers is not behind the receipts',
      violations: sql`
        select 'receipt ' || receipts.number as what from receipts
        where receipts.number > coalesce((select value from counters where name = 'receipt'), 0)`,
    },
  ],
  leases: [{ rule: 'Every lease has a holder', violations: sql`select name as what from leases where holder = ''` }],
  users: [
    {
      rule: 'Every balance of points is the sum of its ledger',
      violations: sql`
        select users.username || ': balance ' || users.points_balance || ', ledger ' || coalesce(sum(points_entries.points), 0) as what
        from users left join points_entries on points_entries.user_id = users.id
        group by users.id, users.username, users.points_balance
        having users.points_balance <> coalesce(sum(points_entries.points), 0)`,
    },
    {
      rule: 'There is an active owner',
      violations: sql`
        select 'nobody' as what where not exists (
          select 1 from users where role = 'owner' and status = 'active' and deleted_at is null)`,
    },
  ],
  sessions: [withoutDeletedUsers('sessions', 'No session belongs to a deleted account')],
  reset_links: [withoutDeletedUsers('reset_links', 'No reset link belongs to a deleted account')],
  idempotency_keys: [
    {
      rule: 'Every idempotency key belongs to an account that is not deleted',
      violations: sql`
        select id as what from idempotency_keys
        where user_id not in (select id from users where deleted_at is null)`,
    },
  ],
  user_events: [
    { rule: 'Every account event has an actor', violations: sql`select what from user_events where actor = ''` },
  ],
  passkeys: [withoutDeletedUsers('passkeys', 'No passkey belongs to a deleted account')],
  challenges: [
    {
      rule: 'Every open ceremony of a user belongs to an account that is not deleted',
      violations: sql`
        select purpose as what from challenges
        where user_id is not null and user_id not in (select id from users where deleted_at is null)`,
    },
  ],
  invites: [
    {
      rule: 'No invite was used by more accounts than it counts',
      violations: sql`
        select invites.label as what from invites
        where invites.used < (select count(*) from users where users.invite_id = invites.id)`,
    },
  ],
  throttles: [
    { rule: 'Every wait follows a failure', violations: sql`select key as what from throttles where failed_at = '[]'` },
  ],
  call_counts: [
    // A call that was taken back leaves a count of 0.
    { rule: 'No count is below zero', violations: sql`select key as what from call_counts where calls < 0` },
  ],
  audit: [
    {
      rule: 'Every chained entry has a place in the chain',
      violations: sql`select 'entry ' || id as what from audit where (seq is null) <> (hash is null)`,
    },
  ],
  audit_texts: [
    withoutDeletedUsers('audit_texts', 'The evidence names no deleted account'),
    {
      rule: 'Every name and address of the evidence belongs to an entry',
      violations: sql`
        select 'entry ' || entry_id as what from audit_texts where entry_id not in (select id from audit)`,
    },
  ],
  items: [
    {
      rule: 'Every reservation belongs to an open receipt',
      violations: sql`
        select items.name || ': reserved ' || items.reserved || ', promised ' || coalesce(promised.quantity, 0) as what
        from items left join (
          select receipt_lines.item_id, sum(receipt_lines.quantity) as quantity
          from receipt_lines join receipts on receipts.id = receipt_lines.receipt_id
          where receipts.status in ('awaiting_payment', 'paid')
          group by receipt_lines.item_id
        ) as promised on promised.item_id = items.id
        where items.reserved <> coalesce(promised.quantity, 0)`,
    },
  ],
  pictures: [
    {
      rule: 'Every uploaded picture that an item names is stored',
      // The pattern of its name (domain/item-pictures.ts): a feed may have a folder "uploaded" too.
      violations: sql`
        select name as what from items
        where images like '%"uploaded/________________________________.webp"%'
          and (length(images) - length(replace(images, '"uploaded/', ''))) / length('"uploaded/')
            > (select count(*) from pictures where items.images like '%"' || pictures.path || '"%')`,
    },
  ],
  change_sets: [
    {
      rule: 'A change-set is undone by a later one',
      violations: sql`select 'change ' || id as what from change_sets where reverted_by <= id`,
    },
  ],
  change_rows: [
    {
      rule: 'Every changed item belongs to a change-set',
      violations: sql`
        select 'row ' || change_rows.id as what from change_rows
        left join change_sets on change_sets.id = change_rows.change_id where change_sets.id is null`,
    },
    {
      rule: 'A row is undone by a later change-set',
      violations: sql`select 'row ' || id as what from change_rows where reverted_by <= change_id`,
    },
  ],
  sync_runs: [
    {
      rule: 'Every sync ended after it started',
      violations: sql`select 'sync ' || id as what from sync_runs where finished_at < started_at`,
    },
  ],
  pending_syncs: [
    {
      rule: 'At most one sync waits for a decision',
      violations: sql`select max(id) as what from pending_syncs having 1 < count(*)`,
    },
  ],
  views: [withoutDeletedUsers('views', 'No saved view belongs to a deleted account')],
  tasks: [withoutDeletedUsers('tasks', 'No task belongs to a deleted account')],
  export_files: [
    {
      rule: 'Every file of an export belongs to an export that is done',
      violations: sql`
        select 'task ' || tasks.id as what from export_files
        join tasks on tasks.id = export_files.task_id
        where tasks.state <> 'done' or tasks.kind not like 'export%'`,
    },
  ],
  carts: [withoutDeletedUsers('carts', 'No cart belongs to a deleted account')],
  cart_items: [
    {
      rule: 'Every cart line has at least one piece',
      violations: sql`select 'line ' || id as what from cart_items where quantity < 1`,
    },
  ],
  favorites: [
    withoutDeletedUsers('favorites', 'No favorite belongs to a deleted account'),
    atMostPerMember('favorites', MOST_FAVORITES, 'No member has more favorites than allowed'),
  ],
  alerts: [
    withoutDeletedUsers('alerts', 'No alert belongs to a deleted account'),
    atMostPerMember('alerts', MOST_ALERTS, 'No member waits for more products than allowed'),
  ],
  receipts: [
    {
      rule: 'Every receipt that was marked paid knows when it first was',
      violations: sql`
        select 'receipt ' || receipts.number as what from receipts
        where coalesce(paid_at, -1) <> coalesce((
          select min(receipt_events.at) from receipt_events
          where receipt_events.receipt_id = receipts.id
            and receipt_events.kind = 'step' and receipt_events.status = 'paid'), -1)`,
    },
    {
      rule: 'Every receipt has lines, and they add up',
      violations: sql`
        select 'receipt ' || receipts.number as what
        from receipts left join receipt_lines on receipt_lines.receipt_id = receipts.id
        group by receipts.id, receipts.number, receipts.subtotal_cents, receipts.points_discount_cents,
          receipts.shipping_cents, receipts.total_cents
        having coalesce(sum(receipt_lines.quantity * receipt_lines.unit_price_cents), -1) <> receipts.subtotal_cents
          or receipts.points_discount_cents > receipts.subtotal_cents
          or receipts.subtotal_cents - receipts.points_discount_cents + receipts.shipping_cents
            <> receipts.total_cents`,
    },
  ],
  receipt_lines: [
    {
      rule: 'Every receipt line has at least one piece',
      violations: sql`select 'line ' || id as what from receipt_lines where quantity < 1`,
    },
  ],
  receipt_events: [
    {
      rule: 'The state of every receipt is its last event',
      violations: sql`
        select 'receipt ' || receipts.number as what from receipts
        where receipts.status <> coalesce((
          select receipt_events.status from receipt_events where receipt_events.receipt_id = receipts.id
          order by receipt_events.id desc limit 1), '')`,
    },
  ],
  points_entries: [
    {
      rule: 'Only completed receipts have earned points',
      violations: sql`
        select 'receipt ' || receipts.number as what from points_entries
        join receipts on receipts.id = points_entries.receipt_id
        where points_entries.kind = 'earned' and points_entries.reversed_by is null and receipts.status <> 'completed'`,
    },
    {
      rule: 'Earned points that were taken back have the entry that did so',
      violations: sql`
        select 'receipt ' || receipts.number as what from points_entries as earned
        join receipts on receipts.id = earned.receipt_id
        left join points_entries as reversal on reversal.id = earned.reversed_by
          and reversal.kind = 'reversed' and reversal.receipt_id = earned.receipt_id
        where earned.reversed_by is not null and (earned.kind <> 'earned' or coalesce(reversal.points, 0) <> -earned.points)`,
    },
    {
      rule: 'The points of every receipt are spent once, and returned if it was cancelled or has expired',
      violations: sql`
        select 'receipt ' || receipts.number as what
        from receipts left join points_entries
          on points_entries.receipt_id = receipts.id
            and (points_entries.kind = 'redeemed' or points_entries.kind = 'reversed' and points_entries.points > 0)
        group by receipts.id, receipts.number, receipts.status, receipts.points
        having coalesce(-sum(points_entries.points), 0)
          <> case when receipts.status in ('cancelled', 'expired') then 0 else receipts.points end`,
    },
  ],
  notices: [
    {
      rule: 'A delivered notice waits for nothing',
      violations: sql`
        select 'notice ' || id as what from notices
        where delivered_at is not null and next_attempt_at is not null`,
    },
  ],
};

const SHOWN_VIOLATIONS = 10;

/** Checks the data. Returns one line per rule, with the violations below, and whether all rules hold. */
export const checkData = async (database: ShopDatabase): Promise<{ lines: string[]; well: boolean }> => {
  const lines: string[] = [];
  const file = database.checkFile();
  let well = file === null || file === 'ok';
  if (file !== null) lines.push(well ? 'ok   The database file is sound' : `FAIL The database file is sound: ${file}`);
  for (const { rule, violations } of Object.values(CHECKS).flat()) {
    const { rows } = await violations.execute(database.read);
    well &&= rows.length === 0;
    lines.push(`${rows.length === 0 ? 'ok  ' : 'FAIL'} ${rule}`);
    for (const { what } of rows.slice(0, SHOWN_VIOLATIONS)) lines.push(`     ${what}`);
    if (rows.length > SHOWN_VIOLATIONS) lines.push(`     and ${rows.length - SHOWN_VIOLATIONS} more`);
  }
  return { lines, well };
};
