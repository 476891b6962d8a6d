import { ShopError } from '#contract/errors.ts';
import { isLargeDrop } from '#domain/inventory-plan-file.ts';
import { findLease } from '../../db/leases.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState, setState } from '../../db/shop-state.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { applyPlan } from '../inventory/apply-plan.ts';
import { draftPlan, settleDraft } from '../inventory/draft-plan.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import { decodeUtf8, readInventoryBytes } from '../inventory/read-inventory-file.ts';
import { type FeedApplied, guardedPlanner, syncWarnings } from './guarded-plan.ts';
import { forgetHeldSync, holdSync } from './pending-sync.service.ts';
import { storeRun } from './sync-runs.queries.ts';

/** The lease of the one sync that may run at a time, over all processes. */
export const SYNC_LEASE = 'sync';

export interface ApplyFeedRequest {
  bytes: Uint8Array;
  actor: AuditActor;
  /** Started by the interval, so it does nothing if auto sync was turned off in between. */
  automatic: boolean;
  confirmLargeDrop: boolean;
  /** The holder of the lease. */
  holder: string;
  startedAt: number;
  now: number;
  terms: InventoryTerms;
  /** Stored when the feed is applied, for its next read. */
  cursor?: string | undefined;
}

/**
 * Applies the feed to the inventory, and stores the run in the same transaction (behavior 9.10, 9.11). Nothing changes
 * if it throws. A feed that would move prices too far is kept for a decision instead (behavior 9.17).
 * @throws ShopError feed_failed for a malformed or empty feed, large_drop unless it is confirmed, sync_running if the
 * lease was lost to another process
 */
export const applyFeed = async (database: ShopDatabase, request: ApplyFeedRequest): Promise<FeedApplied> => {
  const { actor, now, startedAt, terms } = request;
  const feed = readInventoryBytes(request.bytes, { imageOrigin: terms.imageOrigin, called: 'feed' });
  if (!feed.ok) throw new ShopError('feed_failed', { message: feed.message, errors: feed.errors });

  const planner = guardedPlanner(feed, terms);
  const draft = await draftPlan(database.read, planner);
  return database.write(async (tx, touch) => {
    const settled = await settleDraft(tx, draft, planner);
    const { plan, items } = settled;
    if ((await findLease(tx, { name: SYNC_LEASE }))?.holder !== request.holder) throw new ShopError('sync_running');
    // An upload that came first turned auto sync off, so that this sync would not undo it.
    const off = request.automatic && (await findState(tx, 'auto_sync')) === 'off';
    if (off) return { counts: { ...plan.counts, added: 0, changed: 0, removed: 0 }, warnings: [], changeId: null };
    if (isLargeDrop(plan) && !request.confirmLargeDrop) {
      const { removed, changed, unchanged } = plan.counts;
      throw new ShopError('large_drop', { body: { removed, listed: removed + changed + unchanged } });
    }

    const warnings = await syncWarnings(tx, settled, feed);
    const { counts, jump } = plan;
    const run = { startedAt, finishedAt: now, actor: actor.name, counts, warnings };
    if (jump !== null) {
      const held = { plan, feed: decodeUtf8(request.bytes)!, cursor: request.cursor ?? null, actor: actor.name, now };
      const outcome = await holdSync(tx, held);
      await storeRun(tx, { ...run, outcome, error: jump, changeId: null });
      touch('sync');
      return { counts, warnings, changeId: null, held: { outcome, reason: jump } };
    }
    await forgetHeldSync(tx);
    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'sync', actor, now });
    const outcome = changeId === null ? 'unchanged' : 'changed';
    await storeRun(tx, { ...run, outcome, error: null, changeId });
    await setState(tx, 'last_sync', String(now));
    if (request.cursor !== undefined) await setState(tx, 'feed_cursor', request.cursor);
    touch('sync');
    return { counts, warnings, changeId };
  });
};
