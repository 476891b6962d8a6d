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
 * Kysely's SQLite dialect with three additions: transactions that take the write lock immediately (a plain `begin` fails
 * half-way if another process writes first), cached statements, and schema changes inside transactions.
 */
export class ShopSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #readOnly: boolean;

  constructor(database: SqliteDatabase.Database, { readOnly = false } = {}) {
    const config = { database: withCachedStatements(database) };
    super(config);
    this.#config = config;
    this.#readOnly = readOnly;
  }

  override createDriver(): SqliteDriver {
    return this.#readOnly ? new SqliteDriver(this.#config) : new ImmediateDriver(this.#config);
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
class ImmediateDriver extends SqliteDriver {
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
