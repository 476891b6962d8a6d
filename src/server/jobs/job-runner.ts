import { Worker } from 'node:worker_threads';
import { ShopError } from '#contract/errors.ts';
import { currentCaller } from '../db/caller.ts';
import type { ShopDatabase } from '../db/shop-database.ts';
import { countListed } from '../features/inventory/inventory.queries.ts';
import type { RunningTask } from '../features/tasks/tasks.ts';
import { waitAtMost } from '../lib/concurrency.ts';
import { builtFile } from '../lib/program.ts';
import {
  type JobMessage,
  type JobProgress,
  type JobResult,
  THREAD_JOBS,
  type ThreadData,
  type ThreadJob,
  type ThreadJobs,
  transferList,
} from './thread-jobs.ts';

type RequestOf<Job extends ThreadJob> = Parameters<ThreadJobs[Job]>[1];
type ResultOf<Job extends ThreadJob> = Awaited<ReturnType<ThreadJobs[Job]>>;

/** How much work a job is: the items it touches (the whole inventory if absent), and the bytes of its file. */
interface JobSize {
  items?: number;
  bytes?: number;
}

interface JobOptions extends JobSize {
  /** The task that the job reports to. */
  task?: RunningTask | undefined;
}

/** The caller of a job that runs in the thread. */
interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  task: RunningTask | undefined;
}

/** With this many items or more, a job in the main thread would delay requests noticeably. */
const LARGE = 1000;
/** The usual size of a product in a file. */
const BYTES_PER_PRODUCT = 250;
/** An idle thread ends and gives its memory back: up to 150 MB after an upload. A new one starts in a fraction of a second. */
const IDLE_MS = 5000;
/** Ten megabytes of the smallest possible products take about 300. */
const MOST_MEMORY_MB = 1024;
/** Half of V8's own limit. A job keeps its items to the end, so more room for short-lived objects makes it no faster. */
const NEW_OBJECTS_MB = 24;

/**
 * Runs thread jobs: small ones in the main thread, large ones in a worker thread with a connection of its own
 * (docs/decisions/0002). Each process has one worker thread, started when it is first needed.
 */
export class JobRunner {
  readonly #database: ShopDatabase;
  readonly #afterChange: () => Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #onAllDone = () => {};
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** `afterChange` runs after each job that changed the inventory, before its caller gets the result. */
  constructor(database: ShopDatabase, afterChange: () => Promise<void>) {
    this.#database = database;
    this.#afterChange = afterChange;
  }

  /**
   * Runs a job that only reads.
   * @throws what the job throws
   */
  async run<Job extends ThreadJob>(
    job: Job,
    request: RequestOf<Job>,
    { items, bytes = 0, task }: JobOptions = {},
  ): Promise<ResultOf<Job>> {
    const size = Math.max(bytes / BYTES_PER_PRODUCT, items ?? (await countListed(this.#database.read)));
    if (size < LARGE) return THREAD_JOBS[job](this.#database, request as never, task) as Promise<ResultOf<Job>>;
    const result = await this.#runInThread(job, request, task);
    // The thread writes through another connection: listeners of this process are notified before the caller goes on.
    await this.#database.catchUp();
    return result as ResultOf<Job>;
  }

  /**
   * Runs a job that changes the inventory. Until a large change is in the catalogue, members get the version before it.
   * The caller gets the result when the new version is ready.
   * @throws what the job throws
   */
  async change<Job extends ThreadJob>(job: Job, request: RequestOf<Job>, options?: JobOptions): Promise<ResultOf<Job>> {
    const result = await this.run(job, request, options);
    await this.#afterChange();
    return result;
  }

  /** Ends the thread. Running jobs have this many milliseconds to finish. */
  async close(milliseconds = 0): Promise<void> {
    if (this.#waiting.size > 0) {
      const allDone = new Promise<void>((resolve) => {
        this.#onAllDone = resolve;
      });
      await waitAtMost(milliseconds, allDone);
    }
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #runInThread(job: ThreadJob, request: unknown, task: RunningTask | undefined): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    // A command of the command line ends when nothing is left to do. A running job keeps it alive.
    this.#thread.ref();
    const id = ++this.#lastId;
    const done = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, task }));
    const message: JobMessage = { id, job, request, taskId: task?.id, caller: currentCaller() };
    this.#thread.postMessage(message, transferList(request));
    return done;
  }

  #start(): Worker {
    const thread = new Worker(builtFile('worker-thread'), {
      workerData: { location: this.#database.location, timeLimits: this.#database.timeLimits } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: NEW_OBJECTS_MB },
    });
    thread.on('message', (message: JobResult | JobProgress) => {
      if ('progress' in message) this.#report(message);
      else this.#finish(message);
    });
    thread.once('error', (error) => this.#onEnd(thread, error));
    thread.once('exit', () => this.#onEnd(thread, new Error('The worker thread ended.')));
    return thread;
  }

  #report({ id, progress: { done, total } }: JobProgress): void {
    this.#waiting.get(id)?.task?.report(done, total);
  }

  #finish(result: JobResult): void {
    const waiting = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if ('result' in result) waiting?.resolve(result.result);
    else if ('refused' in result) {
      const { code, details } = result.refused;
      waiting?.reject(new ShopError(code, details));
    } else waiting?.reject(result.failed);
    if (this.#waiting.size > 0) return;
    this.#onAllDone();
    this.#thread?.unref();
    this.#idle = setTimeout(() => this.#endThread(), IDLE_MS).unref();
  }

  /** A job that comes while the thread is ending starts a new one. */
  #endThread(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
  }

  /** A thread can end early, for example out of memory. Its transaction is rolled back; the next job starts a new thread. */
  #onEnd(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.#onAllDone();
  }
}
