import type { FastifyBaseLogger } from 'fastify';

/** Work that is done again and again until stopped. */
export interface Repeated {
  /** Does the work now, or once more when it is being done. */
  wake(): void;
  /** Ends it, waiting for work that is going on. */
  stop(): Promise<void>;
}

/**
 * Does `work` at once and then every so many milliseconds, never twice at a time. A failure is logged and does not end
 * it: the database may be back at the next turn.
 */
export const every = (milliseconds: number, log: FastifyBaseLogger, work: () => Promise<unknown>): Repeated => {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work().catch((error: unknown) => log.error({ err: error }, 'background work failed'));
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
