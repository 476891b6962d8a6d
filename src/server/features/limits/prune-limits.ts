import type { ShopDatabase } from '../../db/shop-database.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteEndedCounts } from './call-counts.queries.ts';
import { deleteEndedThrottles } from './throttle.queries.ts';

const EVERY_MS = 10 * 60_000;
/** Small transactions, so that nobody waits for long. */
const ROWS_PER_TRANSACTION = 1000;

/** Deletes failures and counts whose time is over, every 10 minutes. */
export const startLimitPruning = ({ database, clock, log }: Shop): BackgroundJob =>
  repeat(EVERY_MS, log, () => pruneLimits(database, { now: clock() }));

/** Deletes failures and counts whose time is over. */
export const pruneLimits = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  const ended = { now, limit: ROWS_PER_TRANSACTION };
  for (const deleteEnded of [deleteEndedThrottles, deleteEndedCounts]) {
    let deleted: number;
    do {
      deleted = await database.write((tx) => deleteEnded(tx, ended));
    } while (deleted === ROWS_PER_TRANSACTION);
  }
};
