import type { ShopDatabase } from '../../db/shop-database.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteEndedCounts, deleteEndedThrottles } from './prune-limits.queries.ts';

const EVERY_MS = 10 * 60_000;

/** Deletes failures and counts whose time is over. */
export const startLimitPruning = ({ database, clock, log }: Shop): BackgroundJob =>
  repeat(EVERY_MS, log, () => pruneLimits(database, { now: clock() }));

export const pruneLimits = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  await database.write((tx) => deleteEndedThrottles(tx, { now }));
  await database.write((tx) => deleteEndedCounts(tx, { now }));
};
