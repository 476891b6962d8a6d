import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { TimeLimits } from '../limits.ts';
import { asShop, currentCaller, holdCaller } from './caller.ts';
import { afterSaving, isCutOff, isRetryable } from './failures.ts';
import { GroupCommit } from './group-commit.ts';
import { type BeforeMigrations, migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase, readAtOneMoment } from './open.ts';
import { whileOutOfReach } from './out-of-reach.ts';
import { runDurably, waitUntilDurable } from './postgres/dialect.ts';
import { Listener } from './postgres/listener.ts';
import { SharedCommits } from './postgres/shared-commits.ts';
import type { PreparedWrite } from './prepared-steps.ts';
import { removeErasedBytes } from './remove-deleted-bytes.ts';
import type { Schema, TableName } from './schema.ts';
import { inScratch } from './scratch.ts';
import { SERVER_TIME } from './sql.ts';
import {
  CHANNEL,
  changedText,
  endTransaction,
  type TopicVersion,
  type VersionsMessage,
  versionsOf,
} from './topic-versions.ts';
import { TouchedTopics } from './touched-topics.ts';
import type { Db, Topic, TopicChange, Touch, Tx } from './types.ts';

const POLL_MS = 1000;
const ATTEMPTS = 8;

interface WriteOptions<Row> {
  report?: (rows: readonly Row[], touch: Touch) => void;
  sends?: (touch: Touch) => void;
  locksLittle?: boolean;
}

/**
 * The database as features use it: `read` for queries, `write` for everything that changes something. A write is one
 * transaction. After the commit the listeners of this process are notified of what it touched at once. Other processes
 * are notified by NOTIFY on PostgreSQL. On SQLite they look at version rows every second.
 */
export class ShopDatabase {
  /** For queries. Cannot write on SQLite. */
  readonly read: Db;
  /** Reads, or returns the first value if the database does not respond soon. */
  readonly readOr: ReturnType<typeof whileOutOfReach>;
  /** The same for writes that a call can do without. A database may respond only to reads. */
  readonly writeOr: ReturnType<typeof whileOutOfReach>;
  readonly #open: OpenDatabase;
  readonly #groupCommit: GroupCommit | undefined;
  readonly #sharedCommits: SharedCommits<Schema> | undefined;
  readonly #listeners = new EventEmitter();
  readonly #self = randomUUID();
  readonly #versions = new Map<string, number>();
  #poll: NodeJS.Timeout | undefined;
  #listener: Listener | undefined;

  constructor(open: OpenDatabase) {
    this.#open = open;
    this.read = open.reader;
    this.readOr = whileOutOfReach(open.timeLimits.fallbackAfter);
    this.writeOr = whileOutOfReach(open.timeLimits.fallbackAfter);
    this.#listeners.setMaxListeners(0);
    if (open.kind === 'postgres') this.#sharedCommits = new SharedCommits(open.kysely);
    if (open.statements) {
      this.#groupCommit = new GroupCommit(open.kysely, open.statements, (tx, touched) => this.#endCommit(tx, touched));
    }
  }

