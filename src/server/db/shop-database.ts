import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type Kysely, sql, type Transaction } from 'kysely';
import { isRetryable } from './constraint-errors.ts';
import type { EngineKind } from './engine-kind.ts';
import { GroupCommit } from './group-commit.ts';
import type { OpenDatabase } from './open.ts';
import type { Schema } from './schema.ts';
import { Touched } from './touched.ts';

/** What can move; listeners hear of it after the commit, in every process. */
export type Topic = 'catalogue' | 'inventory' | 'receipts' | 'users' | 'points' | 'sync' | 'notices';

/** One committed change, as listeners hear it. */
export interface Moved {
  topic: Topic;
  /** The ids that moved (items of the catalogue); null when too many to tell, or told by another process. */
  ids: readonly (number | string)[] | null;
}

export type Tx = Transaction<Schema>;
export type Db = Kysely<Schema>;
/** Tells, inside a transaction, that a topic moves with it. */
export type Touch = (topic: Topic, ids?: readonly (number | string)[]) => void;

const CHANNEL = 'greenroom_moved';
const POLL_MS = 1000;
const ATTEMPTS = 8;

/**
 * The database as the features use it: `read` for queries, `write` for everything that changes something. A write is
 * one transaction; what it touched is told after the commit to this process at once, and to the others by
 * NOTIFY (PostgreSQL) or a version row looked at every second (SQLite).
 */
export class ShopDatabase {
  readonly kind: EngineKind;
  readonly read: Db;
  readonly open: OpenDatabase;
  readonly #groupCommit: GroupCommit | undefined;
  readonly #listeners = new EventEmitter();
  readonly #self = randomUUID();
  readonly #versions = new Map<string, number>();
  #poll: NodeJS.Timeout | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(open: OpenDatabase) {
    this.open = open;
    this.kind = open.kind;
    this.read = open.reader;
    this.#listeners.setMaxListeners(0);
    if (open.kind === 'sqlite') {
      this.#groupCommit = new GroupCommit(open.kysely, (tx, touched) => this.#endCommit(tx, touched));
    }
  }

  /**
   * Runs `work` in one transaction. Deadlocks and serialization failures of PostgreSQL are tried again, so `work` must
   * do nothing but queries: only `tx` is in scope, nothing else is awaited. On SQLite transactions that arrive together
   * share a commit (group-commit.ts).
   */
  async write<Result>(work: (tx: Tx, touch: Touch) => Promise<Result>): Promise<Result> {
    if (this.#groupCommit) return this.#groupCommit.run(work);
    for (let attempt = 1; ; attempt++) {
      const touched = new Touched();
      try {
        const { result, committed } = await this.open.kysely.transaction().execute(async (tx) => ({
          result: await work(tx, touched.touch),
          committed: await this.#endCommit(tx, touched),
        }));
        committed();
        return result;
      } catch (error) {
        if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
      }
    }
  }

  /** Ends a commit with the versions of what it touched; answers how this process is told once it is durable. */
  async #endCommit(tx: Tx, touched: Touched): Promise<() => void> {
    const versions: [Topic, number][] = [];
    for (const topic of touched.topics) versions.push([topic, await this.#bump(tx, topic)]);
    if (this.kind === 'postgres' && versions.length > 0) {
      const message = JSON.stringify({ from: this.#self, versions });
      await sql`select pg_notify(${CHANNEL}, ${message})`.execute(tx);
    }
    return () => {
      for (const [topic, version] of versions) {
        // Another process may have moved it in between; then the poll tells of that one too.
        if ((this.#versions.get(topic) ?? 0) === version - 1) this.#versions.set(topic, version);
        this.#tell(touched.moved(topic));
      }
    };
  }

  /** Hears of every committed change, one's own and other processes'. Answers the way to stop. */
  onMoved(listener: (moved: Moved) => void): () => void {
    this.#listeners.on('moved', listener);
    return () => this.#listeners.off('moved', listener);
  }

  /** Starts to hear what other processes change. */
  async watch(): Promise<void> {
    await this.#compareVersions(false);
    if (this.open.postgres) {
      const subscription = await this.open.postgres.listen(
        CHANNEL,
        (payload) => this.#heard(payload),
        // Called again after a lost connection: what was missed shows in the versions.
        () => void this.#compareVersions(true).catch(() => {}),
      );
      this.#stopListening = () => subscription.unlisten();
    } else {
      this.#poll = setInterval(() => void this.#compareVersions(true).catch(() => {}), POLL_MS);
      this.#poll.unref();
    }
  }

  /** Looks at once for what a thread of this process changed through a connection of its own. */
  async catchUp(): Promise<void> {
    await this.#compareVersions(true);
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#stopListening?.().catch(() => {});
    await this.open.close();
  }

  async #bump(tx: Tx, topic: Topic): Promise<number> {
    const row = await tx
      .insertInto('versions')
      .values({ topic, version: 1 })
      .onConflict((conflict) => conflict.column('topic').doUpdateSet({ version: sql`versions.version + 1` }))
      .returning('version')
      .executeTakeFirstOrThrow();
    return row.version;
  }

  #heard(payload: string): void {
    const { from, versions } = JSON.parse(payload) as { from: string; versions: [Topic, number][] };
    for (const [topic, version] of versions) {
      this.#versions.set(topic, Math.max(version, this.#versions.get(topic) ?? 0));
      if (from !== this.#self) this.#tell({ topic, ids: null });
    }
  }

  async #compareVersions(tell: boolean): Promise<void> {
    const rows = await this.read.selectFrom('versions').select(['topic', 'version']).execute();
    for (const { topic, version } of rows) {
      if (this.#versions.get(topic) === version) continue;
      this.#versions.set(topic, version);
      if (tell) this.#tell({ topic: topic as Topic, ids: null });
    }
  }

  #tell(moved: Moved): void {
    this.#listeners.emit('moved', moved);
  }
}
