import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** Statements are prepared once and kept: preparing costs more than most of our queries. */
const STATEMENTS_KEPT = 500;

/**
 * Kysely's SQLite dialect with what the shop needs: transactions that take the write lock at once (a plain `begin`
 * fails half-way when another process writes first), kept statements, and schema changes inside transactions.
 */
export class ShopSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #readOnly: boolean;

  constructor(database: SqliteDatabase.Database, { readOnly = false } = {}) {
    const config = { database: withKeptStatements(database) };
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

/** How long a transaction waits for another's to end, and how often it looks. */
const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 2;

/**
 * Takes the write lock at once, waiting for it outside SQLite: its own waiting would stop the whole process while a
 * thread or another process writes. The connection's busy timeout is 0 for that.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        const busy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
        if (!busy || Date.now() > giveUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const withKeptStatements = (database: SqliteDatabase.Database): SqliteDialectConfig['database'] & object => {
  const kept = new Map<string, SqliteDatabase.Statement>();
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const known = kept.get(sql);
      if (known) return known as never;
      const statement = database.prepare(sql);
      if (kept.size >= STATEMENTS_KEPT) kept.delete(kept.keys().next().value!);
      kept.set(sql, statement);
      return statement as never;
    },
  } as SqliteDialectConfig['database'] & object;
};
