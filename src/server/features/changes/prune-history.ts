import type { ShopDatabase } from '../../db/shop-database.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteSyncRuns } from '../feed/sync-runs.queries.ts';
import { deleteChangeRows, deleteChangeSets, findExpiredChanges } from './changes.queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long the history is kept (behavior 9.13). */
const KEPT_MS = 90 * DAY_MS;
const SYNCS_KEPT_MS = 14 * DAY_MS;
/** Small transactions, so that nobody waits for long. */
const ROWS_PER_TRANSACTION = 1000;
const CHANGES_PER_BATCH = 20;

/** Deletes old history once an hour. */
export const startHistoryPruning = ({ database, clock, log }: Shop): BackgroundJob =>
  repeat(HOUR_MS, log, () => pruneHistory(database, { now: clock() }));

/** Deletes change-sets after 90 days, and those of syncs and the sync runs after 14, in small transactions. */
export const pruneHistory = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  const before = { syncs: now - SYNCS_KEPT_MS, others: now - KEPT_MS };
  for (;;) {
    const ids = await findExpiredChanges(database.read, { before, limit: CHANGES_PER_BATCH });
    if (ids.length === 0) break;
    const deleteSomeRows = () =>
      database.write((tx) => deleteChangeRows(tx, { changeIds: ids, limit: ROWS_PER_TRANSACTION }));
    while (await deleteSomeRows());
    await database.write((tx) => deleteChangeSets(tx, { ids }));
  }
  await database.write((tx) => deleteSyncRuns(tx, { before: before.syncs }));
};
