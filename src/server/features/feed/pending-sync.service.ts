import { ShopError } from '#contract/errors.ts';
import type { PendingSync } from '#contract/feed.ts';
import type { Role } from '#domain/permissions.ts';
import type { MovedPrices } from '#domain/price-guard.ts';
import { movedPrices, wasRefused } from '#domain/price-guard.ts';
import { lockInventory } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { deleteState, findState, setState } from '../../db/shop-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { applyPlan } from '../inventory/apply-plan.ts';
import { type Draft, draftPlan, refreshDraft } from '../inventory/draft-plan.ts';
import { storeFeedFigures } from '../inventory/feed-figures.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import { fileOrRefusal, readInventoryBytes } from '../inventory/read-inventory-file.ts';
import { storeDecided } from './day-ago.queries.ts';
import {
  type FeedApplied,
  type GuardedPlan,
  guardedPlanner,
  listedRows,
  presentPending,
  storedPlan,
  syncWarnings,
  waitingHash,
} from './guarded-plan.ts';
import {
  deletePendingSync,
  findPendingFeed,
  findPendingSync,
  type PendingFeed,
  putPendingSync,
  replacePendingPlan,
} from './pending-syncs.queries.ts';
import { findLastRun, NO_COUNTS, storeRun } from './sync-runs.queries.ts';

const NOTHING_WAITS = 'No sync is waiting. Somebody else may have decided already.';

/**
 * Keeps a sync that would move prices too far until somebody decides (behavior 9.17). It replaces the one that waits
 * already. A sync that only repeats refused prices is refused again. The caller has locked the inventory.
 */
export const holdSync = async (
  tx: Tx,
  {
    draft,
    feed,
    cursor,
    actor,
    now,
  }: { draft: Draft<GuardedPlan>; feed: string; cursor: string | null; actor: string; now: number },
): Promise<'waiting' | 'refused'> => {
  const { plan } = draft;
  const refused = await findState(tx, 'refused_prices');
  if (refused !== null && wasRefused(movedPrices(plan), JSON.parse(refused) as MovedPrices)) return 'refused';
  await deleteState(tx, 'refused_prices');
  await putPendingSync(tx, { ...storedPlan(draft, plan.jump!), feed, cursor, actor, now });
  return 'waiting';
};

/** A sync that needs no decision came after the one that waited, or was refused: the feed has other prices now. */
const forgetHeldSync = async (tx: Tx): Promise<void> => {
  await deletePendingSync(tx);
  await deleteState(tx, 'refused_prices');
};

/** Stores that a sync was applied: its run, and from where the feed is read next. */
export const storeApplied = async (
  tx: Tx,
  touch: Touch,
  {
    applied,
    actor,
    startedAt,
    now,
    cursor,
  }: { applied: FeedApplied; actor: AuditActor; startedAt: number; now: number; cursor: string | null },
): Promise<void> => {
  await forgetHeldSync(tx);
  const outcome = applied.changeId === null ? 'unchanged' : 'changed';
  await storeRun(tx, { ...applied, startedAt, finishedAt: now, actor: actor.name, outcome, error: null });
  await setState(tx, 'last_sync', String(now));
  if (cursor !== null) await setState(tx, 'feed_cursor', cursor);
  touch('sync');
};

const readPendingFeed = ({ feed }: PendingFeed, { imageOrigin }: InventoryTerms) =>
  fileOrRefusal(readInventoryBytes(Buffer.from(feed), { imageOrigin, called: 'feed' }));

/** The sync that waits, with its plan for the current inventory, as a role may read it. Null if none waits. */
export const readPendingSync = async (
  database: ShopDatabase,
  { terms, role }: { terms: InventoryTerms; role: Role },
): Promise<PendingSync | null> => {
  const pending = await findPendingFeed(database.read);
  if (!pending) return null;
  const feed = readPendingFeed(pending, terms);
  const draft = await draftPlan(database.read, guardedPlanner(feed, terms));
  return presentPending(pending, draft, { warnings: await syncWarnings(database.read, draft, feed), role });
};

interface Decision {
  actor: AuditActor;
  now: number;
}

interface ApplyRequest extends Decision {
  /** The plan that the caller saw; the stored one if absent. */
  planHash?: string | undefined;
  terms: InventoryTerms;
}

