import { randomUUID } from 'node:crypto';
import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { heavyWorkOf } from '../inventory/heavy-work.ts';
import { inventoryTerms } from '../inventory/inventory-terms.ts';
import { type FeedApplied, SYNC_LEASE } from './apply-feed.service.ts';
import { openFeed } from './feed-source.ts';
import { releaseLease, renewLease, takeLease } from './lease.queries.ts';
import { failedRun, storeRun } from './sync-runs.queries.ts';

/** A crash keeps others from syncing for an interval at most, and never for long (decisions §5). */
const LONGEST_LEASE_MS = 60_000;

export interface SyncRequest {
  actor: string;
  /** The interval's turn, not a person's wish. */
  automatic?: boolean;
  confirmLargeDrop?: boolean;
  /** Ends waiting for the feed; the run leaves no note then. */
  stopped?: AbortSignal;
}

/**
 * Syncs the inventory from the feed, once; one sync at a time over all processes. What goes wrong is kept for the
 * panel's card and changes nothing.
 * @throws ShopError no_feed, sync_running, feed_failed with the reason, large_drop unless confirmed.
 */
export const syncOnce = async (
  deps: Deps,
  { actor, automatic = false, confirmLargeDrop = false, stopped }: SyncRequest,
): Promise<FeedApplied> => {
  const { database, settings, clock } = deps;
  const feed = openFeed(deps);
  if (!feed) throw new ShopError('no_feed');

  const lease = { name: SYNC_LEASE, holder: randomUUID() };
  const leaseMs = Math.min(settings.SYNC_INTERVAL_SECONDS * 1000, LONGEST_LEASE_MS);
  const startedAt = clock();
  const taken = await database.write(async (tx, touch) => {
    touch('sync');
    return takeLease(tx, { ...lease, now: startedAt, until: startedAt + leaseMs });
  });
  if (!taken) throw new ShopError('sync_running');

  const renewing = setInterval(
    () => void database.write((tx) => renewLease(tx, { ...lease, until: clock() + leaseMs })).catch(() => {}),
    leaseMs / 3,
  );
  try {
    const { bytes, demoTick } = await feed.read(stopped);
    const request = {
      bytes,
      demoTick,
      actor,
      automatic,
      confirmLargeDrop,
      holder: lease.holder,
      startedAt,
      now: clock(),
      terms: inventoryTerms(settings),
    };
    return await heavyWorkOf(deps).change('applyFeed', request, { bytes: bytes.length });
  } catch (error) {
    if (error instanceof ShopError && error.code !== 'sync_running' && !stopped?.aborted) {
      const run = failedRun({ startedAt, finishedAt: clock(), actor, error: reasonOf(error) });
      await database.write((tx) => storeRun(tx, run));
    }
    throw error;
  } finally {
    clearInterval(renewing);
    await database.write(async (tx, touch) => {
      await releaseLease(tx, lease);
      touch('sync');
    });
  }
};

/** The message, with the first of the errors: "3 of 9 products are not valid." alone helps nobody. */
const reasonOf = ({ message, details }: ShopError): string => {
  const first = details.errors?.find((error) => error !== message);
  return first ? `${message} ${first}` : message;
};
