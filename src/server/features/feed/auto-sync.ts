import { ShopError } from '#contract/errors.ts';
import type { BackgroundWork } from '../../background-work.ts';
import { findState, setState } from '../../db/shop-state.ts';
import type { Deps } from '../../deps.ts';
import { every } from '../../every.ts';
import { findLease, takeLease } from './lease.queries.ts';
import { syncOnce } from './sync.service.ts';
import { isAutoSyncOn } from './sync-status.ts';

/** The lease that a turn of the interval is: whoever takes it syncs, and it is free again after an interval. */
const TURN = 'auto-sync';

/**
 * Syncs at every interval while auto sync is on. The interval holds for the shop, not for each process: the processes
 * look often, and one of them gets the turn (decisions §8 "several processes").
 */
export const startAutoSync = (deps: Deps): BackgroundWork => {
  const intervalMs = deps.settings.SYNC_INTERVAL_SECONDS * 1000;
  const stopping = new AbortController();
  const turns = every(Math.min(1000, intervalMs / 4), deps.log, async () => {
    await keepFirstChoice(deps);
    if (!(await isAutoSyncOn(deps.database.read, deps)) || !(await takeTurn(deps, intervalMs))) return;
    try {
      await syncOnce(deps, { actor: 'system', automatic: true, stopped: stopping.signal });
    } catch (error) {
      // Kept for the panel's card by syncOnce.
      if (!(error instanceof ShopError)) throw error;
      deps.log.warn({ code: error.code }, `automatic sync: ${error.message}`);
    }
  });
  return {
    stop: () => {
      stopping.abort();
      return turns.stop();
    },
  };
};

/** AUTO_SYNC is the value at the first start only; from then on the panel's switch counts (decisions §8). */
const keepFirstChoice = async ({ database, settings }: Deps): Promise<void> => {
  if ((await findState(database.read, 'auto_sync')) !== null) return;
  await database.write(async (tx) => {
    if ((await findState(tx, 'auto_sync')) === null) await setState(tx, 'auto_sync', settings.AUTO_SYNC ? 'on' : 'off');
  });
};

const takeTurn = async ({ database, clock }: Deps, intervalMs: number): Promise<boolean> => {
  const now = clock();
  const turn = await findLease(database.read, { name: TURN });
  if (turn && turn.expires_at > now) return false;
  return database.write((tx) =>
    takeLease(tx, { name: TURN, holder: String(process.pid), now, until: now + intervalMs }),
  );
};
