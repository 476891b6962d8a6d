import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { SqliteError } from './sqlite-driver.ts';
import type { SqliteStatements } from './sqlite-statements.ts';

/**
 * Kysely's SQLite dialect with additions. Its transactions take the write lock immediately (a plain `begin` fails
 * half-way if another process writes first) and may have been undone already. It has cached statements, and schema
 * changes inside transactions.
 */
export class ShopSqliteDialect extends SqliteDialect {
  readonly #statements: SqliteStatements;
  readonly #config: SqliteDialectConfig;
  readonly #readOnly: boolean;

  constructor(statements: SqliteStatements, { readOnly = false } = {}) {
    const config = { database: statements as SqliteDialectConfig['database'] };
    super(config);
    this.#statements = statements;
    this.#config = config;
    this.#readOnly = readOnly;
  }

  override createDriver(): SqliteDriver {
    return this.#readOnly ? new SqliteDriver(this.#config) : new WritingDriver(this.#config, this.#statements);
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
  readonly #statements: SqliteStatements;

  constructor(config: SqliteDialectConfig, statements: SqliteStatements) {
    super(config);
    this.#statements = statements;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const giveUpAt = Date.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        const busy = error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
        if (!busy || Date.now() > giveUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
    }
  }

  /** SQLite undoes a transaction by itself if the disk is full or fails. Undoing it again would hide that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#statements.inTransaction) await super.rollbackTransaction(connection);
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
