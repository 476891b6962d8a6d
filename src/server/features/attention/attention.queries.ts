import { type Expression, type RawBuilder, sql } from 'kysely';
import type { AttentionKind } from '#domain/attention.ts';
import type { PaymentProblem } from '#domain/payments.ts';
import { USUAL_GAP_LIMIT } from '#domain/quotes.ts';
import { fromJson, type Json, jsonField, jsonRow } from '../../db/json.ts';
import { DAY_MS } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import { waitingAlerts } from '../alerts/alerts.queries.ts';
import { type KnownKey, unusedRuns } from '../order-addresses/order-addresses.queries.ts';
import { PAYMENT_CONDITIONS, SAYS_PAID } from '../receipts/payment-conditions.queries.ts';
import { shortOfStock } from '../receipts/short-of-stock.queries.ts';

/** How many of a kind there are, and since when. Epoch milliseconds. */
export interface Waiting {
  count: number;
  oldest: number | null;
  /** When the first of them ends by itself, if they do. */
  ends?: number | null;
  /** How many of them are fully paid. */
  paid?: number | null;
  /** The id of an order whose payment it is about. */
  receipt?: string | null;
}

/** The kinds that every role of the panel sees, because they decide where members pay. */
export const WALLET_KINDS = ['wallet_changed', 'wallet_pending', 'wallet_unexplained'] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];

/** The kinds that are counted in tables. */
export type CountedKind = Exclude<
  AttentionKind,
  | 'labels'
  | 'limits_unknown'
  | 'sync_failed'
  | 'lab_expired'
  | 'rates_old'
  | 'rates_waiting'
  | 'payments_unseen'
  | WalletKind
>;

/** The failed attempts from which on a notification counts as stuck. */
export const STUCK_ATTEMPTS = 3;

export interface Moment {
  /** Epoch milliseconds. */
  now: number;
  /** The date in the shop's time zone, ISO. */
  today: string;
  /** The shop's threshold for low stock. */
  lowStock: number;
  /** The account keys in force. */
  keys: readonly KnownKey[];
}

const count = sql<number>`count(*)`.as('count');
const since = (column: string) => sql<number | null>`min(${sql.ref(column)})`.as('oldest');
const unknownTime = sql<number | null>`null`.as('oldest');

/** How long money at an address without an order needs somebody. */
const MONEY_WITHOUT_ORDER_MS = 30 * DAY_MS;

const anyReceipt = sql<string | null>`min(receipts.id)`.as('receipt');

/** The last entry of its books: what it is about came then. */
const lastPayment = sql<number | null>`min((
  select max(payments.at) from payments where payments.receipt_id = receipts.id))`.as('oldest');

const paymentProblem = (problem: PaymentProblem) => (db: Db) =>
  db.selectFrom('receipts').select([count, lastPayment, anyReceipt]).where(PAYMENT_CONDITIONS[problem]);

