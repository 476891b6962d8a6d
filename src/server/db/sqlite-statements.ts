import type { CompiledQuery } from 'kysely';
import type { SqliteDatabase, SqliteStatement } from './sqlite-driver.ts';

/** The prepared statements that one connection keeps. Preparing costs more than most of our queries. */
const CACHED_STATEMENTS = 500;

/** The statements of one SQLite connection, each prepared once. Kysely uses it as its database. */
export class SqliteStatements {
  readonly #database: SqliteDatabase;
  readonly #cached = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#cached.get(sql);
    if (known) return known;
    const statement = this.#database.prepare<unknown[]>(sql);
    if (this.#cached.size >= CACHED_STATEMENTS) this.#cached.delete(this.#cached.keys().next().value!);
    this.#cached.set(sql, statement);
    return statement;
  }

  /**
   * Runs a query at once and returns its rows. Only inside a transaction that this connection has begun: there a small
   * write takes longer on its way through Kysely than in SQLite.
   */
  run({ sql, parameters }: CompiledQuery): unknown[] {
    const statement = this.prepare(sql);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  }

  close(): void {
    this.#database.close();
  }
}
