import type { ErrorCode, ErrorDetails } from '#contract/errors.ts';
import type { Caller } from '../db/caller.ts';
import type { OpenDatabase } from '../db/open.ts';
import type { ShopDatabase } from '../db/shop-database.ts';
import { checkItems } from '../features/attention/item-checks.ts';
import { backUpToFolder } from '../features/backup/backup.service.ts';
import { revertChange } from '../features/changes/revert.service.ts';
import { applyFeed, previewFeed } from '../features/feed/apply-feed.service.ts';
import { applyPendingSync, readPendingSync } from '../features/feed/pending-sync.service.ts';
import { applyStoredImport, createImport, planStoredImport } from '../features/imports/imports.service.ts';
import { applyBulkMarkup, editMany, fixLabels } from '../features/inventory/bulk.service.ts';
import { inventoryChunks } from '../features/inventory/inventory-list.ts';
import { applyPriceRule } from '../features/inventory/price-rule.service.ts';
import { replaceInventory } from '../features/inventory/replace.service.ts';
import { findUnmeasuredItems } from '../features/purchase-limits/purchase-limits.ts';
import type { RunningTask } from '../features/tasks/tasks.ts';

/**
 * All jobs that may run in a worker thread, because they may touch every item. Each is a function of a database and of
 * plain data, so it can run in this thread or in another one (job-runner.ts). A job that a task consists of reports to it.
 */
export const THREAD_JOBS = {
  replaceInventory,
  createImport,
  planStoredImport,
  applyStoredImport,
  applyFeed,
  previewFeed,
  applyPendingSync,
  readPendingSync,
  applyBulkMarkup,
  applyPriceRule,
  editMany,
  fixLabels,
  revertChange,
  inventoryChunks,
  checkItems,
  findUnmeasuredItems,
  backUpToFolder,
} satisfies Record<string, (database: ShopDatabase, request: never, task?: RunningTask) => Promise<unknown>>;

export type ThreadJobs = typeof THREAD_JOBS;
export type ThreadJob = keyof ThreadJobs;

/** The worker thread opens the database by it. */
export type ThreadData = Pick<OpenDatabase, 'location' | 'timeLimits'>;

/** The message to the worker thread. */
export interface JobMessage {
  id: number;
  job: ThreadJob;
  request: unknown;
  /** The task that the job belongs to. */
  taskId: string | undefined;
  /** The caller of the call that the job is part of. */
  caller: Caller | null;
}

/** A message back while the job runs. */
export interface JobProgress {
  id: number;
  progress: { done: number; total: number };
}

/** The last message back. */
export type JobResult = { id: number } & (
  | { result: unknown }
  /** An expected failure, as plain data: instances of classes cannot cross threads. */
  | { refused: { code: ErrorCode; details: ErrorDetails } }
  | { failed: Error }
);

/** The bytes of a request or result, which can move to another thread without a copy. The sender can no longer use them. */
export const transferList = (value: unknown): ArrayBuffer[] => {
  const { bytes } = (value ?? {}) as { bytes?: unknown };
  return bytes instanceof Uint8Array && bytes.byteLength === bytes.buffer.byteLength
    ? [bytes.buffer as ArrayBuffer]
    : [];
};
