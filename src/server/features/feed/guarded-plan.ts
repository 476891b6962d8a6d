import type { PendingSync } from '#contract/feed.ts';
import { isVisible, type Plan, type PlanCounts, type PlanRow } from '#domain/inventory-plan.ts';
import { itemsInFeed, planSync } from '#domain/inventory-plan-file.ts';
import type { ListedRows } from '#domain/left-out-rows.ts';
import type { Role } from '#domain/permissions.ts';
import { movedPrices, priceJump, sharePriceMoves } from '#domain/price-guard.ts';
import type { ItemVersions } from '../../db/topic-versions.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { Draft, Planner } from '../inventory/draft-plan.ts';
import { planHash, presentRow } from '../inventory/inventory.present.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import { type PlanWarning, reservationWarnings, warningsFor } from '../inventory/plan-warnings.ts';
import type { ReadFile } from '../inventory/read-inventory-file.ts';

/** The plan of a sync. `jump` says why it has to wait for a decision; null if it does not (behavior 9.17). */
export interface GuardedPlan extends Plan {
  jump: string | null;
}

/** The outcome of a sync that did not fail. */
export interface FeedApplied {
  counts: PlanCounts;
  warnings: PlanWarning[];
  /** The rows of the feed that were left out (behavior 9.11). */
  leftOut: ListedRows;
  changeId: number | null;
  /** The items were already as the feed has them. */
  isCurrent?: true;
  /** The sync changed nothing: it waits for a decision, or asks for refused prices again (behavior 9.17). */
  held?: { outcome: 'waiting' | 'refused'; reason: string };
}

/** The last sync of this process that found nothing to do. */
export interface SyncMemory {
  current: {
    /** The feed that it read. */
    digest: string;
    /** The versions of the items that it compared. */
    versions: ItemVersions;
    /** Epoch milliseconds. */
    comparedAt: number;
    applied: FeedApplied;
  } | null;
}

/** Plans a sync from a feed that was read. */
export const guardedPlanner =
  (feed: ReadFile, { defaultMarkupCents, priceJumpPercent }: InventoryTerms): Planner<GuardedPlan> =>
  (items) => {
    const { products, leftOut } = feed;
    const plan = planSync({ items, products, defaultMarkupCents, leftOut });
    return { ...plan, jump: priceJump({ plan, items: itemsInFeed(items, products) }, priceJumpPercent) };
  };

/** Returns the warnings before or after a sync: promised stock that is gone, and mistakes of the feed. */
export const syncWarnings = async (db: Db | Tx, { plan, items }: Draft, feed: ReadFile): Promise<PlanWarning[]> => [
  ...(await reservationWarnings(db, { plan, items })),
  ...feed.warnings,
];

/**
 * Identifies the plan of a sync that waits, for the inventory that it was made for. After any change of the inventory it
 * is another one, also if the plan would do the same (behavior 9.17).
 */
export const waitingHash = ({ plan, versions }: Pick<Draft, 'plan' | 'versions'>): string =>
  `${versions.inventory}-${planHash(plan)}`;

/** The parts of a plan that are stored with a sync that waits. */
export const storedPlan = (draft: Draft<GuardedPlan>, reason: string) => ({
  planHash: waitingHash(draft),
  prices: JSON.stringify(movedPrices(draft.plan)),
  reason,
});

const SHOWN_ROWS = 100;

/** A sync that waits, as the panel shows it to a role. */
export const presentPending = (
  pending: { actor: string; reason: string; created_at: number },
  draft: Draft<GuardedPlan>,
  { warnings, role }: { warnings: readonly PlanWarning[]; role: Role | null },
): PendingSync => ({
  at: new Date(pending.created_at).toISOString(),
  by: pending.actor,
  reason: draft.plan.jump ?? pending.reason,
  counts: draft.plan.counts,
  rows: furthestFirst(draft.plan.rows).slice(0, SHOWN_ROWS).map(presentRow),
  warnings: warningsFor(role, warnings),
  planHash: waitingHash(draft),
});

/** The rows that were left out, without what only a plan needs. */
export const listedRows = ({ leftOut: { count, rows } }: ReadFile): ListedRows => ({ count, rows });

/** The visible rows, those whose base price moves furthest first. */
const furthestFirst = (rows: readonly PlanRow[]): PlanRow[] => {
  const shares = new Map(rows.map((row) => [row, sharePriceMoves(row)]));
  // Sorting keeps the order of rows that are equal, but the difference of two infinite shares is no number.
  return rows.filter(isVisible).sort((a, b) => (shares.get(a) === shares.get(b) ? 0 : shares.get(b)! - shares.get(a)!));
};
