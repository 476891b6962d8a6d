import { join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { packageRoot } from '../../package-root.ts';
import { servedCatalogue } from '../catalogue/catalogue.routes.ts';
import { HEAVY_JOBS, type HeavyJob, type HeavyJobs, type JobAnswer, type JobMessage, ownMemory } from './heavy-jobs.ts';
import { countListed } from './inventory.queries.ts';

type RequestOf<Job extends HeavyJob> = Parameters<HeavyJobs[Job]>[1];
type ResultOf<Job extends HeavyJob> = Awaited<ReturnType<HeavyJobs[Job]>>;

/** From so many items on, a job would keep the requests of the shop waiting for longer than a blink. */
const HEAVY_FROM = 1000;
/** A product of a file takes about so many bytes. */
const BYTES_A_PRODUCT = 250;
/** An idle thread gives its memory back. */
const IDLE_MS = 60_000;
/** Ten megabytes of the smallest things there are take some 300. */
const MOST_MEMORY_MB = 1024;

/**
 * Runs heavy jobs (heavy-jobs.ts): small ones here, big ones in a thread with a connection of its own
 * (docs/decisions/0002). One thread a process, started when it is first needed.
 */
export class HeavyWork {
  readonly #deps: Deps;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: unknown) => void }>();
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * `items` is how many items the job touches, the whole inventory unless told; `bytes` the size of the file that comes
   * with it.
   */
  async run<Job extends HeavyJob>(
    job: Job,
    request: RequestOf<Job>,
    { items, bytes = 0 }: { items?: number; bytes?: number } = {},
  ): Promise<ResultOf<Job>> {
    const { database } = this.#deps;
    const size = Math.max(bytes / BYTES_A_PRODUCT, items ?? (await countListed(database.read)));
    if (size < HEAVY_FROM) return HEAVY_JOBS[job](database, request as never) as Promise<ResultOf<Job>>;
    const result = await this.#runInThread(job, request);
    // The thread's changes are another connection's: hear of them before the caller goes on.
    await database.catchUp();
    return result as ResultOf<Job>;
  }

  /**
   * Runs a job that changes the inventory. Members are answered with the catalogue before a big change until the new one
   * is read; whoever made the change is answered then.
   */
  async change<Job extends HeavyJob>(
    job: Job,
    request: RequestOf<Job>,
    size?: { items?: number; bytes?: number },
  ): Promise<ResultOf<Job>> {
    const result = await this.run(job, request, size);
    await servedCatalogue(this.#deps)
      ?.fresh()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'the catalogue could not be read after a change'));
    return result;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #runInThread(job: HeavyJob, request: unknown): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    // A command of the command line ends when nothing is left to do; this is something.
    this.#thread.ref();
    const id = ++this.#lastId;
    const done = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#thread.postMessage(
      { id, job, request } satisfies JobMessage,
      ownMemory((request as { bytes?: unknown } | null)?.bytes),
    );
    return done;
  }

  #start(): Worker {
    const { DATABASE_URL, DATA_DIR } = this.#deps.settings;
    const thread = startThread({
      workerData: { databaseUrl: DATABASE_URL, dataDir: DATA_DIR },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    thread.on('message', (answer: JobAnswer) => this.#settle(answer));
    thread.once('error', (error) => this.#ended(thread, error));
    thread.once('exit', () => this.#ended(thread, new Error('The thread for heavy work ended.')));
    return thread;
  }

  #settle(answer: JobAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('result' in answer) waiting?.resolve(answer.result);
    else if ('refused' in answer) {
      const { code, details } = answer.refused;
      waiting?.reject(new ShopError(code, details));
    } else waiting?.reject(answer.failed);
    if (this.#waiting.size > 0) return;
    this.#thread?.unref();
    this.#idle = setTimeout(() => void this.#thread?.terminate(), IDLE_MS).unref();
  }

  /** Out of memory, say: its transaction is rolled back with its connection, and the next job gets a new thread. */
  #ended(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Node 20 runs no TypeScript by itself: from the sources, in tests and in development, tsx loads the thread. */
const startThread = (options: WorkerOptions): Worker => {
  if (!import.meta.url.endsWith('.ts')) return new Worker(join(packageRoot, 'dist/server/heavy-thread.js'), options);
  const thread = new URL('./heavy-thread.ts', import.meta.url).href;
  const code = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(thread)}); });`;
  return new Worker(code, { ...options, eval: true });
};

const heavyWorks = new WeakMap<Deps, HeavyWork>();

/** The one of this shop. */
export const heavyWorkOf = (deps: Deps): HeavyWork => {
  const known = heavyWorks.get(deps);
  if (known) return known;
  const made = new HeavyWork(deps);
  heavyWorks.set(deps, made);
  return made;
};
