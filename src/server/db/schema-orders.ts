import type { ColumnType, Generated } from 'kysely';
import type { ShippingOption } from '#domain/constants.ts';
import type { PointsKind } from '#domain/points.ts';
import type { ReceiptEventKind, ReceiptStatus } from '#domain/receipt-state.ts';

/* The tables of carts, favorites, alerts, receipts, points and notices. schema.ts lists all tables. */

export type Flag = 0 | 1;

/** Set at insert and never updated. */
export type Fixed<T> = ColumnType<T, T, never>;

export interface CartsTable {
  user_id: Fixed<string>;
  shipping_option: ShippingOption;
  notes: string;
  /** The points that the member wants to spend; the order uses no more than it takes. */
  points: Generated<number>;
  updated_at: number;
}

export interface CartItemsTable {
  id: Generated<number>;
  user_id: Fixed<string>;
  item_id: Fixed<number>;
  quantity: number;
  /** Price plus markup when the line was added, before rounding, so that the cart can show a change. */
  added_price_cents: number;
  created_at: Fixed<number>;
}

export interface FavoritesTable {
  id: Generated<number>;
  user_id: Fixed<string>;
  item_id: Fixed<number>;
  created_at: Fixed<number>;
}

/** Members who want to hear when an item is back in stock. */
export interface AlertsTable {
  id: Generated<number>;
  user_id: Fixed<string>;
  item_id: Fixed<number>;
  /** When it came back; null while the member waits. */
  back_at: number | null;
  /** When the member was notified; null until then. After that, the item may sell out again. */
  seen_at: number | null;
  created_at: number;
}

export interface ReceiptsTable {
  id: Fixed<string>;
  number: Fixed<number>;
  user_id: Fixed<string>;
  status: ReceiptStatus;
  subtotal_cents: number;
  shipping_option: Fixed<ShippingOption>;
  shipping_cents: Fixed<number>;
  total_cents: number;
  /** The points spent on it, and their discount. */
  points: Generated<number>;
  points_discount_cents: Generated<number>;
  notes: string;
  idempotency_key: Fixed<string | null>;
  created_at: Fixed<number>;
  /** When an unpaid receipt expires; null once it is paid, cancelled or expired. */
  expires_at: number | null;
  /** When it was first marked paid. Undoing the step does not change it. */
  paid_at: Generated<number | null>;
  /** When its member said that it is paid. */
  payment_sent_at: Generated<number | null>;
  received_cents: Generated<number | null>;
  coin: Generated<string | null>;
  txid: Generated<string | null>;
  tracking: Generated<string | null>;
  /** JSON list of what it costs in coins (domain/quotes.ts). */
  quotes: Generated<string>;
  /** The seller's private note. */
  panel_note: Generated<string | null>;
}

export interface ReceiptLinesTable {
  id: Generated<number>;
  receipt_id: Fixed<string>;
  position: Fixed<number>;
  item_id: Fixed<number>;
  product_name: Fixed<string>;
  product_brand: Fixed<string>;
  quantity: number;
  unit_price_cents: Fixed<number>;
  /** The pieces that shipping deducted from the stock, and the item's stock version then; null before. */
  taken: Generated<number | null>;
  stock_version: Generated<number | null>;
  /** JSON of what a piece counts against purchase limits, as it was at confirming. Null on lines of older versions. */
  amounts: ColumnType<string | null, string | null | undefined, never>;
  /** The batch of the item when the receipt was made, and then when it was shipped. */
  batch: string | null;
}

export interface ReceiptEventsTable {
  id: Generated<number>;
  receipt_id: Fixed<string>;
  kind: Generated<ReceiptEventKind>;
  /** The state after it. */
  status: Fixed<ReceiptStatus>;
  /** A user name, or "system". */
  actor: string;
  note: Fixed<string | null>;
  /** JSON list of {what, before, after}; null for a step. */
  changes: Generated<string | null>;
  at: Fixed<number>;
}

export interface PointsEntriesTable {
  id: Generated<number>;
  user_id: Fixed<string>;
  points: Fixed<number>;
  kind: Fixed<PointsKind>;
  reason: Fixed<string>;
  actor: Fixed<string | null>;
  receipt_id: Fixed<string | null>;
  /** For points that a receipt earned: the entry that took them back. */
  reversed_by: Generated<number | null>;
  created_at: Fixed<number>;
}

export interface NoticesTable {
  id: Generated<number>;
  event: Fixed<string>;
  receipt_id: Fixed<string | null>;
  /** The JSON body that is signed and sent. */
  payload: Fixed<string>;
  attempts: Generated<number>;
  next_attempt_at: number | null;
  delivered_at: number | null;
  last_error: string | null;
  created_at: Fixed<number>;
}
