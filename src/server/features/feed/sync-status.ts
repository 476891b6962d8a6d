import type { SyncStatus } from '#contract/feed.ts';
import type { Role } from '#domain/permissions.ts';
import { isLeaseHeld } from '../../db/leases.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { warningsFor } from '../inventory/plan-warnings.ts';
import { SYNC_LEASE, syncLeaseTime } from './apply-feed.service.ts';
import { findLeftOut } from './left-out.ts';
import { findLastRun } from './sync-runs.queries.ts';

/** Returns whether the interval syncs: by the stored switch, or AUTO_SYNC until there is one. Never without a feed (behavior 9.12). */
export const isAutoSyncOn = async (
  db: Db | Tx,
  { settings, feed }: Pick<Shop, 'settings' | 'feed'>,
): Promise<boolean> => {
  if (!feed.exists) return false;
  const stored = await findState(db, 'auto_sync');
  return stored === null ? settings.AUTO_SYNC : stored === 'on';
};

/** The status that the panel's card shows to a role. */
export const readSyncStatus = async (
  { database, settings, clock, feed }: Shop,
  { role }: { role: Role },
): Promise<SyncStatus> => {
  const { read } = database;
  const [autoSyncEnabled, isRunning, lastSync, lastRun, lastGood, leftOut] = await Promise.all([
    isAutoSyncOn(read, { settings, feed }),
    isLeaseHeld(read, { name: SYNC_LEASE, now: clock(), ...syncLeaseTime(settings) }),
    findState(read, 'last_sync'),
    findLastRun(read, {}),
    findLastRun(read, { succeeded: true }),
    feed.exists ? findLeftOut(read) : null,
  ]);
  return {
    autoSyncEnabled,
    isRunning,
    lastSync: lastSync === null ? null : isoTime(Number(lastSync)),
    lastError: lastRun?.outcome === 'failed' ? lastRun.error : null,
    lastResult: lastGood
      ? {
          added: lastGood.added,
          changed: lastGood.changed,
          removed: lastGood.removed,
          unchanged: lastGood.unchanged,
          at: isoTime(lastGood.finished_at ?? 0),
          warnings: warningsFor(role, JSON.parse(lastGood.warnings)),
        }
      : null,
    rows: leftOut?.rows ?? [],
    feedConfigured: feed.exists,
    intervalSeconds: settings.SYNC_INTERVAL_SECONDS,
  };
};

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
