import type { ColumnType, Generated } from 'kysely';
import type { ShippingOption } from '#domain/constants.ts';
import type { ChangeKind, PlanRow } from '#domain/inventory-plan.ts';
import type { PointsKind } from '#domain/points.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';

/**
 * The tables, the same on SQLite and PostgreSQL: whole cents, epoch milliseconds, JSON as text, flags as 0 and 1.
 * The migrations make them; schema.test.ts compares what they made on both engines with this list.
 */
export interface Schema {
  /** One value a key: the gate's signing key, hashes of secrets, switches. */
  shop_state: { key: string; value: string };
  /** How often a topic moved, for processes that were not told (shop-database.ts). */
  versions: { topic: string; version: number };
  /** Numbers without gaps, such as receipt numbers. */
  counters: { name: string; value: number };
  /** Who may do a thing that only one process may do at a time. */
  leases: { name: string; holder: string; expires_at: number };

  users: UsersTable;
  sessions: SessionsTable;
  reset_links: ResetLinksTable;
  user_events: UserEventsTable;

  items: ItemsTable;
  change_sets: ChangeSetsTable;
  change_rows: ChangeRowsTable;
  sync_runs: SyncRunsTable;

  carts: CartsTable;
  cart_items: CartItemsTable;
  receipts: ReceiptsTable;
  receipt_lines: ReceiptLinesTable;
  receipt_events: ReceiptEventsTable;
  points_entries: PointsEntriesTable;
  notices: NoticesTable;
}

export type Flag = 0 | 1;
/** Set once, at insert. */
type Fixed<T> = ColumnType<T, T, never>;

interface UsersTable {
  id: Fixed<string>;
  username: string;
  email: string;
  signal_username: string;
  password_hash: string;
  is_admin: Flag;
  member_type: string;
  status: 'active' | 'suspended';
  verified_at: number | null;
  age_confirmed_at: number | null;
  /** The sum of the ledger, kept beside it so that a check can refuse to go below 0. */
  points_balance: Generated<number>;
  created_at: Fixed<number>;
  last_seen_at: number | null;
  /** Deleted accounts stay as anonymous rows, because receipts refer to them. */
  deleted_at: number | null;
}

interface SessionsTable {
  id: Fixed<string>;
  token_hash: Fixed<string>;
  user_id: Fixed<string>;
  user_agent: string;
  created_at: Fixed<number>;
  last_used_at: number;
  expires_at: number;
}

interface ResetLinksTable {
  token_hash: Fixed<string>;
  user_id: Fixed<string>;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: Fixed<number>;
  used_at: number | null;
}

interface UserEventsTable {
  id: Generated<number>;
  user_id: Fixed<string>;
  what: Fixed<string>;
  actor: Fixed<string>;
  at: Fixed<number>;
}

interface ItemsTable {
  id: Generated<number>;
  external_id: string;
  /** 0: gone from feed or file; kept for receipts and for its return. */
  listed: Flag;
  name: string;
  description: string | null;
  brand: string | null;
  category: string | null;
  /** JSON list of texts. */
  tags: string;
  /** JSON list of paths. */
  images: string;
  size: string | null;
  /** Stock on hand. */
  quantity: number;
  /** Of these, promised to open receipts. */
  reserved: Generated<number>;
  price_cents: number;
  markup_cents: number;
  is_active: Flag;
  weight_label: string | null;
  /** JSON list of the fields that belong to the shop. */
  shop_owned: string;
  feed_description: string | null;
  feed_weight_label: string | null;
  /** When a sync last changed it. */
  last_synced_at: number | null;
}

interface ChangeSetsTable {
  id: Generated<number>;
  kind: Fixed<ChangeKind>;
  actor: Fixed<string>;
  summary: Fixed<string>;
  added: Fixed<number>;
  changed: Fixed<number>;
  removed: Fixed<number>;
  unchanged: Fixed<number>;
  /** Switches moved along, such as auto sync by an upload: JSON {name: [before, after]}. */
  switches: Fixed<string | null>;
  created_at: Fixed<number>;
  reverted_by: number | null;
}

interface ChangeRowsTable {
  id: Generated<number>;
  change_id: Fixed<number>;
  item_id: Fixed<number>;
  kind: Fixed<PlanRow['kind']>;
  /** JSON of the changed fields only. */
  before: Fixed<string>;
  after: Fixed<string>;
}

interface SyncRunsTable {
  id: Generated<number>;
  started_at: Fixed<number>;
  finished_at: number | null;
  actor: Fixed<string>;
  outcome: 'running' | 'changed' | 'unchanged' | 'failed';
  error: string | null;
  added: Generated<number>;
  changed: Generated<number>;
  removed: Generated<number>;
  unchanged: Generated<number>;
  /** JSON list of texts. */
  warnings: Generated<string>;
  change_id: number | null;
}

interface CartsTable {
  user_id: Fixed<string>;
  shipping_option: ShippingOption;
  notes: string;
  updated_at: number;
}

interface CartItemsTable {
  id: Generated<number>;
  user_id: Fixed<string>;
  item_id: Fixed<number>;
  quantity: number;
  /** The price when the line was put in, so that a change can be told. */
  added_price_cents: number;
  created_at: Fixed<number>;
}

interface ReceiptsTable {
  id: Fixed<string>;
  number: Fixed<number>;
  user_id: Fixed<string>;
  status: ReceiptStatus;
  subtotal_cents: Fixed<number>;
  shipping_option: Fixed<ShippingOption>;
  shipping_cents: Fixed<number>;
  total_cents: Fixed<number>;
  notes: string;
  idempotency_key: Fixed<string | null>;
  created_at: Fixed<number>;
  /** When an unpaid receipt lets its stock go; null once that is settled. */
  expires_at: number | null;
}

interface ReceiptLinesTable {
  id: Generated<number>;
  receipt_id: Fixed<string>;
  position: Fixed<number>;
  item_id: Fixed<number>;
  product_name: Fixed<string>;
  product_brand: Fixed<string>;
  quantity: Fixed<number>;
  unit_price_cents: Fixed<number>;
}

interface ReceiptEventsTable {
  id: Generated<number>;
  receipt_id: Fixed<string>;
  status: Fixed<ReceiptStatus>;
  /** A user name, or "system". */
  actor: string;
  note: Fixed<string | null>;
  at: Fixed<number>;
}

interface PointsEntriesTable {
  id: Generated<number>;
  user_id: Fixed<string>;
  points: Fixed<number>;
  kind: Fixed<PointsKind>;
  reason: Fixed<string>;
  actor: Fixed<string | null>;
  receipt_id: Fixed<string | null>;
  created_at: Fixed<number>;
}

interface NoticesTable {
  id: Generated<number>;
  event: Fixed<string>;
  receipt_id: Fixed<string | null>;
  /** The JSON body as it is signed and sent. */
  payload: Fixed<string>;
  attempts: Generated<number>;
  next_attempt_at: number | null;
  delivered_at: number | null;
  last_error: string | null;
  created_at: Fixed<number>;
}
