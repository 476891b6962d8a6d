import { ShopError } from '#contract/errors.ts';
import { type CategoryChange, planCategoryUndo } from '#domain/category-changes.ts';
import type { InventoryItem } from '#domain/inventory-item.ts';
import type { PlanCounts } from '#domain/inventory-plan.ts';
import { planRevert, type StockFacts } from '#domain/inventory-plan-revert.ts';
import { counted, formatCount } from '#domain/text.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findState } from '../../db/shop-state.ts';
import type { Tx } from '../../db/types.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { readCategories } from '../categories/categories.queries.ts';
import { applyPlan } from '../inventory/apply-plan.ts';
import type { Switches } from '../inventory/change-sets.queries.ts';
import { byId } from '../inventory/draft-plan.ts';
import { readFeedFigures } from '../inventory/feed-figures.ts';
import { findItems, type StoredItem } from '../inventory/inventory.queries.ts';
import type { InventoryTerms } from '../inventory/inventory-terms.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import {
  type ChangeSetRow,
  countOpenRows,
  findChange,
  findChangeRows,
  listChangeRows,
  markReverted,
  markRowsReverted,
  type StoredRow,
  unmarkRevertedBy,
  wasReplacedSince,
} from './changes.queries.ts';

export interface Reverted {
  message: string;
  changeId: number | null;
  counts: PlanCounts;
  skipped: string[];
}

interface RevertRequest {
  id: number;
  /** Only the rows of these items; all rows if absent. */
  itemIds?: readonly number[] | undefined;
  actor: AuditActor;
  now: number;
  terms: InventoryTerms;
}

/**
 * Undoes a change-set, or its rows of some items, by a change-set of its own. Rows that were undone before stay as they
 * are. Values that changed since are skipped and named (behavior 9.13). Undoing an undo applies the original change
 * again, to the same items.
 * @throws ShopError not_found, also for a change-set that was pruned and for items that are not in it. already_reverted if
 * nothing is left to undo. not_enough_stock if it would take more pieces than there are
 */
export const revertChange = (
  database: ShopDatabase,
  { id, itemIds, actor, now, terms }: RevertRequest,
  task?: RunningTask,
): Promise<Reverted> =>
  database.write(async (tx, touch) => {
    // Which rows are undone is read under the lock, so that of two undos of one row at once the second finds it undone.
    await lockInventory(tx);
    const change = await findChange(tx, { id });
    if (!change) throw new ShopError('not_found');
    const asked = await (itemIds
      ? findChangeRows(tx, { changeId: id, itemIds })
      : listChangeRows(tx, { changeId: id, afterId: 0 }));
    if (itemIds) refuseOthers(asked, itemIds);
    const rows = asked.filter((row) => row.revertedBy === null);
    // A change-set that only set a switch has no rows.
    const hasNothingLeft = rows.length === 0 && asked.length > 0;
    if (change.reverted_by !== null || hasNothingLeft) throw new ShopError('already_reverted');

    const ids = rows.map((row) => row.itemId);
    await lockItems(tx, ids);
    const items = byId(await findItems(tx, { ids }));
    const { defaultMarkupCents } = terms;
    const stock = rows.some((row) => row.stock) ? await findStockFacts(tx, { changeId: id, rows, items, terms }) : {};
    const plan = planRevert({ rows, items, summary: change.summary, defaultMarkupCents, ...stock });
    if (plan.short) throw new ShopError('not_enough_stock', { message: shortMessage(plan.short) });
    const undone = plan.rows.map((row) => row.itemId!);
    const isAll = !itemIds || undone.length === (await countOpenRows(tx, { changeId: id }));
    if (itemIds) plan.summary = summaryOfSome(change, rows);
    const switches = isAll ? await restoredSwitches(tx, change) : {};
    const mapping = await restoredCategories(tx, change);
    const skipped = [...plan.skipped, ...mapping.skipped];
    const request = { plan, items, kind: 'revert', actor, now, switches, categories: mapping.changes, task } as const;
    const changeId = await applyPlan(tx, touch, request);
    if (changeId !== null) {
      // A task no longer offers what is undone.
      touch('tasks');
      const hasOtherUndos = rows.length < asked.length;
      if (itemIds || hasOtherUndos) await markRowsReverted(tx, { id, itemIds: itemIds ? undone : ids, by: changeId });
      if (isAll) await markReverted(tx, { id, by: changeId });
      await unmarkRevertedBy(tx, { by: id, itemIds: itemIds ? undone : null });
    }
    return {
      message: describeUndo(changeId !== null, skipped.length),
      changeId,
      counts: plan.counts,
      skipped,
    };
  });

/** Reads the facts that a revert of stock needs (behavior 9.22). */
const findStockFacts = async (
  tx: Tx,
  {
    changeId,
    rows,
    items,
    terms,
  }: {
    changeId: number;
    rows: readonly StoredRow[];
    items: ReadonlyMap<number, StoredItem>;
    terms: InventoryTerms;
  },
): Promise<{ stock: StockFacts }> => {
  const versions = new Map(rows.map(({ itemId, stockVersion }) => [itemId, stockVersion]));
  const wasReplaced = await wasReplacedSince(tx, { changeId });
  const findFigure = await readFeedFigures(tx, terms);
  return {
    stock: {
      isSetSince: ({ itemId }) => wasReplaced || items.get(itemId)!.stockVersion !== versions.get(itemId),
      feedFigure: ({ id }) => findFigure(items.get(id)!),
    },
  };
};

const shortMessage = ({ name, quantity }: InventoryItem): string =>
  `Only ${quantity} of "${name}" left in stock, which is too few to undo this. Nothing was undone.`;

/** @throws ShopError not_found if one of the items has no row in the change-set */
const refuseOthers = (rows: readonly StoredRow[], itemIds: readonly number[]): void => {
  const others = new Set(itemIds).size - rows.length;
  if (others === 0) return;
  throw new ShopError('not_found', {
    message: `${formatCount(others)} of these items ${others === 1 ? 'is' : 'are'} not part of this change. Nothing was undone.`,
  });
};

/** "Undone for "Blue Dream": Applied 35% markup to 9 items". */
const summaryOfSome = ({ summary }: ChangeSetRow, rows: readonly StoredRow[]): string =>
  `Undone for ${rows.length === 1 ? `"${rows[0]!.name}"` : counted(rows.length)}: ${summary}`;

/** Restores a switch, unless somebody has changed it since. */
const restoredSwitches = async (tx: Tx, change: ChangeSetRow): Promise<Switches> => {
  const { auto_sync: moved }: Switches = change.switches === null ? {} : JSON.parse(change.switches);
  if (!moved || (await findState(tx, 'auto_sync')) !== moved[1]) return {};
  return { auto_sync: [moved[1], moved[0]] };
};

/** Returns the settings of categories that undoing a change restores. A change-set of items has none. */
const restoredCategories = async (
  tx: Tx,
  { categories }: ChangeSetRow,
): Promise<ReturnType<typeof planCategoryUndo>> =>
  categories === null
    ? { changes: [], skipped: [] }
    : planCategoryUndo(await readCategories(tx), JSON.parse(categories) as CategoryChange[]);

const describeUndo = (done: boolean, skipped: number): string => {
  if (!done) return skipped > 0 ? 'Everything has changed since. Nothing was undone.' : 'Nothing to undo.';
  if (skipped === 0) return 'Change undone.';
  return `Change undone, except for ${counted(skipped, 'value that has', 'values that have')} changed since.`;
};
