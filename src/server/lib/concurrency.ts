import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a promise is settled, but no longer than this. Never rejects. */
export const waitAtMost = async (milliseconds: number, promise: Promise<unknown>): Promise<void> => {
  const waiting = new AbortController();
  const timeout = pause(milliseconds, undefined, { signal: waiting.signal });
  await Promise.allSettled([Promise.race([promise, timeout])]);
  waiting.abort();
  await timeout.catch(() => {});
};

/** Lets a limited number of tasks run at the same time. The others wait in line. */
export class Semaphore {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((go) => this.#line.push(go));
    try {
      return await task();
    } finally {
      // The permit goes directly to the next in line, so that nobody can slip in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#free++;
    }
  }
}

/** Nobody waits for the task any more. */
export class AbandonedError extends Error {}

/** A task took longer than its caller waits. */
export class TooSlowError extends Error {}

/**
 * Waits at most `limit` milliseconds for a task. If it reports progress, the time starts again. A task that nobody waits
 * for any more ends at its next report.
 * @throws TooSlowError, or what the task throws
 */
export const within = <Result>(limit: number, task: (reportProgress: () => void) => Promise<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    let late = false;
    let expiring: NodeJS.Immediate | undefined;
    const expire = () => {
      late = true;
      reject(new TooSlowError(`No response within ${limit} milliseconds.`));
    };
    const timer = setTimeout(() => {
      // A response that has arrived, but waits for a busy event loop, is in time.
      expiring = setImmediate(expire);
    }, limit);
    task(() => {
      if (late) throw new AbandonedError();
      clearImmediate(expiring);
      timer.refresh();
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });

/**
 * Runs each task once, however many callers request it at the same time. A page that scrolls past quickly leaves tasks
 * behind that nobody waits for. So a task calls `checkWanted` before each costly step, and stops there.
 */
export class Dedupe<Result> {
  readonly #tasks = new Map<string, { callers: number; result: Promise<Result> }>();

  /**
   * @param left aborts when this caller is gone
   * @throws AbandonedError, or what the task throws
   */
  run(key: string, left: AbortSignal, task: (checkWanted: () => void) => Promise<Result>): Promise<Result> {
    const known = this.#tasks.get(key);
    const entry = known ?? { callers: 0, result: this.#start(key, task) };
    if (!known) this.#tasks.set(key, entry);
    if (left.aborted) return entry.result;
    entry.callers++;
    left.addEventListener('abort', () => entry.callers--, { once: true });
    return entry.result;
  }

  async #start(key: string, task: (checkWanted: () => void) => Promise<Result>): Promise<Result> {
    // Lets `run` store the entry before the task asks for it.
    await Promise.resolve();
    const entry = this.#tasks.get(key);
    try {
      return await task(() => {
        if (entry && entry.callers > 0) return;
        // The next caller starts the task again.
        this.#tasks.delete(key);
        throw new AbandonedError();
      });
    } finally {
      if (this.#tasks.get(key) === entry) this.#tasks.delete(key);
    }
  }
}
