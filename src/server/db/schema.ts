import type { Generated } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import type { ChangeKind, PlanRow } from '#domain/inventory-plan.ts';
import type { Role } from '#domain/permissions.ts';
import type { TaskKind, TaskState } from '#domain/tasks.ts';
import type {
  AlertsTable,
  CartItemsTable,
  CartsTable,
  FavoritesTable,
  Fixed,
  NoticesTable,
  PointsEntriesTable,
  ReceiptEventsTable,
  ReceiptLinesTable,
  ReceiptsTable,
} from './schema-orders.ts';

export type Flag = 0 | 1;

/**
 * The tables, the same on SQLite and PostgreSQL: whole cents, epoch milliseconds, JSON as text, flags as 0 and 1. The
 * migrations create them. schema.test.ts compares the result on both engines with this list.
 */
export interface Schema {
  /** Single values: the gate's signing key, hashes of secrets, switches. */
  shop_state: { key: string; value: string };
  /** How often a topic changed, for processes that are not notified directly (shop-database.ts). */
  versions: { topic: string; version: number };
  /** Numbers without gaps, such as receipt numbers. */
  counters: { name: string; value: number };
  /** Which process holds a task that only one process may do at a time. */
  leases: { name: string; holder: string; expires_at: number };
  idempotency_keys: IdempotencyKeysTable;

  users: UsersTable;
  sessions: SessionsTable;
  reset_links: ResetLinksTable;
  user_events: UserEventsTable;
  passkeys: PasskeysTable;
  challenges: ChallengesTable;
  invites: InvitesTable;
  /** Failed attempts of a name, a device or an address: JSON list of their last times, and how many had to wait. */
  throttles: { key: Fixed<string>; failed_at: string; waits: number; ends_at: number };
  /** How often something happened, until the end of its minute or hour. */
  call_counts: { key: Fixed<string>; calls: number; ends_at: number };
  audit: AuditTable;
  audit_texts: AuditTextsTable;

  items: ItemsTable;
  /** Uploaded pictures, by the path that items name: bytes in base64. The history may bring one back, so none is deleted. */
  pictures: { path: Fixed<string>; bytes: Fixed<string>; created_at: Fixed<number> };
  change_sets: ChangeSetsTable;
  change_rows: ChangeRowsTable;
  sync_runs: SyncRunsTable;
  pending_syncs: PendingSyncsTable;
  views: ViewsTable;
  tasks: TasksTable;
  export_files: ExportFilesTable;

  carts: CartsTable;
  cart_items: CartItemsTable;
  favorites: FavoritesTable;
  alerts: AlertsTable;
  receipts: ReceiptsTable;
  receipt_lines: ReceiptLinesTable;
  receipt_events: ReceiptEventsTable;
  points_entries: PointsEntriesTable;
  notices: NoticesTable;
}

export type TableName = keyof Schema;

/** The tables whose rows belong to a user. */
export type PersonalTable = {
  [Name in TableName]: 'user_id' extends keyof Schema[Name] ? Name : never;
}[TableName];

/** Calls that carried an Idempotency-Key, for 24 hours (behavior 2.10). */
interface IdempotencyKeysTable {
  /** `<call> <scope> <key>`, such as `cart.add <user id> <key>`: one key may be used for several calls. */
  id: Fixed<string>;
  /** The account that the row is deleted with. */
  user_id: Fixed<string>;
  /** JSON with ids and numbers: what repeating the call needs to know. */
  answer: string;
  created_at: Fixed<number>;
}

interface UsersTable {
  id: Fixed<string>;
  username: string;
  email: string;
  signal_username: string;
  password_hash: string;
  role: Generated<Role>;
  member_type: string;
  status: 'active' | 'suspended';
  verified_at: number | null;
  /** The last day on which the verification is valid, an ISO date. */
  verified_until: Generated<string | null>;
  age_confirmed_at: number | null;
  /** The sum of the ledger, stored so that a database check can keep it from going below 0. */
  points_balance: Generated<number>;
  created_at: Fixed<number>;
  last_seen_at: number | null;
  /** The invite that the account was registered with. */
  invite_id: Generated<string | null>;
  /** A deleted account stays as an anonymous row, because receipts refer to it. */
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
  /** When the user last proved who they are, after signing in. */
  reauthenticated_at: Generated<number | null>;
}

interface ResetLinksTable {
  token_hash: Fixed<string>;
  user_id: Fixed<string>;
  /** The id of the user who made it. */
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

interface PasskeysTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** base64url, like the public key. */
  credential_id: Fixed<string>;
  public_key: Fixed<string>;
  /** How often it was used, as the authenticator counts. */
  counter: number;
  /** JSON list of texts. */
  transports: Fixed<string>;
  name: Fixed<string>;
  created_at: Fixed<number>;
  last_used_at: number | null;
}

/** Open WebAuthn ceremonies. */
interface ChallengesTable {
  challenge: Fixed<string>;
  purpose: Fixed<'add' | 'sign_in' | 'reauthenticate'>;
  /** Null if nobody is signed in yet. */
  user_id: Fixed<string | null>;
  expires_at: Fixed<number>;
}