/* One query per kind. Values that an index is made for are literals, so that both engines use it. */
const QUERIES: Readonly<Record<CountedKind, (db: Db, moment: Moment) => Expression<Waiting>>> = {
  // The oldest has the lowest number. It, the number of all, those fully paid and the next end are each read from an index.
  awaiting_payment: (db: Db) =>
    db
      .selectFrom('receipts')
      .select(count)
      .select((select) =>
        select
          .selectFrom('receipts as first')
          .select('first.created_at')
          .where('first.status', '=', 'awaiting_payment')
          .orderBy('first.number')
          .limit(1)
          .as('oldest'),
      )
      .select((select) =>
        select
          .selectFrom('receipts as next')
          .select('next.expires_at')
          .where('next.status', '=', 'awaiting_payment')
          .where('next.expires_at', 'is not', null)
          .orderBy('next.expires_at')
          .limit(1)
          .as('ends'),
      )
      .select((select) =>
        // Only a confirmed payment of enough leaves an unpaid order without an end.
        select
          .selectFrom('receipts as paid')
          .select(sql<number>`count(*)`.as('count'))
          .where('paid.status', '=', sql.lit('awaiting_payment'))
          .where('paid.expires_at', 'is', null)
          .as('paid'),
      )
      .where('status', '=', 'awaiting_payment'),
  payment_sent: (db: Db) =>
    db
      .selectFrom('receipts')
      .select([count, since('receipts.payment_sent_at'), anyReceipt, sql<number | null>`min(expires_at)`.as('ends')])
      .where(SAYS_PAID),
  to_ship: (db: Db) =>
    db
      .selectFrom('receipts')
      .select([count, since('receipts.paid_at')])
      .where('status', '=', sql.lit('paid')),
  short_of_stock: (db: Db) =>
    db
      .selectFrom('receipts')
      .select([count, since('receipts.created_at')])
      .where('id', 'in', shortOfStock(db)),
  payment_lost: paymentProblem('lost'),
  payment_part: paymentProblem('part'),
  payment_over: paymentProblem('over'),
  // Also money at addresses without an order. It has no entry, so it ends by itself.
  payment_late: (db: Db, { now }: Moment) => {
    const orders = paymentProblem('late')(db);
    const withoutOrder = db
      .selectFrom('watched_outputs')
      .select([count, since('watched_outputs.seen_at'), sql<string | null>`null`.as('receipt')])
      .where('payment_id', 'is', null)
      .where('counts', '=', 1)
      .where('seen_at', '>', now - MONEY_WITHOUT_ORDER_MS);
    return db
      .selectFrom(orders.unionAll(withoutOrder).as('late'))
      .select([
        sql<number>`cast(sum(late.count) as bigint)`.as('count'),
        sql<number | null>`min(late.oldest)`.as('oldest'),
        sql<string | null>`min(late.receipt)`.as('receipt'),
      ]);
  },
  // Members whose unpaid orders hold over a quarter of what the active stock is worth, at base prices.
  hoarding: (db: Db) => {
    const worth = sql<number>`sum((
      select sum(receipt_lines.quantity * items.price_cents)
      from receipt_lines join items on items.id = receipt_lines.item_id
      where receipt_lines.receipt_id = receipts.id))`;
    const held = db
      .selectFrom('receipts')
      .select(since('receipts.created_at'))
      .where('status', '=', sql.lit('awaiting_payment'))
      .groupBy('user_id')
      .having(
        sql<boolean>`${worth} * 4 > (
          select coalesce(sum(quantity * price_cents), 0) from items where listed = 1 and is_active = 1)`,
      );
    return db.selectFrom(held.as('held')).select([count, since('held.oldest')]);
  },
  low_stock: (db: Db, { lowStock }: Moment) =>
    db
      .selectFrom(
        activeItems(db)
          .where('low_stock', 'is', null)
          .where('quantity', '<=', lowStock)
          .unionAll(activeItems(db).where('low_stock', 'is not', null).whereRef('quantity', '<=', 'low_stock'))
          .as('low'),
      )
      .select([count, unknownTime]),
  wanted: (db: Db) =>
    waitingAlerts(db).select([sql<number>`count(distinct alerts.item_id)`.as('count'), since('alerts.created_at')]),
  to_verify: (db: Db, { today }: Moment) =>
    db
      .selectFrom(
        activeMembers(db)
          .where('verified_at', 'is', null)
          .unionAll(activeMembers(db).where('verified_at', 'is not', null).where('verified_until', '<', today))
          .as('unverified'),
      )
      .select([count, since('unverified.created_at')]),
  sync_waiting: (db: Db) => db.selectFrom('pending_syncs').select([count, since('pending_syncs.created_at')]),
  sync_rows: (db: Db) =>
    db
      .selectFrom('shop_state')
      .select([storedNumber(db, 'count').as('count'), storedNumber(db, 'since').as('oldest')])
      .where('key', '=', sql.lit('left_out_rows')),
  // The longest run of unused addresses, if a wallet with the usual gap limit does not see the address after it.
  address_gap: (db: Db, { keys }: Moment) =>
    db
      .selectFrom(unusedRuns(db, keys).as('runs'))
      .select([sql<number>`max(runs.run)`.as('count'), unknownTime])
      .having(sql<boolean>`max(runs.run) > ${sql.lit(USUAL_GAP_LIMIT)}`),
  notices_stuck: (db: Db) =>
    db
      .selectFrom('notices')
      .select([count, since('notices.created_at')])
      .where('delivered_at', 'is', null)
      .where('attempts', '>=', sql.lit(STUCK_ATTEMPTS))
      .where('last_error', 'is not', null),
};

export const COUNTED_KINDS = Object.keys(QUERIES) as CountedKind[];

/** A number of a value that the shop stores as JSON. */
const storedNumber = (db: Db, field: string) =>
  sql<number>`cast(${jsonField(db, 'shop_state.value', field)} as bigint)`;

const activeItems = (db: Db) =>
  db.selectFrom('items').select('quantity').where('listed', '=', sql.lit(1)).where('is_active', '=', sql.lit(1));

const activeMembers = (db: Db) =>
  db
    .selectFrom('users')
    .select('created_at')
    .where('role', '=', sql.lit('member'))
    .where('status', '=', sql.lit('active'))
    .where('deleted_at', 'is', null);

/** Counts these kinds in one statement, and reads how often the inventory has changed. */
export const countAttention = async (
  db: Db,
  kinds: readonly CountedKind[],
  moment: Moment,
): Promise<{ counts: Map<CountedKind, Waiting | null>; inventoryVersion: number }> => {
  const version = db.selectFrom('versions').select('version').where('topic', '=', 'inventory').as('version');
  const row = (await db
    .selectNoFrom([
      version,
      ...kinds.map((kind) => (jsonRow(db, QUERIES[kind](db, moment)) as RawBuilder<Json<Waiting | null>>).as(kind)),
    ])
    .executeTakeFirstOrThrow()) as { version: number | null } & Record<CountedKind, Json<Waiting | null>>;
  return {
    counts: new Map(kinds.map((kind) => [kind, fromJson(row[kind])])),
    inventoryVersion: row.version ?? 0,
  };
};

/** Returns the facts with which label and lab result of each listed item are checked. */
export const listCheckedItems = (db: Db) =>
  db
    .selectFrom('items')
    .select(['name', 'tags', 'size', 'category', 'weight_label', 'lab', 'is_active'])
    .where('listed', '=', 1)
    .where((where) => where.or([where('weight_label', 'is not', null), where('lab', 'is not', null)]))
    .execute();
