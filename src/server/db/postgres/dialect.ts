import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { QueryConfig } from 'pg';
import type { DatabaseLimits, TimeLimits } from '../../limits.ts';
import { ConnectionLostError, isCutOff, isReadOnly, isStalePlan, OutcomeUnknownError } from '../failures.ts';
import { statementName } from '../prepared-query.ts';
import type { Client } from './client.ts';
import type { PrimaryPool } from './primary-pool.ts';

interface DialectOptions extends Pick<TimeLimits, 'retryWithin'> {
  limits: DatabaseLimits;
  /** Every statement is a query of its own, so one that lost its connection may run again on another. */
  readOnly?: boolean;
}

/** Kysely's PostgreSQL dialect on our pool, with a driver that names prepared statements and limits every statement. */
export class ShopPostgresDialect extends PostgresDialect {
  readonly #pool: PrimaryPool;
  readonly #options: DialectOptions;

  constructor(pool: PrimaryPool, options: DialectOptions) {
    super({ pool: async () => Promise.reject(new Error('The shop has a pool of its own.')) });
    this.#pool = pool;
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PostgresDriver(this.#pool, this.#options);
  }
}

class PostgresDriver implements Driver {
  readonly #pool: PrimaryPool;
  readonly #options: DialectOptions;

  constructor(pool: PrimaryPool, options: DialectOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(this.#pool, await this.#pool.acquire(), this.#options);
  }

  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    await (connection as PostgresConnection).run('begin');
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PostgresConnection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as PostgresConnection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PostgresConnection).release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #pool: PrimaryPool;
  readonly #options: DialectOptions;
  #client: Client;
  #readOnly = false;
  #released = false;

  constructor(pool: PrimaryPool, client: Client, options: DialectOptions) {
    this.#pool = pool;
    this.#client = client;
    this.#options = options;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const started = performance.now();
    try {
      return await this.run<Row>(sql, parameters);
    } catch (error) {
      const mayRepeat = this.#options.readOnly && (isCutOff(error) || isStalePlan(error));
      if (!mayRepeat || performance.now() - started > this.#options.retryWithin) throw error;
      this.release();
      this.#client = await this.#pool.acquire();
      this.#released = false;
      return this.run<Row>(sql, parameters);
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and nothing streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The shop reads in pages.');
  }

  async run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    try {
      const query = queryConfig({ sql, parameters });
      const { command, rowCount, rows } = await this.#client.run(query, this.#options.limits.answer);
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
      return { rows: rows ?? [], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      if (isReadOnly(error)) this.#readOnly = true;
      throw error;
    }
  }

  /** @throws OutcomeUnknownError if nobody knows whether the transaction is durable */
  async commit(): Promise<void> {
    await this.#durably(() => this.run('commit'));
  }

  /**
   * Runs a statement that is a transaction of its own.
   * @throws OutcomeUnknownError if nobody knows whether it is durable
   */
  runDurably<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
    return this.#durably(() => this.run<Row>(sql, parameters));
  }

  /**
   * Runs statements in one transaction and one round trip. Returns the rows of each, or null if one of them failed and
   * all are undone.
   * @throws OutcomeUnknownError if nobody knows whether the transaction is durable
   */
  runTogether(queries: readonly CompiledQuery[]): Promise<unknown[][] | null> {
    return this.#durably(() => this.#client.runTogether(queries.map(queryConfig), this.#options.limits.answer));
  }

  /** A connection that cannot roll back is given up, and the server rolls back by itself. */
  async rollback(): Promise<void> {
    await this.run('rollback').catch(() => this.#client.destroy());
  }

  /** Does nothing if a lost connection was given back already and there is no other one. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#pool.release(this.#client, { readOnly: this.#readOnly });
  }

  /**
   * An error that the server sends means that it did not commit. It commits before it responds, so without a response
   * nobody knows. Neither does anybody if it stopped waiting for its standby.
   */
  async #durably<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#client.takeDoubt();
    let result: Result;
    try {
      result = await work();
    } catch (error) {
      if (error instanceof ConnectionLostError) throw new OutcomeUnknownError(error);
      throw error;
    }
    if (this.#client.takeDoubt()) throw new OutcomeUnknownError(new Error('The standby did not confirm the commit.'));
    return result;
  }
}

/** A statement as node-postgres takes it. A prepared one has a name. */
const queryConfig = ({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryConfig => {
  const name = statementName(sql);
  return { text: sql, values: parameters as unknown[], ...(name !== undefined && { name }) };
};

/** Runs writing statements in one transaction: see `PostgresConnection.runTogether`. */
export const runTogether = <Schema>(
  db: Kysely<Schema>,
  queries: readonly CompiledQuery[],
): Promise<unknown[][] | null> =>
  db.getExecutor().provideConnection((connection) => (connection as PostgresConnection).runTogether(queries));

/**
 * Runs a writing statement as a transaction of its own: one round trip instead of three.
 * @throws OutcomeUnknownError if nobody knows whether it is durable
 */
export const runDurably = <Schema, Row>(db: Kysely<Schema>, { sql, parameters }: CompiledQuery<Row>): Promise<Row[]> =>
  db.getExecutor().provideConnection(async (connection) => {
    const { rows } = await (connection as PostgresConnection).runDurably<Row>(sql, parameters);
    return rows;
  });

/** Writes to the log and nowhere else. A standby cannot, and holds only what it was sent. */
const LOG_MESSAGE = CompiledQuery.raw(
  "select pg_logical_emit_message(true, 'greenroom', '') where not pg_is_in_recovery()",
);

/**
 * Waits until everything that can be read is durable, also on the synchronous standby. A commit that stopped waiting
 * for the standby can be read at once, and is lost if the standby takes over. A later commit is durable only after it.
 *
 * @throws OutcomeUnknownError if nobody knows whether it is durable
 */
export const waitUntilDurable = async <Schema>(db: Kysely<Schema>): Promise<void> => {
  await runDurably(db, LOG_MESSAGE);
};
