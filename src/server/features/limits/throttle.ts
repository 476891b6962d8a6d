import { ShopError } from '#contract/errors.ts';
import { addFailure, NO_FAILURES, type Throttle, waitBeforeAttempt } from '#domain/throttle.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Shop } from '../../shop.ts';
import { findThrottle, moveThrottle, startThrottle, throttleRow } from './throttle.queries.ts';

/**
 * Lets an attempt begin, or refuses it because it is too early (behavior 3.16). It counts as a failure until it succeeds
 * and clears its key, so attempts at the same time cannot all be the last free one, in whichever process they run.
 * @throws ShopError rate_limited (429)
 */
export const beginAttempt = async (
  { database, clock }: Pick<Shop, 'database' | 'clock'>,
  { key, longestWait }: { key: string; longestWait: number },
): Promise<void> => {
  // Most attempts are the first, so that is tried without looking.
  if (await store(database, key, null, addFailure(NO_FAILURES, clock()))) return;
  for (;;) {
    const known = await findThrottle(database.read, key);
    const now = clock();
    const wait = waitBeforeAttempt(known ?? NO_FAILURES, { now, longestWait });
    if (wait > 0) throw new ShopError('rate_limited', { retryAfter: Math.ceil(wait / 1000) });
    if (await store(database, key, known, addFailure(known ?? NO_FAILURES, now))) return;
    // Another attempt was faster. It may have used the last free one.
  }
};

/** Stores the failures, if `known` is still what is stored. Returns whether it was. */
const store = async (
  database: ShopDatabase,
  key: string,
  known: Throttle | null,
  throttle: Throttle,
): Promise<boolean> => {
  const row = throttleRow(key, throttle);
  const stored = known
    ? await database.writeInOneStatement(moveThrottle, {
        ...row,
        readFailedAt: JSON.stringify(known.failedAt),
        readWaits: known.waits,
      })
    : await database.writeInOneStatement(startThrottle, row);
  return stored.length > 0;
};
