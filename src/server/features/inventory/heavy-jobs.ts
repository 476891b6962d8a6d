import type { ErrorCode, ErrorDetails } from '#contract/errors.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { applyFeed } from '../feed/apply-feed.service.ts';
import { adminInventoryJson } from './admin-inventory-json.ts';
import { applyBulkMarkup, editMany, fixLabels } from './bulk.service.ts';
import { replaceInventory } from './replace.service.ts';
import { revertChange } from './revert.service.ts';

/**
 * What may touch every item, and so may take long. Each is a function of a database and of plain data, so that it runs
 * in this thread or in one of its own alike (heavy-work.ts).
 */
export const HEAVY_JOBS = {
  replaceInventory,
  applyFeed,
  applyBulkMarkup,
  editMany,
  fixLabels,
  revertChange,
  adminInventoryJson,
} satisfies Record<string, (database: ShopDatabase, request: never) => Promise<unknown>>;

export type HeavyJobs = typeof HEAVY_JOBS;
export type HeavyJob = keyof HeavyJobs;

/** What goes to the thread and what comes back. */
export interface JobMessage {
  id: number;
  job: HeavyJob;
  request: unknown;
}
export type JobAnswer = { id: number } & (
  | { result: unknown }
  /** An expected failure: made anew on the other side, as classes do not travel. */
  | { refused: { code: ErrorCode; details: ErrorDetails } }
  | { failed: Error }
);

/** Bytes with memory of their own go from thread to thread without being copied; the sender has them no more. */
export const ownMemory = (value: unknown): ArrayBuffer[] =>
  value instanceof Uint8Array && value.byteLength === value.buffer.byteLength ? [value.buffer as ArrayBuffer] : [];
