import { Socket } from 'node:net';
import './navigator.ts';
import pg, { type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import type { DatabaseLimits } from '../../limits.ts';
import { ConnectionLostError, isConnectionEnd, isStalePlan } from '../failures.ts';

/** 64-bit integers and sums arrive as numbers, as from SQLite. */
const NUMBERS = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** A statement that has to wait for a lock would keep the others waiting, so it soon fails and runs by itself. */
const BEGIN_TOGETHER = 'begin; set local lock_timeout = 100';

/** The function of the server that waits for a synchronous standby. It names itself in its warnings. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/**
 * One connection to a server. In addition to node-postgres it ends a statement that takes too long, because a paused
 * server never responds, and it knows whether it can still be used.
 */
export class Client extends pg.Client {
  readonly #socket: Socket;
  #lost = false;
  #doubtful = false;

  constructor(config: ClientConfig) {
    const socket = new Socket();
    // Who looks at the connections of a server sees whose they are. DATABASE_URL may have another name.
    super({
      fallback_application_name: 'greenroom',
      ...config,
      types,
      keepAlive: true,
      pipeline: true,
      stream: () => socket,
    });
    this.#socket = socket;
    // Without a listener, the end of an idle connection would end the process.
    this.on('error', () => this.#lose());
    this.on('end', () => this.#lose());
    this.on('notice', (notice) => {
      if ((notice as { routine?: string }).routine === STANDBY_WAIT) this.#doubtful = true;
    });
  }

  /** True if the connection can no longer be used. */
  get lost(): boolean {
    return this.#lost;
  }

  /**
   * Runs a statement.
   *
   * @param limit the most milliseconds it may take
   * @throws ConnectionLostError if the connection ended or the statement took too long; the database's error otherwise
   */
  run(query: QueryConfig, limit: number): Promise<QueryResult> {
    return this.#within(limit, () => this.query(query));
  }

  /**
   * Runs statements in one transaction and one round trip. Returns the rows of each, or null if one of them failed and
   * all are undone.
   *
   * @param limit the most milliseconds that all of them may take
   * @throws ConnectionLostError if the connection ended or they took too long
   */
  runTogether(queries: readonly QueryConfig[], limit: number): Promise<unknown[][] | null> {
    return this.#within(limit, async () => {
      // One write to the socket.
      this.#socket.cork();
      const sent = [{ text: BEGIN_TOGETHER }, ...queries, { text: 'commit' }].map((query) => this.query(query));
      this.#socket.uncork();
      const results = await Promise.allSettled(sent);
      // The server says that it has ended the connection, so it has not committed.
      const refusal = results.find((result) => result.status === 'rejected' && isConnectionEnd(result.reason));
      if (refusal?.status === 'rejected') throw refusal.reason;
      const end = results.at(-1)!;
      if (end.status === 'rejected') throw end.reason;
      // The end of a transaction in which something failed.
      if (end.value.command === 'ROLLBACK') return null;
      return results.slice(1, -1).map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value.rows;
      });
    });
  }

  async #within<Result>(limit: number, work: () => Promise<Result>): Promise<Result> {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      this.destroy();
    }, limit);
    try {
      return await work();
    } catch (error) {
      if (isConnectionEnd(error) || isStalePlan(error)) this.#lose();
      if (timedOut) throw new ConnectionLostError('The database did not respond in time.', { timedOut, cause: error });
      if (this.#lost && !(error instanceof pg.DatabaseError)) {
        throw new ConnectionLostError('The connection to the database was lost.', { cause: error });
      }
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Returns whether the server confirmed a commit since the last call without waiting for its synchronous standby. The
   * commit may be lost if the standby takes over.
   */
  takeDoubt(): boolean {
    const doubtful = this.#doubtful;
    this.#doubtful = false;
    return doubtful;
  }

  /** Sets the server's limits for this connection. Returns what the server is: see `ServerState`. */
  async prepare(limits: DatabaseLimits): Promise<ServerState> {
    const results = (await this.run(
      {
        text: `
          set statement_timeout = ${limits.statement};
          set lock_timeout = ${limits.lock};
          set idle_in_transaction_session_timeout = ${limits.idleInTransaction};
          ${STATE}`,
      },
      limits.connect,
    )) as unknown as QueryResult<ServerState>[];
    return results.at(-1)!.rows[0]!;
  }

  /** Ends the connection at once, without waiting for a server that may not respond. */
  destroy(): void {
    this.#lose();
    this.#socket.destroy();
  }

  #lose(): void {
    this.#lost = true;
  }
}

/** The state of a server: does it accept writes, and which timeline is it on? A promoted standby is on a higher one than its old primary. */
export interface ServerState {
  writable: boolean;
  timeline: number;
}

/** The name of a WAL file begins with its timeline, in hexadecimal digits. A standby has no current file. */
const STATE = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable,
    case when pg_is_in_recovery() then 0
      else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline`;
