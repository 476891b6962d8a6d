import { ShopError } from '#contract/errors.ts';
import type { SyncPreview } from '#contract/feed.ts';
import { countsText } from '#domain/inventory-plan.ts';
import { isLargeDrop } from '#domain/inventory-plan-file.ts';
import { NO_ROWS } from '#domain/left-out-rows.ts';
import type { Role } from '#domain/permissions.ts';
import { isStillHolder } from '../../db/leases.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import { areSameVersions, findItemVersions, type ItemVersions } from '../../db/topic-versions.ts';
import type { Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { applyPlan } from '../inventory/apply-plan.ts';
import { draftPlan, refreshDraft } from '../inventory/draft-plan.ts';
import { storeFeedFigures } from '../inventory/feed-figures.ts';
import { planHash, previewRows } from '../inventory/inventory.present.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import { fileCategoryWarnings, warningsFor } from '../inventory/plan-warnings.ts';
import { decodeUtf8, type ReadFile, readInventoryBytes } from '../inventory/read-inventory-file.ts';
import { findSlowJump } from './day-ago.queries.ts';
import { type FeedApplied, guardedPlanner, listedRows, syncWarnings } from './guarded-plan.ts';
import { storeLeftOut } from './left-out.ts';
import { holdSync, storeApplied } from './pending-sync.service.ts';
import { storeRun } from './sync-runs.queries.ts';

/** The lease of the one sync that may run at a time, over all processes. */
export const SYNC_LEASE = 'sync';

/** After a crash, other processes cannot sync for one interval, and never for longer than this. */
const LONGEST_LEASE_MS = 60_000;

/** How long the lease lasts. Processes may differ in their interval. */
export const syncLeaseTime = ({ SYNC_INTERVAL_SECONDS }: Pick<Settings, 'SYNC_INTERVAL_SECONDS'>) => ({
  milliseconds: Math.min(SYNC_INTERVAL_SECONDS * 1000, LONGEST_LEASE_MS),
  longest: LONGEST_LEASE_MS,
});

/** One run of a sync, whatever it finds. */
interface SyncRunRequest {
  actor: AuditActor;
  /** Started by the interval, so it does nothing if auto sync was turned off in between. */
  automatic: boolean;
  confirmLargeDrop: boolean;
  /** The holder of the lease. */
  holder: string;
  startedAt: number;
  now: number;
  /** Stored when the feed is applied, for its next read. */
  cursor?: string | undefined;
}

export interface ApplyFeedRequest extends SyncRunRequest {
  bytes: Uint8Array;
  terms: InventoryTerms;
}

/**
 * Applies the feed to the inventory, and stores the run in the same transaction (behavior 9.10, 9.11). Nothing changes
 * if it throws. A feed that would move prices too far is kept for a decision instead (behavior 9.17). In both cases the
 * rows that were left out are stored.
 * @throws ShopError feed_failed for a malformed or empty feed and for one with too many bad rows, large_drop unless it is confirmed, sync_running if the
 * lease was lost to another process
 */
export const applyFeed = async (database: ShopDatabase, request: ApplyFeedRequest): Promise<FeedApplied> => {
  const { actor, now, startedAt, terms } = request;
  const feed = readFeed(request.bytes, terms);
  const planner = guardedPlanner(feed, terms);
  const draft = await draftPlan(database.read, planner);
  return database.write(async (tx, touch) => {
    const refreshed = await refreshDraft(tx, draft, planner);
    const { plan, items } = refreshed;
    if (!(await mayApply(tx, request))) {
      const counts = { ...plan.counts, added: 0, changed: 0, removed: 0 };
      return { counts, warnings: [], leftOut: NO_ROWS, changeId: null };
    }
    if (isLargeDrop(plan) && !request.confirmLargeDrop) {
      const { removed, changed, unchanged } = plan.counts;
      throw new ShopError('large_drop', { body: { removed, listed: removed + changed + unchanged } });
    }

    const warnings = await syncWarnings(tx, refreshed, feed);
    const leftOut = listedRows(feed);
    await storeLeftOut(tx, leftOut, now);
    const { counts } = plan;
    const jump = plan.jump ?? (await findSlowJump(tx, { plan, terms, now }));
    const run = { startedAt, finishedAt: now, actor: actor.name, counts, warnings };
    if (jump !== null) {
      const held = {
        draft: { ...refreshed, plan: { ...plan, jump } },
        feed: decodeUtf8(request.bytes)!,
        cursor: request.cursor ?? null,
        actor: actor.name,
        now,
      };
      const outcome = await holdSync(tx, held);
      await storeRun(tx, { ...run, outcome, error: jump, changeId: null });
      touch('sync');
      return { counts, warnings, leftOut, changeId: null, held: { outcome, reason: jump } };
    }
    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'sync', actor, now });
    await storeFeedFigures(tx, feed);
    const applied: FeedApplied = { counts, warnings, leftOut, changeId, ...(changeId === null && { isCurrent: true }) };
    await storeApplied(tx, touch, { ...request, applied, cursor: request.cursor ?? null });
    return applied;
  });
};

