import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { Touch, Tx } from './shop-database.ts';
import { Touched } from './touched.ts';

type Work<Result> = (tx: Tx, touch: Touch) => Promise<Result>;

interface Job {
  work: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (reason: unknown) => void;
}

const SAVEPOINT = CompiledQuery.raw('savepoint one');
const RELEASE = CompiledQuery.raw('release one');
const ROLLBACK = CompiledQuery.raw('rollback to one');

/** So many transactions share a commit at the most: the first of them waits for the last. */
const JOBS_A_COMMIT = 64;

/**
 * SQLite writes one after the other, and most of a small write is waiting for the disk. Transactions that arrive
 * together therefore share one durable commit, each in a savepoint of its own: what fails is undone alone, and none is
 * answered before the disk has them all.
 */
export class GroupCommit {
  readonly #kysely: Kysely<Schema>;
  readonly #beforeCommit: (tx: Tx, touched: Touched) => Promise<() => void>;
  #queue: Job[] = [];
  #draining = false;

  /** `beforeCommit` ends each commit and answers what is done once it is on the disk. */
  constructor(kysely: Kysely<Schema>, beforeCommit: (tx: Tx, touched: Touched) => Promise<() => void>) {
    this.#kysely = kysely;
    this.#beforeCommit = beforeCommit;
  }

  /** Runs `work` as a transaction: resolves when it is durable, rejects when it, or the commit it shared, failed. */
  run<Result>(work: Work<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as Job['resolve'], reject });
      if (this.#draining) return;
      this.#draining = true;
      // Whatever arrives in this turn of the loop comes along.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#commit(this.#queue.splice(0, JOBS_A_COMMIT));
      // Lets the requests answered just now send their next ones, and everybody else have a turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#draining = false;
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const touched = new Touched();
    const answers: (() => void)[] = [];
    try {
      const committed = await this.#kysely.transaction().execute(async (tx) => {
        for (const job of jobs) answers.push(await this.#runOne(tx, job, touched));
        return this.#beforeCommit(tx, touched);
      });
      committed();
      for (const answer of answers) answer();
    } catch (error) {
      for (const job of jobs) job.reject(error);
    }
  }

  /** One transaction of a commit; answers how its caller is told once all are durable. */
  async #runOne(tx: Tx, job: Job, together: Touched): Promise<() => void> {
    const own = new Touched();
    await tx.executeQuery(SAVEPOINT);
    try {
      const result = await job.work(tx, own.touch);
      await tx.executeQuery(RELEASE);
      together.add(own);
      return () => job.resolve(result);
    } catch (error) {
      await tx.executeQuery(ROLLBACK);
      await tx.executeQuery(RELEASE);
      return () => job.reject(error);
    }
  }
}