  /** The engine's name for people. */
  get engineName(): string {
    return this.#open.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  }

  /** How many queries wait for a connection; 0 on SQLite, which has one. */
  get waiting(): number {
    return this.#open.pool?.waiting ?? 0;
  }

  /** The location of the database, for a worker thread that opens a connection of its own. */
  get location(): OpenDatabase['location'] {
    return this.#open.location;
  }

  /** How long its work may take. */
  get timeLimits(): TimeLimits {
    return this.#open.timeLimits;
  }

  /**
   * Brings the schema up to date.
   *
   * @param tables The tables of this version.
   * @param before Runs first if an existing database is about to change (migrate.ts).
   * @throws NewerDatabaseError if a newer version of the shop made the database
   * @throws MigrationError if a migration of an existing database fails
   */
  async migrate(tables: readonly TableName[], before?: BeforeMigrations): Promise<void> {
    if (this.#open.kind === 'sqlite') return migrate(this.#open, tables, before);
    // A migration may take longer than any call.
    const patient = openDatabase(this.location, { work: 'commands', connections: 2, timeLimits: this.timeLimits });
    try {
      await migrate(patient, tables, before);
    } finally {
      await patient.close();
    }
  }

  /**
   * Runs `work` in one transaction. On PostgreSQL it runs again after a deadlock or serialization failure, or if its
   * connection was lost before the commit. So `work` must do nothing but queries: only `tx` is in scope, and nothing
   * else is awaited. On SQLite, transactions that arrive together share a commit (group-commit.ts).
   *
   * @param options.long The work may take minutes, because it touches many rows.
   * @param options.first Takes a lock that has to come before the session of the caller.
   * @throws ShopError if this is the work of a call and its caller has lost the right (caller.ts)
   * @throws OutcomeUnknownError if nobody knows whether the transaction is durable
   */
  async write<Result>(
    work: (tx: Tx, touch: Touch) => Promise<Result>,
    { long = false, first }: { long?: boolean; first?: (tx: Tx) => Promise<void> } = {},
  ): Promise<Result> {
    const caller = currentCaller();
    const held: typeof work = async (tx, touch) => {
      await first?.(tx);
      if (caller) await holdCaller(tx, caller);
      return work(tx, touch);
    };
    if (this.#groupCommit) return this.#groupCommit.run(held);
    const kysely = long ? this.#open.long : this.#open.kysely;
    return this.#withRetries(async () => {
      const touched = new TouchedTopics();
      const { result, notify } = await kysely.transaction().execute(async (tx) => ({
        result: await held(tx, touched.touch),
        notify: await this.#endCommit(tx, touched),
      }));
      notify();
      return result;
    });
  }

  /**
   * Runs one prepared statement as a transaction of its own: on PostgreSQL in a single round trip. A statement that
   * touches topics says so itself (`touches`), and `report` marks what its rows changed. One that acts for a caller
   * finds the session itself and holds it (`heldSession`).
   *
   * @param options.sends Marks what the statement changes if it changes anything: other processes get these ids.
   * @param options.locksLittle The statement locks only rows of one member, so it may share a commit with others. On
   * SQLite all do.
   * @throws OutcomeUnknownError if nobody knows whether it is durable
   */
  async writeInOneStatement<Values extends object, Row>(
    write: PreparedWrite<Values, Row>,
    values: Values,
    { report = () => {}, sends = () => {}, locksLittle = false }: WriteOptions<Row> = {},
  ): Promise<Row[]> {
    const sent = new TouchedTopics();
    sends(sent.touch);
    const all = { ...values, writer: this.#self, changed: changedText(sent) };
    if (this.#groupCommit) {
      return this.#groupCommit.run((tx, touch, run) => {
        const rows = write.runInSteps(tx, run, all);
        report(rows, touch);
        return rows;
      });
    }
    const { kysely } = this.#open;
    const statement = write.statement(kysely, all);
    const rows = await this.#withRetries(() =>
      locksLittle && this.#sharedCommits ? this.#sharedCommits.run(statement) : runDurably(kysely, statement),
    );
    const touched = new TouchedTopics();
    report(rows, touched.touch);
    this.#notifyOf(touched, versionsOf(rows[0]));
    return rows;
  }

  /**
   * Waits until everything that was read is durable. A call that returns what an earlier one stored must wait for that,
   * because the earlier one may still be in doubt (behavior 2.10).
   *
   * @throws OutcomeUnknownError if nobody knows whether it is durable
   */
  async waitUntilDurable(): Promise<void> {
    if (this.#open.kind !== 'postgres') return;
    await afterSaving(() => this.#withRetries(() => waitUntilDurable(this.#open.kysely)));
  }

  /** Checks that the database responds. */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.read);
  }

  /** The time of the database's server in epoch milliseconds; null for SQLite, whose clock is this machine's. */
  async serverTime(): Promise<number | null> {
    if (this.#open.kind === 'sqlite') return null;
    return (await this.read.selectNoFrom(SERVER_TIME.as('now')).executeTakeFirstOrThrow()).now;
  }

  /** Runs long reads, which all see the database as it is at one moment. They keep nobody waiting. */
  atOneMoment<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return readAtOneMoment(this.#open, work);
  }

  /** Runs work on empty tables like these, which are gone afterwards; SQLite keeps them in `file` (scratch.ts). */
  inScratch<Result>(tables: readonly TableName[], file: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return inScratch(this.#open, tables, file, work);
  }

  /** Notifies the listener of every committed change, of this process and of others. Returns how to stop. */
  onChange(listener: (change: TopicChange) => void): () => void {
    this.#listeners.on('change', listener);
    return () => this.#listeners.off('change', listener);
  }

  /** Notifies the listeners of this process of something that is not stored, such as the progress of a task. */
  announce(topic: Topic): void {
    this.#notify({ topic, ids: null });
  }

  /** Starts to watch for changes of other processes. */
  async watch(): Promise<void> {
    await this.#compareVersions(false);
    if (this.#open.pool) {
      this.#listener = new Listener(this.#open.pool, {
        limits: this.timeLimits,
        channel: CHANNEL,
        onMessage: (payload) => this.#receive(payload),
        onConnect: () => this.#compareVersions(true),
        // Long work would wait for minutes for a server that is frozen.
        onServer: (url) => this.#open.longPool?.endOthers(url),
      });
      await this.#listener.start();
    } else {
      this.#poll = setInterval(() => void this.#compareVersions(true).catch(() => {}), POLL_MS);
      this.#poll.unref();
    }
  }

  /** Looks at once for changes made through other connections, such as those of a worker thread. */
  async catchUp(): Promise<void> {
    await this.#compareVersions(true);
  }

  /** Removes deleted addresses also from the bytes of the database, if that is still due (remove-deleted-bytes.ts). */
  removeErasedBytes(): Promise<void> {
    return removeErasedBytes(this.#open);
  }

  /** Checks the database file: returns "ok" or the problem; null for a server, which checks its own files. */
  checkFile(): string | null {
    if (!this.#open.sqlite) return null;
    return String(this.#open.sqlite.pragma('integrity_check', { simple: true }));
  }

  /** After rows with ids were inserted: makes the database count on from the highest id of these tables. */
  async continueIds(tx: Tx, tables: readonly TableName[]): Promise<void> {
    // SQLite does so by itself.
    if (this.#open.kind === 'sqlite') return;
    for (const table of tables) {
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
        from ${sql.table(table)}`.execute(tx);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#listener?.stop();
    await this.#open.close();
  }

  /** Runs a transaction again where that is safe: it was refused as a whole, or cut off before its commit. */
  async #withRetries<Result>(transaction: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        return await transaction();
      } catch (error) {
        const again =
          isRetryable(error) || (isCutOff(error) && performance.now() - started < this.timeLimits.retryWithin);
        if (attempt >= ATTEMPTS || !again) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
      }
    }
  }

  /** Counts up the versions of the touched topics. Returns how to notify this process once the commit is durable. */
  async #endCommit(tx: Tx, touched: TouchedTopics): Promise<() => void> {
    const versions = await endTransaction(tx, touched, this.#self);
    return () => this.#notifyOf(touched, versions);
  }

  #notifyOf(touched: TouchedTopics, versions: readonly TopicVersion[]): void {
    for (const [topic, version] of versions) {
      // If another process changed the topic in between, the poll must still notice that.
      if ((this.#versions.get(topic) ?? 0) === version - 1) this.#versions.set(topic, version);
      this.#notify(touched.changeOf(topic));
    }
  }

  #receive(payload: string): void {
    const { from, versions, changed } = JSON.parse(payload) as VersionsMessage;
    for (const [topic, version] of versions) {
      const known = this.#versions.get(topic) ?? 0;
      this.#versions.set(topic, Math.max(version, known));
      if (from === this.#self) continue;
      // After a message that was missed, anything may have changed.
      this.#notify({ topic, ids: (version <= known + 1 && changed?.[topic]) || null });
    }
  }

  async #compareVersions(notify: boolean): Promise<void> {
    const rows = await this.read.selectFrom('versions').select(['topic', 'version']).execute();
    for (const { topic, version } of rows) {
      if (this.#versions.get(topic) === version) continue;
      this.#versions.set(topic, version);
      if (notify) this.#notify({ topic: topic as Topic, ids: null });
    }
  }

  #notify(change: TopicChange): void {
    // Work that a change starts is work of the shop.
    asShop(() => this.#listeners.emit('change', change));
  }
}
