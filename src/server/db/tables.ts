import type { TableName } from './schema.ts';

/** What backup and restore need to know about a table. */
interface Table {
  primaryKey: string;
  /** The database counts the ids of new rows itself. */
  countsIds: boolean;
  /** False for rows that belong to running processes, or that end within hours. */
  inBackups: boolean;
  /** How many rows a backup reads at once. */
  batch: number;
}

const BATCH = 500;
/** Rows of several hundred kilobytes. */
const LARGE_ROWS_BATCH = 5;

const named = (primaryKey: string): Table => ({ primaryKey, countsIds: false, inBackups: true, batch: BATCH });
const counted: Table = { primaryKey: 'id', countsIds: true, inBackups: true, batch: BATCH };

/** Every table. The compiler refuses a schema with a table that is missing here. Tables come after those they refer to. */
export const TABLES: Readonly<Record<TableName, Table>> = {
  shop_state: named('key'),
  versions: named('topic'),
  counters: named('name'),
  leases: { ...named('name'), inBackups: false },
  users: named('id'),
  idempotency_keys: named('id'),
  sessions: named('id'),
  reset_links: named('token_hash'),
  user_events: counted,
  passkeys: named('id'),
  challenges: { ...named('challenge'), inBackups: false },
  invites: named('id'),
  throttles: { ...named('key'), inBackups: false },
  call_counts: { ...named('key'), inBackups: false },
  audit: counted,
  audit_texts: named('entry_id'),
  items: counted,
  pictures: { ...named('path'), batch: LARGE_ROWS_BATCH },
  change_sets: counted,
  change_rows: counted,
  sync_runs: counted,
  pending_syncs: { ...named('id'), inBackups: false },
  views: named('id'),
  tasks: { ...named('id'), inBackups: false },
  export_files: { ...named('task_id'), inBackups: false },
  carts: named('user_id'),
  cart_items: counted,
  favorites: counted,
  alerts: counted,
  receipts: named('id'),
  receipt_lines: counted,
  receipt_events: counted,
  points_entries: counted,
  notices: counted,
};

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];
