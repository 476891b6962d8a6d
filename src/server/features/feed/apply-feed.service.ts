import { ShopError } from '#contract/errors.ts';
import type { PlanCounts } from '#domain/inventory-plan.ts';
import { isLargeDrop, planSync } from '#domain/inventory-plan-file.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState, setState } from '../../db/shop-state.ts';
import { readInventoryBytes } from '../inventory/file-text.ts';
import { applyPlan } from '../inventory/inventory.service.ts';
import { draftPlan, type Planner, settleDraft } from '../inventory/inventory-draft.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import { reservedWarnings } from '../inventory/reserved-warnings.ts';
import { findLease } from './lease.queries.ts';
import { storeRun } from './sync-runs.queries.ts';

/** The lease of the one sync that may run, over all processes. */
export const SYNC_LEASE = 'sync';

export interface ApplyFeedRequest {
  bytes: Uint8Array;
  actor: string;
  /** Not asked for by a person: does nothing where auto sync was switched off meanwhile. */
  automatic: boolean;
  confirmLargeDrop: boolean;
  /** Who holds the lease. */
  holder: string;
  startedAt: number;
  now: number;
  terms: InventoryTerms;
  /** How far the demo feed has moved with these bytes. */
  demoTick?: number | undefined;
}

export interface FeedApplied {
  counts: PlanCounts;
  warnings: string[];
  changeId: number | null;
}

/**
 * Brings the inventory to what the feed says, in one transaction with the note of the run (decisions §5).
 * @throws ShopError feed_failed for a malformed or empty feed, large_drop unless that is confirmed, sync_running where
 * the lease was lost to another process; nothing is changed then.
 */
export const applyFeed = async (database: ShopDatabase, request: ApplyFeedRequest): Promise<FeedApplied> => {
  const { actor, now, startedAt, terms } = request;
  const feed = readInventoryBytes(request.bytes, { imageOrigin: terms.imageOrigin, called: 'feed' });
  if (!feed.ok) throw new ShopError('feed_failed', { message: feed.message, errors: feed.errors });

  const planner: Planner = (items) =>
    planSync({ items, products: feed.products, defaultMarkupCents: terms.defaultMarkupCents });
  const draft = await draftPlan(database.read, planner);
  return database.write(async (tx, touch) => {
    const { plan, items } = await settleDraft(tx, database.kind, draft, planner);
    if ((await findLease(tx, { name: SYNC_LEASE }))?.holder !== request.holder) throw new ShopError('sync_running');
    // An upload that came first switched auto sync off so that this would not undo it.
    const off = request.automatic && (await findState(tx, 'auto_sync')) === 'off';
    if (off) return { counts: { ...plan.counts, added: 0, changed: 0, removed: 0 }, warnings: [], changeId: null };
    if (isLargeDrop(plan) && !request.confirmLargeDrop) {
      const { removed, changed, unchanged } = plan.counts;
      throw new ShopError('large_drop', { body: { removed, listed: removed + changed + unchanged } });
    }

    const warnings = [...(await reservedWarnings(tx, { plan, items })), ...feed.warnings];
    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'sync', actor, now });
    const outcome = changeId === null ? 'unchanged' : 'changed';
    const { counts } = plan;
    await storeRun(tx, { startedAt, finishedAt: now, actor, outcome, error: null, counts, warnings, changeId });
    await setState(tx, 'last_sync', String(now));
    if (request.demoTick !== undefined) await setState(tx, 'demo_feed_tick', String(request.demoTick));
    touch('sync');
    return { counts, warnings, changeId };
  });
};
