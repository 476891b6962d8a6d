import type { Generated } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import type { Role } from '#domain/permissions.ts';
import type { TaskKind, TaskState } from '#domain/tasks.ts';
import type {
  ChangeRowsTable,
  ChangeSetsTable,
  ItemsTable,
  PendingSyncsTable,
  PicturesTable,
  SyncRunsTable,
  ViewsTable,
} from './schema-inventory.ts';
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
  pictures: PicturesTable;
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
