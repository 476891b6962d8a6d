import type SqliteDatabase from 'better-sqlite3';
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

  constructor(database: SqliteDatabase.Database) {
    const config = { database: withKeptStatements(database) };
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
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
