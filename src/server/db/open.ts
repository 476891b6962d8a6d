import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { CALL_CONNECTIONS, TIME_LIMITS, type TimeLimits } from '../limits.ts';
import { addFoldText } from './contains-text.ts';
import { ShopPostgresDialect } from './postgres/dialect.ts';
import { PrimaryPool } from './postgres/primary-pool.ts';
import { serverAddresses } from './postgres/server-address.ts';
import type { Schema } from './schema.ts';
import { ShopSqliteDialect } from './sqlite-dialect.ts';
import { SqliteDatabase } from './sqlite-driver.ts';
import { SqliteStatements } from './sqlite-statements.ts';
import type { Db, EngineKind } from './types.ts';

/** The location of the database. Plain data, so that it can be handed to a worker thread. */
export interface DatabaseLocation {
  /** The address of a PostgreSQL server; the embedded SQLite file is used if it is absent. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

/** Whose work a database is opened for. On PostgreSQL it decides how long a statement may take (limits.ts). */
export type Work = 'calls' | 'jobs' | 'commands';

/** How many connections long work may have at a time. */
const LONG_CONNECTIONS = 3;

interface OpenOptions {
  work?: Work;
  /** The largest number of connections to a server. */
  connections?: number;
  timeLimits?: TimeLimits;
}

/** An open database. `pool` and `sqlite` are only for what the engines do differently. */
export interface OpenDatabase {
  kind: EngineKind;
  location: DatabaseLocation;
  timeLimits: TimeLimits;
  kysely: Kysely<Schema>;
  /** For queries outside transactions: SQLite has one connection that writes and one that only reads. */
  reader: Kysely<Schema>;
  /** For work that may take minutes. On SQLite the same as `kysely`. */
  long: Kysely<Schema>;
  /** The connections to a PostgreSQL server: of calls and jobs, and of work that takes long. */
  pool?: PrimaryPool;
  longPool?: PrimaryPool;
  sqlite?: SqliteDatabase;
  /** The statements of the connection that `kysely` writes through. */
  statements?: SqliteStatements;
  close(): Promise<void>;
}

/** The path of the embedded database. */
export const sqlitePath = (dataDir: string): string => join(dataDir, 'shop.db');

/**
 * Opens the PostgreSQL server of DATABASE_URL, or the SQLite file in DATA_DIR if there is no such setting
 * (behavior 1.4).
 */
export const openDatabase = (
  location: DatabaseLocation,
  { work = 'calls', connections = CALL_CONNECTIONS, timeLimits = TIME_LIMITS }: OpenOptions = {},
): OpenDatabase =>
  location.databaseUrl ? openPostgres(location, { work, connections, timeLimits }) : openSqlite(location, timeLimits);

/**
 * WAL lets readers go on while somebody writes. FULL makes an acknowledged order survive a power cut. The reader has a
 * connection of its own, so that a long transaction makes no query wait.
 */
const openSqlite = (location: DatabaseLocation, timeLimits: TimeLimits): OpenDatabase => {
  mkdirSync(location.dataDir, { recursive: true });
  const file = sqlitePath(location.dataDir);
  const sqlite = connectSqlite(file);
  // Transactions wait outside SQLite (sqlite-dialect.ts).
  sqlite.pragma('busy_timeout = 0');
  const statements = new SqliteStatements(sqlite);
  const kysely = new Kysely<Schema>({ dialect: new ShopSqliteDialect(statements) });
  const reader = openSqliteReader(file);
  const close = async () => {
    await reader.destroy();
    await kysely.destroy();
  };
  return { kind: 'sqlite', location, timeLimits, kysely, reader, long: kysely, sqlite, statements, close };
};

/** A long read goes through a table once, so it would keep pages that nobody asks for again. */
const LONG_READ_CACHE_KIB = 1024;

const openSqliteReader = (file: string, cacheKib?: number): Kysely<Schema> => {
  const sqlite = connectSqlite(file);
  sqlite.pragma('query_only = ON');
  if (cacheKib) sqlite.pragma(`cache_size = -${cacheKib}`);
  return new Kysely<Schema>({ dialect: new ShopSqliteDialect(new SqliteStatements(sqlite), { readOnly: true }) });
};

const connectSqlite = (file: string): SqliteDatabase => {
  const sqlite = new SqliteDatabase(file, { timeout: 10_000 });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // Deleted data must not stay in the file (remove-deleted-bytes.ts).
  sqlite.pragma('secure_delete = ON');
  addFoldText(sqlite);
  return sqlite;
};

/**
 * Opens the server that accepts writes. Queries and transactions of calls share one pool. Long work has another one with
 * limits of its own, so that it keeps no call waiting for a connection.
 */
const openPostgres = (
  location: DatabaseLocation,
  { work, connections, timeLimits }: Required<OpenOptions>,
): OpenDatabase => {
  const addresses = serverAddresses(location.databaseUrl!);
  const { otherServers, retryWithin } = timeLimits;
  const limits = timeLimits[work];
  const pool = new PrimaryPool(addresses, { limits, otherServers, size: connections });
  const longLimits = timeLimits[work === 'calls' ? 'jobs' : 'commands'];
  const longPool = new PrimaryPool(addresses, { limits: longLimits, otherServers, size: LONG_CONNECTIONS });
  const kysely = new Kysely<Schema>({ dialect: new ShopPostgresDialect(pool, { limits, retryWithin }) });
  const reader = new Kysely<Schema>({
    dialect: new ShopPostgresDialect(pool, { limits, retryWithin, readOnly: true }),
  });
  const long = new Kysely<Schema>({ dialect: new ShopPostgresDialect(longPool, { limits: longLimits, retryWithin }) });
  const close = async () => {
    await Promise.all([pool.end(), longPool.end()]);
  };
  return { kind: 'postgres', location, timeLimits, kysely, reader, long, pool, longPool, close };
};

const BEGIN_AT_ONE_MOMENT: Record<EngineKind, string> = {
  sqlite: 'begin',
  postgres: 'begin isolation level repeatable read read only',
};

/**
 * Runs queries that all see the database as it is at one moment. They lock nothing. On SQLite they have a connection of
 * their own, because a long read on the shared connection would make every other query wait. On PostgreSQL they take a
 * connection from the pool for long work.
 */
export const readAtOneMoment = async <Result>(
  { kind, location, long }: OpenDatabase,
  work: (db: Db) => Promise<Result>,
): Promise<Result> => {
  const own = kind === 'sqlite' ? openSqliteReader(sqlitePath(location.dataDir), LONG_READ_CACHE_KIB) : null;
  try {
    return await (own ?? long).connection().execute(async (connection) => {
      await sql.raw(BEGIN_AT_ONE_MOMENT[kind]).execute(connection);
      try {
        return await work(connection);
      } finally {
        await sql`commit`.execute(connection);
      }
    });
  } finally {
    await own?.destroy();
  }
};
