import * as z from 'zod/mini';
import { endpoint, type OutputOf } from './endpoint.ts';
import { fileStats, planCounts, planRow } from './plans.ts';
import { done, flag, moment, page, text } from './values.ts';

/** The result of the last sync. */
const syncResult = z.object({
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  at: moment,
  /** Items and values that were left out. */
  warnings: z.array(z.string()),
});

/** A row of the feed that cannot be used. */
const leftOutRow = z.object({
  /** Null if it cannot be read. */
  id: z.nullable(z.string()),
  /** The first field that is wrong. Null if the row as a whole is. */
  field: z.nullable(z.string()),
  /** All that is wrong, as a sentence. */
  message: z.string(),
});

export const syncStatus = z.object({
  autoSyncEnabled: z.boolean(),
  isRunning: z.boolean(),
  lastSync: z.nullable(moment),
  lastError: z.nullable(z.string()),
  lastResult: z.nullable(syncResult),
  /** The first 100 rows of the feed that the last sync left out (behavior 9.11). */
  rows: z.array(leftOutRow),
  /** False if the shop has no feed. */
  feedConfigured: z.boolean(),
  intervalSeconds: z.number(),
});
export type SyncStatus = z.infer<typeof syncStatus>;

export const getSyncStatus = endpoint({
  method: 'GET',
  path: '/api/admin/inventory/sync-status',
  access: 'inventory.read',
  summary: 'State of the automatic sync',
  output: syncStatus,
  errors: [],
});

export const setAutoSync = endpoint({
  method: 'PATCH',
  path: '/api/admin/inventory/sync-status',
  access: 'inventory.write',
  summary: 'Turn auto sync on or off',
  input: z.object({ autoSyncEnabled: z.boolean() }),
  output: syncStatus,
  errors: ['no_feed'],
});

/** Dry run only. */
const previewOfSync = {
  planHash: z.optional(z.string()),
  counts: z.optional(planCounts),
  /** The first 100. */
  rows: z.optional(z.array(planRow)),
  warnings: z.optional(z.array(z.string())),
  stats: z.optional(fileStats),
};

/**
 * Syncs from the feed. With `dryRun=true` it returns the plan and changes nothing (behavior 9.10).
 */
export const syncNow = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/sync',
  access: 'inventory.write',
  summary: 'Sync from the feed now, or preview it',
  query: z.object({ dryRun: z.optional(flag) }),
  input: z.object({ confirmLargeDrop: z.optional(z.boolean()) }),
  output: z.object({
    message: z.string(),
    /** Absent if the sync waits for a decision. */
    result: z.optional(syncResult),
    changeId: z.optional(z.nullable(z.number())),
    /** True if the sync waits, because it would move prices too far (behavior 9.17). */
    pending: z.optional(z.boolean()),
    ...previewOfSync,
  }),
  errors: ['sync_running', 'no_feed', 'feed_failed', 'large_drop'],
});

export type SyncPreview = Required<Pick<OutputOf<typeof syncNow>, keyof typeof previewOfSync | 'message'>>;

/**
 * The results of a sync: it changed something, found nothing to change, failed, waits for a decision, or was refused.
 */
const RUN_RESULTS = ['applied', 'empty', 'failed', 'waiting', 'refused'] as const;

const syncRun = z.object({
  at: moment,
  /** A user name, "system" or "command line". */
  by: z.string(),
  result: z.enum(RUN_RESULTS),
  /** The changes that the sync made, or would make. */
  counts: planCounts,
  /** Why it failed or waits. */
  error: z.nullable(z.string()),
});
export type SyncRun = z.infer<typeof syncRun>;

/** Runs in a row that ended alike are one, with the time of the last. */
export const listSyncRuns = endpoint({
  method: 'GET',
  path: '/api/admin/inventory/sync-runs',
  access: 'inventory.read',
  summary: 'The syncs of the last 14 days, newest first',
  query: z.object({ ...page }),
  output: z.object({ runs: z.array(syncRun), nextCursor: z.nullable(z.string()) }),
  errors: [],
});

/** A sync that waits for a decision (behavior 9.17). */
const pendingSync = z.object({
  at: moment,
  by: z.string(),
  reason: z.string(),
  counts: planCounts,
  /** The first 100, those whose base price moves furthest first. */
  rows: z.array(planRow),
  warnings: z.array(z.string()),
  planHash: z.string(),
});
export type PendingSync = z.infer<typeof pendingSync>;

export const getPendingSync = endpoint({
  method: 'GET',
  path: '/api/admin/inventory/pending-sync',
  access: 'inventory.read',
  summary: 'The sync that waits for a decision, or null',
  output: z.object({ pending: z.nullable(pendingSync) }),
  errors: [],
});

/**
 * Applies the sync that waits. With `planHash` it applies only the plan that the caller saw, otherwise only the one that
 * was stored. If the inventory has moved since, the response is 409 `plan_moved` with a fresh plan as `pending`.
 */
export const applyPendingSync = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/pending-sync/apply',
  access: 'inventory.write',
  summary: 'Apply the sync that waits',
  input: z.object({ planHash: z.optional(text(100)) }),
  output: z.object({ message: z.string(), result: syncResult, changeId: z.nullable(z.number()) }),
  errors: ['not_found', 'plan_moved'],
});

export const refusePendingSync = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/pending-sync/refuse',
  access: 'inventory.write',
  summary: 'Refuse the sync that waits; it comes back only if the prices of the feed change again',
  input: z.object({}),
  output: done,
  errors: ['not_found'],
});