/**
 * Applies the sync that waits, by the decision of a user. Its guard does not stop it again (behavior 9.17).
 * @throws ShopError not_found if none waits; plan_moved if the inventory has moved, with a fresh plan that then waits
 */
export const applyPendingSync = async (database: ShopDatabase, request: ApplyRequest): Promise<FeedApplied> => {
  // A newer sync may take the place of the one that was read. Its plan is one that the caller never saw.
  const { planHash: shown } = request;
  for (const seen of [shown, shown ?? '', shown ?? '']) {
    const outcome = await decideToApply(database, { ...request, planHash: seen });
    if ('applied' in outcome) return outcome.applied;
    if ('moved' in outcome) throw new ShopError('plan_moved', { body: { pending: outcome.moved } });
  }
  throw new ShopError('sync_running');
};

type Outcome = { applied: FeedApplied } | { moved: PendingSync } | { isReplaced: true };

const decideToApply = async (
  database: ShopDatabase,
  { planHash: shown, actor, now, terms }: ApplyRequest,
): Promise<Outcome> => {
  const pending = await findPendingFeed(database.read);
  if (!pending) throw new ShopError('not_found', { message: NOTHING_WAITS });
  const feed = readPendingFeed(pending, terms);
  const planner = guardedPlanner(feed, terms);
  const draft = await draftPlan(database.read, planner);
  return database.write(async (tx, touch): Promise<Outcome> => {
    // It locks the inventory, so of two decisions at once the second finds what the first did.
    const refreshed = await refreshDraft(tx, draft, planner);
    const { plan, items } = refreshed;
    const stored = await findPendingSync(tx);
    if (!stored) throw new ShopError('not_found', { message: NOTHING_WAITS });
    if (stored.id !== pending.id) return { isReplaced: true };

    const warnings = await syncWarnings(tx, refreshed, feed);
    const hash = waitingHash(refreshed);
    if (hash !== (shown ?? stored.plan_hash)) {
      const fresh = storedPlan(refreshed, plan.jump ?? stored.reason);
      if (hash !== stored.plan_hash) await replacePendingPlan(tx, { id: stored.id, ...fresh });
      touch('sync');
      return { moved: presentPending(stored, refreshed, { warnings, role: actor.role }) };
    }

    const changeId = await applyPlan(tx, touch, { plan, items, kind: 'sync', actor, now });
    await storeFeedFigures(tx, feed);
    if (changeId !== null) await storeDecided(tx, { changeId, now });
    // The rows that it leaves out were stored when it began to wait.
    const applied = { counts: plan.counts, warnings, leftOut: listedRows(feed), changeId };
    await storeApplied(tx, touch, { applied, actor, startedAt: now, now, cursor: stored.feed_cursor });
    await recordDecision(tx, touch, { actor, now, decision: 'applied', reason: stored.reason });
    return { applied };
  });
};

/**
 * Refuses the sync that waits. Nothing changes, and it comes back only if the feed's prices change again (behavior 9.17).
 * @throws ShopError not_found if none waits
 */
export const refusePendingSync = (database: ShopDatabase, { actor, now }: Decision): Promise<void> =>
  database.write(async (tx, touch) => {
    await lockInventory(tx);
    const pending = await findPendingSync(tx);
    if (!pending) throw new ShopError('not_found', { message: NOTHING_WAITS });
    await deletePendingSync(tx);
    await setState(tx, 'refused_prices', pending.prices);
    const last = await findLastRun(tx, {});
    const counts = last?.outcome === 'waiting' ? countsOf(last) : NO_COUNTS;
    const run = { startedAt: now, finishedAt: now, actor: actor.name, error: pending.reason, counts };
    await storeRun(tx, { ...run, outcome: 'refused', warnings: [], changeId: null });
    await recordDecision(tx, touch, { actor, now, decision: 'refused', reason: pending.reason });
  });

const countsOf = ({ added, changed, removed, unchanged }: typeof NO_COUNTS) => ({ added, changed, removed, unchanged });

const recordDecision = async (
  tx: Tx,
  touch: Touch,
  { actor, now, ...after }: Decision & { decision: 'applied' | 'refused'; reason: string },
): Promise<void> => {
  await recordAudit(tx, { actor, kind: 'change', subject: 'pending_sync', after, now });
  touch('sync');
};
