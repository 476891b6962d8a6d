import type { FastifyBaseLogger } from 'fastify';

/** Work that goes on next to the requests until it is stopped. */
export interface BackgroundJob {
  /** Ends the job and waits for work in progress. */
  stop(): void | Promise<void>;
}

/** A background job that repeats. */
export interface Repeated extends BackgroundJob {
  /** Runs the work now; if it is running, once more after that. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Runs `work` now and then at an interval, never twice at the same time. A failure is logged and the next run follows,
 * because the database may be back by then.
 */
export const repeat = (milliseconds: number, log: FastifyBaseLogger, work: () => Promise<unknown>): Repeated => {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work().catch((error: unknown) => log.error({ err: error }, 'background job failed'));
    } while (again && !stopped);
    running = undefined;
  };
  const wake = () => {
    if (stopped) return;
    again = true;
    running ??= run();
  };
  const timer = setInterval(wake, milliseconds);
  timer.unref();
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
};
