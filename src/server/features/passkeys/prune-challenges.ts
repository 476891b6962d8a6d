import type { ShopDatabase } from '../../db/shop-database.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { deleteOldChallenges, findOldChallenges } from './passkeys.queries.ts';

const EVERY_MS = 600_000;
/** Small transactions, so that nobody waits for long. */
const PER_TRANSACTION = 500;

/** Deletes the challenges of interrupted ceremonies every ten minutes. */
export const startChallengePruning = ({ database, clock, log }: Shop): BackgroundJob =>
  repeat(EVERY_MS, log, () => pruneChallenges(database, { now: clock() }));

/** Deletes the challenges that are too old to be used (behavior 3.15). */
export const pruneChallenges = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  for (;;) {
    const challenges = await findOldChallenges(database.read, { before: now, limit: PER_TRANSACTION });
    if (challenges.length === 0) return;
    await database.write((tx) => deleteOldChallenges(tx, { challenges }));
  }
};
