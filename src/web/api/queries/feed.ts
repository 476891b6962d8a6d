import { queryOptions } from '@tanstack/react-query';
import { getSyncStatus, setAutoSync, syncNow } from '#contract/feed.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

export const STATUS_FAILED = 'Failed to load sync status';

export const syncStatusKey = ['admin', 'sync'] as const;

/** How often the status is asked for, in ms: live events tell of changes, this only mends a lost one. */
const STATUS_EVERY = 30_000;
const STATUS_EVERY_RUNNING = 1500;

export const syncStatusQuery = queryOptions({
  queryKey: syncStatusKey,
  queryFn: ({ signal }) => call(getSyncStatus, { signal, fallback: STATUS_FAILED }),
  refetchInterval: ({ state }) => (state.data?.isRunning ? STATUS_EVERY_RUNNING : STATUS_EVERY),
  ...adminQueryDefaults,
});

export const switchAutoSync = (autoSyncEnabled: boolean) => call(setAutoSync, { body: { autoSyncEnabled } });

/** A feed may be slow to answer; the shop itself gives it up before that. */
const FEED_PATIENCE_MS = 300_000;

export const runSync = (confirmLargeDrop: boolean) =>
  call(syncNow, { body: confirmLargeDrop ? { confirmLargeDrop } : {}, timeoutMs: FEED_PATIENCE_MS });
