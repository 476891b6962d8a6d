import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  applyPendingSync,
  getPendingSync,
  getSyncStatus,
  listSyncRuns,
  refusePendingSync,
  type SyncPreview,
  setAutoSync,
  syncNow,
} from '#contract/feed.ts';
import { call } from '../client.ts';
import { adminQueryDefaults, paginated } from '../query-client.ts';
import { sendAndShow } from '../show-response.ts';

export const STATUS_FAILED = 'Failed to load sync status';

export const syncStatusKey = ['admin', 'sync'] as const;

/** Milliseconds between two checks of the status. Live events report changes; the checks make up for a lost event. */
const STATUS_EVERY = 30_000;
const STATUS_EVERY_RUNNING = 1500;

export const syncStatusQuery = queryOptions({
  queryKey: syncStatusKey,
  queryFn: ({ signal }) => call(getSyncStatus, { signal, fallback: STATUS_FAILED }),
  refetchInterval: ({ state }) => (state.data?.isRunning ? STATUS_EVERY_RUNNING : STATUS_EVERY),
  ...adminQueryDefaults,
});

export const switchAutoSync = (queryClient: QueryClient, autoSyncEnabled: boolean) =>
  sendAndShow(
    queryClient,
    syncStatusQuery,
    () => call(setAutoSync, { body: { autoSyncEnabled } }),
    (fresh) => fresh,
  );

/** A feed may be slow. The shop itself gives up before this time, in milliseconds. */
const FEED_TIMEOUT_MS = 300_000;

/** Runs a sync. One that would drop more than half of the listed items fails without `confirmLargeDrop` (behavior 9.11). */
export const runSync = (confirmLargeDrop: boolean) =>
  call(syncNow, { body: confirmLargeDrop ? { confirmLargeDrop } : {}, timeoutMs: FEED_TIMEOUT_MS });

/** Previews a sync. It changes nothing. */
export const previewSync = async (): Promise<SyncPreview> =>
  (await call(syncNow, { query: { dryRun: 'true' }, body: {}, timeoutMs: FEED_TIMEOUT_MS })) as SyncPreview;

/** The sync that waits for a decision, with its plan for the current inventory (behavior 9.17). */
export const pendingSyncQuery = queryOptions({
  queryKey: [...syncStatusKey, 'pending'],
  queryFn: async ({ signal }) => (await call(getPendingSync, { signal })).pending,
  ...adminQueryDefaults,
});

/** Applies the plan that was shown. */
export const applyWaitingSync = (planHash: string) =>
  call(applyPendingSync, { body: { planHash }, timeoutMs: FEED_TIMEOUT_MS });

export const refuseWaitingSync = () => call(refusePendingSync, { body: {} });

/** The syncs of the last days, newest first. */
export const syncRunsQuery = paginated([...syncStatusKey, 'runs'], listSyncRuns, {}, adminQueryDefaults);

/** How the last sync ended. */
export const lastRunQuery = queryOptions({
  queryKey: [...syncStatusKey, 'last-run'],
  queryFn: async ({ signal }) => (await call(listSyncRuns, { query: { limit: 1 }, signal })).runs[0] ?? null,
  ...adminQueryDefaults,
});
