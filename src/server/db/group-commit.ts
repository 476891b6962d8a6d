import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { SqliteStatements } from './sqlite-statements.ts';
import { shareCommit, TouchedTopics } from './touched-topics.ts';
import type { Touch, Tx } from './types.ts';

/** The work of one transaction. `run` runs a statement of it at once. */
type Work<Result> = (tx: Tx, touch: Touch, run: SqliteStatements['run']) => Promise<Result> | Result;

interface Job {
  work: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
}

const SAVEPOINT = CompiledQuery.raw('savepoint one');
const RELEASE = CompiledQuery.raw('release one');
const ROLLBACK = CompiledQuery.raw('rollback to one');

/** The first transaction of a commit waits for the last, so a commit has a limit. */
const JOBS_PER_COMMIT = 64;

/**
 * SQLite writes one transaction after the other, and a small write mostly waits for the disk. So transactions that
 * arrive together share one durable commit, each in a savepoint of its own. A failed one is rolled back alone, and no
 * caller gets a result before the disk has all of them. If the disk is full or fails, nothing of the commit is kept and
 * every caller gets that error.
 */
export class GroupCommit {
  readonly #kysely: Kysely<Schema>;
  readonly #run: SqliteStatements['run'];
  readonly #beforeCommit: (tx: Tx, touched: TouchedTopics) => Promise<() => void>;
  #queue: Job[] = [];
  #draining = false;

  /**
   * `statements` are those of the connection that `kysely` writes through. `beforeCommit` runs at the end of each commit
   * and returns what to do once it is durable.
   */
  constructor(
    kysely: Kysely<Schema>,
    statements: SqliteStatements,
    beforeCommit: (tx: Tx, touched: TouchedTopics) => Promise<() => void>,
  ) {
    this.#kysely = kysely;
    this.#run = (query) => statements.run(query);
    this.#beforeCommit = beforeCommit;
  }

  /** Runs `work` as a transaction. Resolves when it is durable; rejects when it failed, or the commit it shared. */
  run<Result>(work: Work<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as Job['resolve'], reject });
      if (this.#draining) return;
      this.#draining = true;
      // Everything that arrives during this turn of the event loop joins the commit.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#commit(this.#queue.splice(0, JOBS_PER_COMMIT));
      // Lets clients that just got a response send their next request, and lets other work run.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#draining = false;
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const touched = new TouchedTopics();
    const settlements: (() => void)[] = [];
    try {
      const notify = await this.#kysely.transaction().execute(async (tx) => {
        shareCommit(tx, touched);
        for (const job of jobs) settlements.push(await this.#runOne(tx, job, touched));
        return this.#beforeCommit(tx, touched);
      });
      notify();
      for (const settle of settlements) settle();
    } catch (error) {
      for (const job of jobs) job.reject(error);
    }
  }

  /** Runs one transaction of a commit. Returns how to settle its caller once the commit is durable. */
  async #runOne(tx: Tx, job: Job, together: TouchedTopics): Promise<() => void> {
    const own = new TouchedTopics();
    this.#run(SAVEPOINT);
    try {
      const result = await job.work(tx, own.touch, this.#run);
      this.#run(RELEASE);
      together.join(own);
      return () => job.resolve(result);
    } catch (error) {
      this.#undoOne(error);
      return () => job.reject(error);
    }
  }

  /** Throws the error itself if SQLite has undone the whole transaction, for example because the disk is full. */
  #undoOne(error: unknown): void {
    try {
      this.#run(ROLLBACK);
      this.#run(RELEASE);
    } catch {
      throw error;
    }
  }
}
