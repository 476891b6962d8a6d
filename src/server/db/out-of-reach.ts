import { TooSlowError, within } from '../lib/concurrency.ts';
import { isUnreachable, OutcomeUnknownError } from './failures.ts';

/** How long nobody waits for a database that did not respond, in milliseconds. */
const SKIP_MS = 2000;

const isLost = (error: unknown): boolean =>
  error instanceof TooSlowError || error instanceof OutcomeUnknownError || isUnreachable(error);

/**
 * Returns a function that does work on the database, or returns `last` if the database does not respond soon. After that
 * nobody waits for a while: one work at a time goes on in the background, which shows when the database is back.
 *
 * @param fallbackAfter milliseconds
 */
export const whileOutOfReach = (fallbackAfter: number) => {
  let skipUntil = 0;
  let isTrying = false;

  const tryAgain = async (work: () => Promise<unknown>): Promise<void> => {
    if (isTrying) return;
    isTrying = true;
    const isBack = await work().then(
      () => true,
      (error) => !isLost(error),
    );
    isTrying = false;
    skipUntil = isBack ? 0 : performance.now() + SKIP_MS;
  };

  return async <Last, Value>(last: Last, work: () => Promise<Value>): Promise<Last | Value> => {
    if (isTrying || performance.now() < skipUntil) {
      void tryAgain(work);
      return last;
    }
    try {
      return await within(fallbackAfter, work);
    } catch (error) {
      if (!isLost(error)) throw error;
      skipUntil = performance.now() + SKIP_MS;
      return last;
    }
  };
};