/**
 * Returns what applying the feed would do, with the warnings that `role` may read (behavior 9.10).
 * @throws ShopError feed_failed as above
 */
export const previewFeed = async (
  database: ShopDatabase,
  { bytes, terms, role, now }: Pick<ApplyFeedRequest, 'bytes' | 'terms' | 'now'> & { role: Role },
): Promise<SyncPreview> => {
  const feed = readFeed(bytes, terms);
  const draft = await draftPlan(database.read, guardedPlanner(feed, terms));
  const { plan } = draft;
  const jump = plan.jump ?? (await findSlowJump(database.read, { plan, terms, now }));
  return {
    message: countsText(plan.counts),
    planHash: planHash(plan),
    counts: plan.counts,
    rows: previewRows(plan),
    warnings: [
      ...(jump === null ? [] : [`This sync would wait for a decision. ${jump}`]),
      ...(isLargeDrop(plan)
        ? ['More than half of the listed items would leave the lists, so the sync would ask first.']
        : []),
      ...(await fileCategoryWarnings(database.read, feed.products, terms)),
      ...warningsFor(role, await syncWarnings(database.read, draft, feed)),
    ],
    stats: feed.stats,
  };
};

const readFeed = (bytes: Uint8Array, { imageOrigin }: InventoryTerms): ReadFile => {
  const feed = readInventoryBytes(bytes, { imageOrigin, called: 'feed' });
  if (!feed.ok) throw new ShopError('feed_failed', { message: feed.message, errors: feed.errors });
  return feed;
};

/**
 * Ends a sync like the one before it, which found nothing to do: the feed is the same, and so are the items. Comparing
 * 15,000 products again would take most of a second. Returns null if the items are no longer at these versions.
 * @throws ShopError sync_running if the lease was lost to another process
 */
export const repeatSync = (
  database: ShopDatabase,
  { versions, applied, ...request }: SyncRunRequest & { versions: ItemVersions; applied: FeedApplied },
): Promise<FeedApplied | null> =>
  database.write(async (tx, touch) => {
    if (!areSameVersions(await findItemVersions(tx), versions)) return null;
    if (!(await mayApply(tx, request))) return { ...applied, warnings: [], leftOut: NO_ROWS };
    await storeLeftOut(tx, applied.leftOut, request.now);
    await storeApplied(tx, touch, { ...request, applied, cursor: request.cursor ?? null });
    return applied;
  });

/**
 * Returns whether the sync still has to run. An upload that came first turned auto sync off, so that this sync would not
 * undo it.
 * @throws ShopError sync_running if the lease was lost to another process
 */
const mayApply = async (tx: Tx, { holder, automatic }: SyncRunRequest): Promise<boolean> => {
  if (!(await isStillHolder(tx, { name: SYNC_LEASE, holder }))) throw new ShopError('sync_running');
  return !(automatic && (await findState(tx, 'auto_sync')) === 'off');
};
