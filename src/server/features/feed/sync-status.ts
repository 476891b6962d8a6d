import type { SyncStatus } from '#contract/feed.ts';
import type { Db, Tx } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import type { Deps } from '../../deps.ts';
import { SYNC_LEASE } from './apply-feed.service.ts';
import { hasFeed } from './feed-source.ts';
import { findLease } from './lease.queries.ts';
import { findLastRun } from './sync-runs.queries.ts';

/** Whether the interval syncs: the stored switch, or AUTO_SYNC until one is stored; never without a feed. */
export const isAutoSyncOn = async (db: Db | Tx, { settings }: Pick<Deps, 'settings'>): Promise<boolean> => {
  if (!hasFeed(settings)) return false;
  const stored = await findState(db, 'auto_sync');
  return stored === null ? settings.AUTO_SYNC : stored === 'on';
};

/** What the panel's card shows (specification §3 "Sync status", decisions §5). */
export const readSyncStatus = async ({ database, settings, clock }: Deps): Promise<SyncStatus> => {
  const { read } = database;
  const [autoSyncEnabled, lease, lastSync, lastRun, lastGood] = await Promise.all([
    isAutoSyncOn(read, { settings }),
    findLease(read, { name: SYNC_LEASE }),
    findState(read, 'last_sync'),
    findLastRun(read, {}),
    findLastRun(read, { succeeded: true }),
  ]);
  return {
    autoSyncEnabled,
    isRunning: lease !== undefined && lease.expires_at > clock(),
    lastSync: lastSync === null ? null : moment(Number(lastSync)),
    lastError: lastRun?.outcome === 'failed' ? lastRun.error : null,
    lastResult: lastGood
      ? {
          added: lastGood.added,
          changed: lastGood.changed,
          removed: lastGood.removed,
          unchanged: lastGood.unchanged,
          at: moment(lastGood.finished_at ?? 0),
          warnings: JSON.parse(lastGood.warnings),
        }
      : null,
    feedConfigured: hasFeed(settings),
    intervalSeconds: settings.SYNC_INTERVAL_SECONDS,
  };
};

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
