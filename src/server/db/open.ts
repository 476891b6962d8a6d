import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';
import type { Schema } from './schema.ts';
import { ShopSqliteDialect } from './sqlite-dialect.ts';
import type { Db, EngineKind } from './types.ts';

/** The location of the database. Plain data, so that it can be handed to a worker thread. */
export interface DatabaseLocation {
  /** The address of a PostgreSQL server; the embedded SQLite file is used if it is absent. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

/** An open database. `postgres` and `sqlite` are only for what the engines do differently. */
export interface OpenDatabase {
  kind: EngineKind;
  location: DatabaseLocation;
  kysely: Kysely<Schema>;
  /** For queries outside transactions: SQLite has one connection that writes and one that only reads. */
  reader: Kysely<Schema>;
  postgres?: postgres.Sql;
  sqlite?: SqliteDatabase.Database;
  close(): Promise<void>;
}

/** A connection for long reads, which keep nobody else waiting. */
export interface LongReader {
  db: Db;
  /** Runs queries that all see the database as it is at one moment. They lock nothing. */
  atOneMoment<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The path of the embedded database. */
export const sqlitePath = (dataDir: string): string => join(dataDir, 'shop.db');

/**
 * Opens the PostgreSQL server of DATABASE_URL, or the SQLite file in DATA_DIR if there is no such setting
 * (behavior 1.4).
 *
 * @param options.connections the largest number of connections to a server
 */
export const openDatabase = (
  location: DatabaseLocation,
  { connections = 10 }: { connections?: number } = {},
): OpenDatabase => (location.databaseUrl ? openPostgres(location, connections) : openSqlite(location));

/**
 * WAL lets readers go on while somebody writes. FULL makes an acknowledged order survive a power cut. The reader has a
 * connection of its own, so that a long transaction makes no query wait.
 */
const openSqlite = (location: DatabaseLocation): OpenDatabase => {
  mkdirSync(location.dataDir, { recursive: true });
  const file = sqlitePath(location.dataDir);
  const sqlite = connectSqlite(file);
  // Transactions wait outside SQLite (sqlite-dialect.ts).
  sqlite.pragma('busy_timeout = 0');
  const kysely = new Kysely<Schema>({ dialect: new ShopSqliteDialect(sqlite) });
  const reader = openSqliteReader(file);
  const close = async () => {
    await reader.destroy();
    await kysely.destroy();
  };
  return { kind: 'sqlite', location, kysely, reader, sqlite, close };
};

const openSqliteReader = (file: string): Kysely<Schema> => {
  const sqlite = connectSqlite(file);
  sqlite.pragma('query_only = ON');
  return new Kysely<Schema>({ dialect: new ShopSqliteDialect(sqlite, { readOnly: true }) });
};

const connectSqlite = (file: string): SqliteDatabase.Database => {
  const sqlite = new SqliteDatabase(file, { timeout: 10_000 });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  return sqlite;
};

/** Several hosts in the address are tried one after the other. 64-bit integers and sums arrive as numbers, as from SQLite. */
const openPostgres = (location: DatabaseLocation, connections: number): OpenDatabase => {
  const client = postgres(location.databaseUrl!, {
    max: connections,
    connect_timeout: 10,
    idle_timeout: 60,
    onnotice: () => {},
    types: {
      integer64: { to: 20, from: [20], serialize: String, parse: Number },
      decimal: { to: 1700, from: [1700], serialize: String, parse: Number },
    },
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresJSDialect({ postgres: client }) });
  const close = () => client.end({ timeout: 5 });
  return { kind: 'postgres', location, kysely, reader: kysely, postgres: client, close };
};

const BEGIN_AT_ONE_MOMENT: Record<EngineKind, string> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read read only',
};

/**
 * Opens a reader for long reads. On SQLite it has a connection of its own, because a long read on the shared connection
 * would make every other query wait. A PostgreSQL server has a pool, so the reader takes a connection from it.
 */
export const openLongReader = ({ kind, location, reader }: OpenDatabase): LongReader => {
  const own = kind === 'sqlite' ? openSqliteReader(sqlitePath(location.dataDir)) : null;
  const db = own ?? reader;
  return {
    db,
    atOneMoment: (work) =>
      db.connection().execute(async (connection) => {
        await sql.raw(BEGIN_AT_ONE_MOMENT[kind]).execute(connection);
        try {
          return await work(connection);
        } finally {
          await sql`commit`.execute(connection);
        }
      }),
    close: async () => {
      await own?.destroy();
    },
  };
};
