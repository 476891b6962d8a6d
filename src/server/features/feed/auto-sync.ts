import { randomUUID } from 'node:crypto';
import { ShopError } from '#contract/errors.ts';
import { isLeaseHeld, takeLease } from '../../db/leases.ts';
import { findState, setState } from '../../db/shop-state.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { syncOnce } from './sync.service.ts';
import { isAutoSyncOn } from './sync-status.ts';

/** One interval is a lease: the process that takes it syncs, and it is free again after the interval. */
const INTERVAL_LEASE = 'auto-sync';

/**
 * Syncs at every interval while auto sync is on. The interval belongs to the shop, not to a process (behavior 9.10): all
 * processes look often, and one of them gets the lease.
 */
export const startAutoSync = (shop: Shop): BackgroundJob => {
  const intervalMs = () => shop.settings.SYNC_INTERVAL_SECONDS * 1000;
  const stopping = new AbortController();
  const checks = repeat(
    { name: 'auto sync', every: () => Math.min(1000, intervalMs() / 4), log: shop.log },
    async () => {
      await storeInitialSwitch(shop);
      if (!(await isAutoSyncOn(shop.database.read, shop)) || !(await takeInterval(shop, intervalMs()))) return;
      try {
        await syncOnce(shop, { actor: SYSTEM, automatic: true, stopped: stopping.signal });
      } catch (error) {
        // syncOnce has stored it for the panel's card.
        if (!(error instanceof ShopError)) throw error;
        shop.log.warn({ code: error.code }, `automatic sync: ${error.message}`);
      }
    },
  );
  return {
    stop: () => {
      stopping.abort();
      return checks.stop();
    },
  };
};

/** AUTO_SYNC applies at the first start only. After that the panel's switch counts (behavior 9.12). */
const storeInitialSwitch = async ({ database, settings }: Shop): Promise<void> => {
  if ((await findState(database.read, 'auto_sync')) !== null) return;
  await database.write(async (tx) => {
    if ((await findState(tx, 'auto_sync')) === null) await setState(tx, 'auto_sync', settings.AUTO_SYNC ? 'on' : 'off');
  });
};

const takeInterval = async ({ database, clock }: Shop, intervalMs: number): Promise<boolean> => {
  const interval = { name: INTERVAL_LEASE, now: clock(), milliseconds: intervalMs };
  if (await isLeaseHeld(database.read, interval)) return false;
  return database.write((tx) => takeLease(tx, { ...interval, holder: randomUUID() }));
};
