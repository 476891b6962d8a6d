import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { ShopError } from '#contract/errors.ts';
import { Semaphore } from '../../lib/concurrency.ts';
import { builtFile, packageRoot } from '../../lib/program.ts';
import type { TimeLimits } from '../../limits.ts';
import { isPicture } from './picture-content.ts';
import type { Conversion } from './picture-conversion.ts';
import type { Converted } from './picture-process.ts';

/** The most slow conversions that may run next to the others. */
const MOST_SLOW = 2;
/** An idle process ends and gives its memory back. */
const IDLE_MS = 60_000;
/** Pictures never make a list wait for the processor. */
const PRIORITY = 5;

/**
 * Converts pictures in processes of their own. A conversion that takes too long is ended with its process, which stops
 * any decoder at once. A conversion that takes longer than usual gives up its place, so that a bad picture does not hold
 * up others.
 */
export class PictureProcesses {
  readonly #limits: TimeLimits['conversion'];
  readonly #priority: number;
  /** Leaves one core to the lists. */
  readonly #places = new Semaphore(Math.max(1, availableParallelism() - 1));
  readonly #idle: PictureProcess[] = [];
  readonly #all = new Set<PictureProcess>();
  #slow = 0;

  /** `priority` is that of the processes, from 0 to 19: the higher, the more time others get. */
  constructor(limits: TimeLimits['conversion'], priority = PRIORITY) {
    this.#limits = limits;
    this.#priority = priority;
  }

  /**
   * Converts a picture. `checkWanted` is called once it is this picture's turn.
   * @throws ShopError image_refused (400) for content that is not a complete picture, or takes too long; unavailable
   * (503) if the machine starts no process
   */
  async convert(conversion: Conversion, checkWanted: () => void): Promise<Buffer> {
    if (!conversion.drawn && !isPicture(Buffer.from(conversion.source))) throw new ShopError('image_refused');
    let running: Promise<Uint8Array | null> | undefined;
    await this.#places.run(async () => {
      checkWanted();
      running = this.#run(conversion);
      await this.#untilSlow(running);
    });
    const bytes = await running;
    if (!bytes) throw new ShopError('image_refused');
    return Buffer.from(bytes);
  }

  close(): void {
    for (const process of this.#all) process.end();
  }

  async #run(conversion: Conversion): Promise<Uint8Array | null> {
    const process = this.#idle.pop() ?? this.#start();
    const bytes = await process.convert(conversion, this.#limits.most);
    if (!process.ended) this.#idle.push(process);
    return bytes;
  }

  /** Waits for a conversion, but not for a slow one if there are few of those. */
  #untilSlow(running: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const done = () => resolve();
      const timer = setTimeout(() => {
        if (this.#slow >= MOST_SLOW) return;
        this.#slow++;
        running.finally(() => this.#slow--).catch(() => {});
        resolve();
      }, this.#limits.slow);
      running.then(done, done).finally(() => clearTimeout(timer));
    });
  }

  #start(): PictureProcess {
    const process = new PictureProcess(this.#priority, () => {
      this.#all.delete(process);
      const at = this.#idle.indexOf(process);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#all.add(process);
    return process;
  }
}

class PictureProcess {
  readonly #process: ChildProcess;
  #resolve: ((bytes: Uint8Array | Promise<never> | null) => void) | undefined;
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;
  ended = false;

  constructor(priority: number, onEnd: () => void) {
    this.#process = startProcess(priority);
    this.#onEnd = onEnd;
    this.#process.on('message', ({ bytes }: Converted) => this.#resolve?.(bytes));
    this.#process.once('exit', () => {
      this.end();
      // Ended at the limit, or by a picture that made it crash.
      this.#resolve?.(null);
    });
    this.#process.once('error', () => {
      this.end();
      this.#resolve?.(Promise.reject(new ShopError('unavailable', { retryAfter: 5 })));
    });
  }

  /** Converts a picture; null if it is none, or if this took too long. Then the process has ended. */
  async convert(conversion: Conversion, limit: number): Promise<Uint8Array | null> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), limit);
    try {
      return await new Promise((resolve) => {
        this.#resolve = resolve;
        // If the process ends in the meantime, it reports that itself.
        this.#process.send(conversion, () => {});
      });
    } finally {
      this.#resolve = undefined;
      clearTimeout(this.#timer);
      if (!this.ended) this.#timer = setTimeout(() => this.end(), IDLE_MS).unref();
    }
  }

  /** Nobody gets it any more, also while it is still ending. */
  end(): void {
    this.ended = true;
    clearTimeout(this.#timer);
    this.#onEnd();
    this.#process.kill('SIGKILL');
  }
}

/** The process gets no settings, which hold secrets. */
const startProcess = (priority: number): ChildProcess => {
  const child = fork(builtFile('picture-process'), {
    cwd: packageRoot,
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An idle process keeps no command and no test alive.
  child.unref();
  child.channel?.unref();
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, priority);
    } catch {
      // Some machines do not allow it.
    }
  }
  return child;
};
