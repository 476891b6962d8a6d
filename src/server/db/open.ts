import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';
import type { EngineKind } from './engine-kind.ts';
import type { Schema } from './schema.ts';
import { ShopSqliteDialect } from './sqlite-dialect.ts';

/** An open database: queries through `kysely`; `postgres` and `sqlite` only for what the engines do differently. */
export interface OpenDatabase {
  kind: EngineKind;
  kysely: Kysely<Schema>;
  /** Queries beside a transaction: SQLite has one connection that writes and one that only reads. */
  reader: Kysely<Schema>;
  /** The PostgreSQL client, for LISTEN. */
  postgres?: postgres.Sql;
  /** The SQLite handle, for backups and pragmas. */
  sqlite?: SqliteDatabase.Database;
  close(): Promise<void>;
}

/** Where the embedded database lies in DATA_DIR. */
export const sqlitePath = (dataDir: string): string => join(dataDir, 'shop.db');

/** Opens the PostgreSQL server of DATABASE_URL, or without one the SQLite file in DATA_DIR (decisions §1). */
export const openDatabase = (where: { databaseUrl?: string | undefined; dataDir: string }): OpenDatabase =>
  where.databaseUrl ? openPostgres(where.databaseUrl) : openSqlite(sqlitePath(where.dataDir), where.dataDir);

/**
 * WAL lets readers go on beside a writer; FULL makes an acknowledged order survive a power cut. The reader has a
 * connection of its own, so that a long transaction makes no query wait.
 */
export const openSqlite = (file: string, folder?: string): OpenDatabase => {
  if (folder) mkdirSync(folder, { recursive: true });
  const sqlite = connect(file);
  // Transactions wait outside SQLite (sqlite-dialect.ts).
  sqlite.pragma('busy_timeout = 0');
  const kysely = new Kysely<Schema>({ dialect: new ShopSqliteDialect(sqlite) });
  const readOnly = connect(file);
  readOnly.pragma('query_only = ON');
  const reader = new Kysely<Schema>({ dialect: new ShopSqliteDialect(readOnly, { readOnly: true }) });
  const close = async () => {
    await reader.destroy();
    await kysely.destroy();
  };
  return { kind: 'sqlite', kysely, reader, sqlite, close };
};

const connect = (file: string): SqliteDatabase.Database => {
  const sqlite = new SqliteDatabase(file, { timeout: 10_000 });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  return sqlite;
};

/** Several hosts in the address are tried in turn. 64-bit integers and sums arrive as numbers, as from SQLite. */
export const openPostgres = (databaseUrl: string, connections = 10): OpenDatabase => {
  const sql = postgres(databaseUrl, {
    max: connections,
    connect_timeout: 10,
    idle_timeout: 60,
    onnotice: () => {},
    types: {
      integer64: { to: 20, from: [20], serialize: String, parse: Number },
      decimal: { to: 1700, from: [1700], serialize: String, parse: Number },
    },
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresJSDialect({ postgres: sql }) });
  return { kind: 'postgres', kysely, reader: kysely, postgres: sql, close: () => sql.end({ timeout: 5 }) };
};
