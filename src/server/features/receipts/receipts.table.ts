import { sql } from 'kysely';
import type { ShippingOption } from '#domain/constants.ts';
import type { ReceiptEventKind, ReceiptStatus } from '#domain/receipt-state.ts';
import {
  type ColumnsOf,
  counted,
  EVERYTHING,
  fixed,
  orNull,
  table,
  text,
  textOf,
  whole,
  withDefault,
} from '../../db/table.ts';
import { listReceipts } from './receipt-reads.queries.ts';
import { presentReceipt } from './receipts.present.ts';
import { deleteNotes } from './receipts.queries.ts';

const receiptsColumns = {
  id: fixed(text),
  number: fixed(whole),
  user_id: fixed(text),
  status: textOf<ReceiptStatus>(),
  subtotal_cents: whole,
  shipping_option: fixed(textOf<ShippingOption>()),
  shipping_cents: fixed(whole),
  total_cents: whole,
  /** The points spent on it, and their discount. */
  points: withDefault(whole),
  points_discount_cents: withDefault(whole),
  notes: text,
  idempotency_key: fixed(orNull(text)),
  created_at: fixed(whole),
  /** When an unpaid receipt expires; null once enough was received, or it is paid, cancelled or expired. */
  expires_at: orNull(whole),
  /** When it was first marked paid. Undoing the step does not change it. */
  paid_at: orNull(whole),
  /** When its member said that it is paid. */
  payment_sent_at: orNull(whole),
  /** The sum of its payments (payments.table.ts); null if none of them holds. */
  received_cents: orNull(whole),
  /** When a part that was received kept its stock longer. */
  part_kept_at: orNull(whole),
  /** When enough that was not confirmed yet kept its stock longer. */
  seen_kept_at: orNull(whole),
  coin: orNull(text),
  txid: orNull(text),
  tracking: orNull(text),
  /** JSON list of what it costs in coins (domain/quotes.ts). */
  quotes: withDefault(text),
  /** The same of the quotes that it had before: a payment may come late. */
  former_quotes: withDefault(text),
  /** The seller's private note. */
  panel_note: orNull(text),
};

const receiptLinesColumns = {
  id: counted,
  receipt_id: fixed(text),
  position: fixed(whole),
  item_id: fixed(whole),
  product_name: fixed(text),
  product_brand: fixed(text),
  /** The size of the product when the receipt was made, else its label. Null on lines of older versions. */
  size: fixed(orNull(text)),
  quantity: whole,
  unit_price_cents: fixed(whole),
  /** The pieces that shipping deducted from the stock, and the item's stock version then; null before. */
  taken: orNull(whole),
  stock_version: orNull(whole),
  /** JSON of what a piece counts against purchase limits, as it was at confirming. Null on lines of older versions. */
  amounts: fixed(orNull(text)),
  /** The batch of the item when the receipt was made. Not known of lines that an older version shipped. */
  batch: fixed(orNull(text)),
  /** The batch that left the shop, while the receipt is shipped. */
  shipped_batch: orNull(text),
};

const receiptEventsColumns = {
  id: counted,
  receipt_id: fixed(text),
  kind: withDefault(textOf<ReceiptEventKind>()),
  /** The state after it. */
  status: fixed(textOf<ReceiptStatus>()),
  /** A user name, or "system". */
  actor: text,
  note: fixed(orNull(text)),
  /** JSON list of {what, before, after}; null for a step. */
  changes: orNull(text),
  at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    receipts: ColumnsOf<typeof receiptsColumns>;
    receipt_lines: ColumnsOf<typeof receiptLinesColumns>;
    receipt_events: ColumnsOf<typeof receiptEventsColumns>;
  }
}

export const receipts = table('receipts', receiptsColumns, {
  personal: {
    export: async (db, { userId }) => ({
      receipts: (await listReceipts(db, { userId, sort: 'newest', after: null, limit: EVERYTHING })).map(
        presentReceipt,
      ),
    }),
    onDeletion: deleteNotes,
  },
  checks: {
    'Every unpaid receipt expires, unless enough was received': sql`
      select 'receipt ' || number as what from receipts
      where status = 'awaiting_payment' and expires_at is null
        and not (coalesce(received_cents, 0) > 0 and received_cents >= total_cents)`,
    'Every receipt that was marked paid knows when it first was': sql`
      select 'receipt ' || receipts.number as what from receipts
      where coalesce(paid_at, -1) <> coalesce((
        select min(receipt_events.at) from receipt_events
        where receipt_events.receipt_id = receipts.id
          and receipt_events.kind = 'step' and receipt_events.status = 'paid'), -1)`,
    'Every receipt has lines, and they add up': sql`
      select 'receipt ' || receipts.number as what
      from receipts left join receipt_lines on receipt_lines.receipt_id = receipts.id
      group by receipts.id, receipts.number, receipts.subtotal_cents, receipts.points_discount_cents,
        receipts.shipping_cents, receipts.total_cents
      having coalesce(sum(receipt_lines.quantity * receipt_lines.unit_price_cents), -1) <> receipts.subtotal_cents
        or receipts.points_discount_cents > receipts.subtotal_cents
        or receipts.subtotal_cents - receipts.points_discount_cents + receipts.shipping_cents
          <> receipts.total_cents`,
  },
});

export const receiptLines = table('receipt_lines', receiptLinesColumns, {
  checks: {
    'Every receipt line has at least one piece': sql`select 'line ' || id as what from receipt_lines where quantity < 1`,
  },
});

export const receiptEvents = table('receipt_events', receiptEventsColumns, {
  checks: {
    'The state of every receipt is its last event': sql`
      select 'receipt ' || receipts.number as what from receipts
      where receipts.status <> coalesce((
        select receipt_events.status from receipt_events where receipt_events.receipt_id = receipts.id
        order by receipt_events.id desc limit 1), '')`,
  },
});