interface InvitesTable {
  id: Fixed<string>;
  label: Fixed<string>;
  /** HMAC of the code with a key of the shop. */
  code_hash: string;
  uses: Fixed<number>;
  used: Generated<number>;
  /** The id of the user who made it, or "system". */
  made_by: Fixed<string>;
  created_at: Fixed<number>;
  expires_at: Fixed<number | null>;
  revoked_at: number | null;
}

/**
 * The evidence, as it is chained (behavior 3.14). Personal texts are in audit_texts; here are their salted digests.
 */
interface AuditTable {
  id: Generated<number>;
  /** The position in the chain; null until it is chained. */
  seq: Generated<number | null>;
  at: Fixed<number>;
  /** A user's id, "system" or "command line". */
  actor_id: Fixed<string>;
  actor_name: Fixed<string | null>;
  role: Fixed<Role | null>;
  kind: Fixed<AuditKind>;
  subject: Fixed<string | null>;
  /** JSON. */
  before: Fixed<string | null>;
  after: Fixed<string | null>;
  address: Fixed<string | null>;
  hash: Generated<string | null>;
}

/** The personal texts of an entry. Deleted with the account of the person. */
interface AuditTextsTable {
  entry_id: Fixed<number>;
  user_id: Fixed<string | null>;
  salt: Fixed<string>;
  actor_name: Fixed<string | null>;
  subject: Fixed<string | null>;
  address: Fixed<string | null>;
}

interface ItemsTable {
  id: Generated<number>;
  external_id: string;
  /** 0 if the item left the feed or file. The row stays for receipts, and for the item's return. */
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
  /** The part of the stock promised to open receipts. */
  reserved: Generated<number>;
  /** How often a plan has set the stock. Orders do not count. */
  stock_version: Generated<number>;
  price_cents: number;
  markup_cents: number;
  is_active: Flag;
  /** At this stock or below it is low. Null for the shop's own threshold. */
  low_stock: Generated<number | null>;
  /** 1 if an admin added it. Such an item belongs to the shop, and no sync changes it. */
  by_hand: Generated<Flag>;
  weight_label: string | null;
  /** JSON list of Tier, and JSON of a LabResult. */
  tiers: Generated<string>;
  batch: string | null;
  lab: string | null;
  /** JSON list of the fields that the shop owns. */
  shop_owned: string;
  feed_description: string | null;
  feed_weight_label: string | null;
  feed_tiers: Generated<string>;
  feed_images: Generated<string>;
  /** The time of the last sync that changed it. */
  last_synced_at: number | null;
  /** When it was first listed. Null if it was added before the shop kept this time. */
  listed_at: Fixed<number | null>;
  /** When it last came back to stock. Null if it never did. */
  back_at: Generated<number | null>;
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
  /** Switches that the change also set, such as auto sync: JSON {name: [before, after]}. */
  switches: Fixed<string | null>;
  created_at: Fixed<number>;
  reverted_by: number | null;
}

interface ChangeRowsTable {
  id: Generated<number>;
  change_id: Fixed<number>;
  item_id: Fixed<number>;
  kind: Fixed<PlanRow['kind']>;
  /** JSON with the changed fields only. */
  before: Fixed<string>;
  after: Fixed<string>;
  /** The change-set that undid this row alone or with some others. Null also if all rows were undone together. */
  reverted_by: Generated<number | null>;
}

interface SyncRunsTable {
  id: Generated<number>;
  started_at: Fixed<number>;
  finished_at: number | null;
  actor: Fixed<string>;
  outcome: 'running' | 'changed' | 'unchanged' | 'failed' | 'waiting' | 'refused';
  error: string | null;
  added: Generated<number>;
  changed: Generated<number>;
  removed: Generated<number>;
  unchanged: Generated<number>;
  /** JSON list of texts. */
  warnings: Generated<string>;
  change_id: number | null;
}

/** The sync that waits for an admin's decision, because it would move prices too far. At most one. */
interface PendingSyncsTable {
  id: Fixed<string>;
  /** The feed as it was read, and where its next read starts. */
  feed: Fixed<string>;
  feed_cursor: string | null;
  /** The base prices that it changes, JSON {external id: cents}. A refused sync comes back only if they change. */
  prices: string;
  /** Why it waits, for people. */
  reason: string;
  actor: string;
  /** The plan that the panel shows. */
  plan_hash: string;
  created_at: number;
}

/** A named view of the inventory list. */
interface ViewsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  name: string;
  /** The part of the address after "?". */
  query: string;
  shared: Flag;
  updated_at: number;
}

/** Long work that somebody started in the panel, for a day. */
interface TasksTable {
  id: Fixed<string>;
  kind: Fixed<TaskKind>;
  user_id: Fixed<string>;
  /** What it does, for people. */
  label: Fixed<string>;
  /** As its process stored it last. A process that was killed stores no end (domain/tasks.ts). */
  state: TaskState;
  /** The result or the reason, for people. Null while it runs. */
  message: string | null;
  /** The change-set that it made, stored in the transaction of the change. */
  change_id: number | null;
  /** Its process is taken for dead after this time, epoch milliseconds. */
  alive_until: number;
  started_at: Fixed<number>;
  finished_at: number | null;
}

/** The files of finished exports. A file is deleted with its task. */
interface ExportFilesTable {
  task_id: Fixed<string>;
  /** CSV, gzipped and in base64. */
  content: Fixed<string>;
}
