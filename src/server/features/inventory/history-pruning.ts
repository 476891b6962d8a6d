import type { BackgroundWork } from '../../background-work.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Deps } from '../../deps.ts';
import { every } from '../../every.ts';
import { findExpiredChanges } from './changes.queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long history is kept (decisions §5). */
const KEPT_MS = 90 * DAY_MS;
const SYNCS_KEPT_MS = 14 * DAY_MS;
/** So many rows a transaction, so that nobody waits for long. */
const ROWS_AT_ONCE = 1000;
const CHANGES_AT_ONCE = 20;

/** Forgets old history once an hour. */
export const startHistoryPruning = ({ database, clock, log }: Deps): BackgroundWork =>
  every(HOUR_MS, log, () => pruneHistory(database, { now: clock() }));

/** Forgets change-sets older than 90 days, those of syncs and the notes of runs after 14, in small transactions. */
export const pruneHistory = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  const before = { syncs: now - SYNCS_KEPT_MS, others: now - KEPT_MS };
  for (;;) {
    const ids = await findExpiredChanges(database.read, { before, limit: CHANGES_AT_ONCE });
    if (ids.length === 0) break;
    while (await deleteSomeRows(database, ids));
    await database.write((tx) => tx.deleteFrom('change_sets').where('id', 'in', ids).execute());
  }
  await database.write((tx) =>
    tx
      .deleteFrom('sync_runs')
      .where('finished_at', '<', before.syncs)
      // The last one is what the panel's card shows.
      .where('id', '<', (select) => select.selectFrom('sync_runs').select((max) => max.fn.max('id').as('id')))
      .execute(),
  );
};

/** Answers whether there may be more. */
const deleteSomeRows = (database: ShopDatabase, changeIds: readonly number[]): Promise<boolean> =>
  database.write(async (tx) => {
    const rows = await tx
      .selectFrom('change_rows')
      .select('id')
      .where('change_id', 'in', changeIds)
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return false;
    const ids = rows.map((row) => row.id);
    await tx.deleteFrom('change_rows').where('id', 'in', ids).execute();
    return rows.length === ROWS_AT_ONCE;
  });
