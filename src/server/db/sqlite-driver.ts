import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const require = createRequire(import.meta.url);

/**
 * The class that opens SQLite files. better-sqlite3 13 needs version 10 of Node-API. Version 12 is for older Node.js: in
 * newer ones it ends the process sooner or later. scripts/lib/sqlite-package.mjs makes the same choice.
 */
export const SqliteDatabase: typeof BetterSqlite3 =
  Number(process.versions.napi) >= 10 ? require('better-sqlite3') : require('better-sqlite3-node20');

/** An open SQLite file. */
export type SqliteDatabase = BetterSqlite3.Database;

/** A prepared statement. Nothing is known about its rows. */
export type SqliteStatement = BetterSqlite3.Statement<unknown[]>;

/** A failure of SQLite. `code` is its name of the reason, such as `SQLITE_BUSY`. */
export const { SqliteError } = SqliteDatabase;
