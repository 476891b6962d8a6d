import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** Statements are prepared once and cached, because preparing costs more than most of our queries. */
const CACHED_STATEMENTS = 500;

/**
 * Kysely's SQLite dialect with four additions: transactions that take the write lock immediately (a plain `begin` fails
 * half-way if another process writes first) and may have been undone already, cached statements, and schema changes inside
 * transactions.
 */
export class ShopSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase.Database;
  readonly #config: SqliteDialectConfig;
  readonly #readOnly: boolean;

  constructor(database: SqliteDatabase.Database, { readOnly = false } = {}) {
    const config = { database: withCachedStatements(database) };
    super(config);
    this.#database = database;
    this.#config = config;
    this.#readOnly = readOnly;
  }

  override createDriver(): SqliteDriver {
    return this.#readOnly ? new SqliteDriver(this.#config) : new WritingDriver(this.#config, this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** How long a transaction waits for the write lock, and how often it tries. */
const LOCK_TIMEOUT_MS = 30_000;
const LOCK_RETRY_MS = 2;

/**
 * Takes the write lock at the start of a transaction. It waits outside SQLite, because SQLite's own waiting would block
 * the whole process while a worker thread or another process writes. So the connection's busy timeout is 0.
 */
class WritingDriver extends SqliteDriver {
  readonly #database: SqliteDatabase.Database;

  constructor(config: SqliteDialectConfig, database: SqliteDatabase.Database) {
    super(config);
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const giveUpAt = Date.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        const busy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
        if (!busy || Date.now() > giveUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
    }
  }

  /** SQLite undoes a transaction by itself if the disk is full or fails. Undoing it again would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const withCachedStatements = (database: SqliteDatabase.Database): SqliteDialectConfig['database'] & object => {
  const cached = new Map<string, SqliteDatabase.Statement>();
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const known = cached.get(sql);
      if (known) return known as never;
      const statement = database.prepare(sql);
      if (cached.size >= CACHED_STATEMENTS) cached.delete(cached.keys().next().value!);
      cached.set(sql, statement);
      return statement as never;
    },
  } as SqliteDialectConfig['database'] & object;
};
