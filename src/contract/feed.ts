import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment } from './values.ts';

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

export const syncStatus = z.object({
  autoSyncEnabled: z.boolean(),
  isRunning: z.boolean(),
  lastSync: z.nullable(moment),
  lastError: z.nullable(z.string()),
  lastResult: z.nullable(syncResult),
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

export const syncNow = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/sync',
  access: 'inventory.write',
  summary: 'Sync from the feed now',
  input: z.object({ confirmLargeDrop: z.optional(z.boolean()) }),
  output: z.object({ message: z.string(), result: syncResult, changeId: z.nullable(z.number()) }),
  errors: ['sync_running', 'no_feed', 'feed_failed', 'large_drop'],
});
