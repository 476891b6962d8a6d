import { randomUUID } from 'node:crypto';
import { ShopError } from '#contract/errors.ts';
import type { SyncPreview } from '#contract/feed.ts';
import type { Role } from '#domain/permissions.ts';
import { happenedWithin } from '#domain/stored-times.ts';
import { asShop } from '../../db/caller.ts';
import { afterSaving } from '../../db/failures.ts';
import { releaseLease, renewLease, takeLease } from '../../db/leases.ts';
import { findState } from '../../db/shop-state.ts';
import { findItemVersions } from '../../db/topic-versions.ts';
import type { Shop } from '../../shop.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { inventoryTerms } from '../inventory/inventory-terms.ts';
import { repeatSync, SYNC_LEASE, syncLeaseTime } from './apply-feed.service.ts';
import type { FeedApplied } from './guarded-plan.ts';
import { failedRun, storeRun } from './sync-runs.queries.ts';

/** Items are compared at least so often, in case the database has lost changes together with their versions. */
const COMPARE_EVERY_MS = 3_600_000;

export interface SyncRequest {
  actor: AuditActor;
  /** Started by the interval instead of a person. */
  automatic?: boolean;
  confirmLargeDrop?: boolean;
  /** Aborts when the shop stops. The run is not stored then. */
  stopped?: AbortSignal;
}

/**
 * Syncs the inventory from the feed once, one sync at a time over all processes (behavior 9.10). A failure changes
 * nothing and is stored for the panel's card.
 * @throws ShopError no_feed, sync_running, feed_failed with the reason, large_drop unless it is confirmed
 */
export const syncOnce = async (
  shop: Shop,
  { actor, automatic = false, confirmLargeDrop = false, stopped }: SyncRequest,
): Promise<FeedApplied> => {
  const { database, settings, clock, jobs } = shop;
  const feed = shop.feed.current;
  if (!feed) throw new ShopError('no_feed');

  const lease = { name: SYNC_LEASE, holder: randomUUID() };
  const time = syncLeaseTime(settings);
  const startedAt = clock();
  const taken = await database.write(async (tx, touch) => {
    touch('sync');
    return takeLease(tx, { ...lease, now: startedAt, ...time });
  });
  if (!taken) throw new ShopError('sync_running');

  const renew = () => database.write((tx) => renewLease(tx, { ...lease, now: clock(), ...time }));
  const renewing = setInterval(() => void asShop(renew).catch(() => {}), time.milliseconds / 3);
  try {
    const file = await feed.read({ cursor: await findState(database.read, 'feed_cursor'), stopped });
    const { digest, cursor } = file;
    const request = { cursor, actor, automatic, confirmLargeDrop, holder: lease.holder, startedAt, now: clock() };
    const { current } = shop.syncs;
    if (
      current?.digest === digest &&
      happenedWithin(current.comparedAt, { now: request.now, most: COMPARE_EVERY_MS })
    ) {
      const repeated = await repeatSync(database, { ...request, ...current });
      if (repeated) return repeated;
    }
    // Read before the items, so that a change in between shows as another version.
    const versions = await findItemVersions(database.read);
    const bytes = await file.bytes();
    const applied = await jobs.change(
      'applyFeed',
      { ...request, bytes, terms: inventoryTerms(shop) },
      { bytes: bytes.length },
    );
    shop.syncs.current = applied.isCurrent ? { digest, versions, applied, comparedAt: request.now } : null;
    return applied;
  } catch (error) {
    if (error instanceof ShopError && error.code !== 'sync_running' && !stopped?.aborted) {
      const run = failedRun({ startedAt, finishedAt: clock(), actor: actor.name, error: reasonOf(error) });
      await asShop(() => database.write((tx) => storeRun(tx, run)));
    }
    throw error;
  } finally {
    clearInterval(renewing);
    const release = () =>
      database.write(async (tx, touch) => {
        await releaseLease(tx, lease);
        touch('sync');
      });
    await afterSaving(() => asShop(release));
  }
};

/**
 * Returns what a sync would do now, as `role` may read it. It changes nothing, so it runs beside another sync and beside
 * one that waits (behavior 9.10).
 * @throws ShopError no_feed, feed_failed with the reason
 */
export const previewSync = async (shop: Shop, role: Role): Promise<SyncPreview> => {
  const { database, jobs } = shop;
  const feed = shop.feed.current;
  if (!feed) throw new ShopError('no_feed');
  const file = await feed.read({ cursor: await findState(database.read, 'feed_cursor') });
  const bytes = await file.bytes();
  const request = { bytes, terms: inventoryTerms(shop), role, now: shop.clock() };
  return jobs.run('previewFeed', request, { bytes: bytes.length });
};

/** The message with the first error: "3 of 9 products are not valid." alone helps nobody. */
const reasonOf = ({ message, details }: ShopError): string => {
  const first = details.errors?.find((error) => error !== message);
  return first ? `${message} ${first}` : message;
};
