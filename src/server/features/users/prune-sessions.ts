import type { ShopDatabase } from '../../db/shop-database.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteEndedResetLinks } from './reset-links.queries.ts';
import { deleteEndedSessions } from './sessions.queries.ts';

const HOUR_MS = 3_600_000;
/** Small transactions, so that nobody waits for long. */
const PER_TRANSACTION = 1000;

/** Deletes ended sessions and reset links once an hour. */
export const startSessionPruning = ({ database, clock, log }: Shop): BackgroundJob =>
  repeat(HOUR_MS, log, () => pruneSessions(database, { now: clock() }));

/** Deletes the sessions and reset links whose time is over (behavior 3.4, 3.6). */
export const pruneSessions = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  for (const deleteEnded of [deleteEndedSessions, deleteEndedResetLinks]) {
    let deleted: number;
    do {
      deleted = await database.write((tx) => deleteEnded(tx, { now, limit: PER_TRANSACTION }));
    } while (deleted === PER_TRANSACTION);
  }
};
