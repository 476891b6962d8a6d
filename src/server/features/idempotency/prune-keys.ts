import type { ShopDatabase } from '../../db/shop-database.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteKeys, findOldKeys } from './idempotency.queries.ts';

const HOUR_MS = 3_600_000;
/** How long a repeated call is recognized (behavior 2.10). */
const KEPT_MS = 24 * HOUR_MS;
/** Small transactions, so that nobody waits for long. */
const KEYS_PER_TRANSACTION = 1000;

/** Deletes old idempotency keys once an hour. */
export const startKeyPruning = ({ database, clock, log }: Shop): BackgroundJob =>
  repeat(HOUR_MS, log, () => pruneKeys(database, { now: clock() }));

/** Deletes idempotency keys after 24 hours. */
export const pruneKeys = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  for (;;) {
    const ids = await findOldKeys(database.read, { before: now - KEPT_MS, limit: KEYS_PER_TRANSACTION });
    if (ids.length === 0) return;
    await database.write((tx) => deleteKeys(tx, { ids }));
  }
};
