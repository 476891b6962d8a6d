import type { FastifyBaseLogger } from 'fastify';
import { jobFailures } from './job-failures.ts';

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

interface Job {
  /** Its name in the log. */
  name: string;
  /** Milliseconds; a function if a setting decides. */
  every: number | (() => number);
  log: FastifyBaseLogger;
}

/**
 * Runs `work` now and then at an interval, never twice at the same time. A failure is logged and the next run follows,
 * because the database may be back by then.
 */
export const repeat = ({ name, every, log }: Job, work: () => Promise<unknown>): Repeated => {
  const failures = jobFailures(log);
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work().then(
        () => failures.succeeded(name),
        (error: unknown) => failures.failed(name, error),
      );
    } while (again && !stopped);
    running = undefined;
  };
  const wake = () => {
    if (stopped) return;
    again = true;
    running ??= run();
  };
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(
      () => {
        wake();
        plan();
      },
      typeof every === 'number' ? every : every(),
    ).unref();
  };
  plan();
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
