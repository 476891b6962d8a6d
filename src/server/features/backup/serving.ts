import { randomUUID } from 'node:crypto';
import { areLeasesHeld, releaseLease, takeLease } from '../../db/leases.ts';
import type { Db } from '../../db/types.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';

const PREFIX = 'serving ';
/** A killed process counts for so long. */
const SERVES_MS = 30_000;

/**
 * Says that this process serves the database, so that no restore replaces it at the same time (behavior 1.12). The lock
 * of DATA_DIR says the same of an embedded database.
 */
export const startServing = ({ database, clock, log }: Shop): BackgroundJob => {
  if (database.engineName === 'SQLite') return { stop: () => {} };
  const holder = randomUUID();
  const lease = { name: `${PREFIX}${holder}`, holder };
  const job = repeat({ name: 'serving', every: SERVES_MS / 3, log }, () =>
    database.write((tx) => takeLease(tx, { ...lease, now: clock(), milliseconds: SERVES_MS })),
  );
  return {
    stop: async () => {
      await job.stop();
      await database.write((tx) => releaseLease(tx, lease)).catch(() => {});
    },
  };
};

/** Returns whether a process serves this database. */
export const isServed = (db: Db, { now }: { now: number }): Promise<boolean> =>
  areLeasesHeld(db, { prefix: PREFIX, now, milliseconds: SERVES_MS });
