import type { ShopDatabase } from '../db/shop-database.ts';
import { deleteEnded } from '../db/table.ts';
import { type BackgroundJob, repeat } from '../lib/repeat.ts';
import type { Shop } from '../shop.ts';
import { ALL_TABLES } from '../tables.ts';

/** Small transactions, so that nobody waits for long. */
const ROWS_PER_TRANSACTION = 1000;

/** Deletes rows that have ended, as often as their tables say. */
export const startPruning = ({ database, clock, log }: Shop): BackgroundJob => {
  const intervals = new Set(ALL_TABLES.flatMap((table) => table.prune?.every ?? []));
  const jobs = [...intervals].map((every) =>
    repeat({ name: 'pruning', every, log }, () => prune(database, { now: clock(), every })),
  );
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
};

/**
 * Deletes the rows that have ended, those that refer to others first. A table that fails does not keep the others from it.
 * @throws the first failure
 */
export const prune = async (database: ShopDatabase, { now, every }: { now: number; every?: number }): Promise<void> => {
  const failures: unknown[] = [];
  for (const table of ALL_TABLES.toReversed()) {
    if (!table.prune || (every !== undefined && table.prune.every !== every)) continue;
    try {
      let deleted: number;
      do {
        deleted = await database.write((tx) => deleteEnded(tx, table, { now, limit: ROWS_PER_TRANSACTION }));
      } while (deleted === ROWS_PER_TRANSACTION);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};
