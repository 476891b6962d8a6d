import { ShopError } from '#contract/errors.ts';
import { categoryMapOf, type StoredCategory } from '#domain/category-map.ts';
import type { InventoryItem, OwnableField } from '#domain/inventory-item.ts';
import { type ItemEdit, planBulkEdit, planBulkMarkup, planLabels } from '#domain/inventory-plan-edits.ts';
import { type BulkFacts, readBulkFacts } from '#domain/item-edit.ts';
import { checkItemLabel } from '#domain/label-check.ts';
import { MAX_LISTED } from '#domain/text.ts';
import type { WeightLabel } from '#domain/weight-labels.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { applyPlan } from './apply-plan.ts';
import { byId, draftPlan, type Planner, refreshDraft } from './draft-plan.ts';
import { findItems } from './inventory.queries.ts';

interface Author {
  actor: AuditActor;
  now: number;
}

/** The outcome of a bulk action. `changeId` is null if nothing changed. */
export interface BulkResult {
  changed: number;
  changeId: number | null;
}

interface EditManyRequest extends Author {
  ids: readonly number[];
  edit: ItemEdit;
  /** Facts that the rules of the file check. */
  facts?: BulkFacts;
  giveBack: readonly OwnableField[];
  imageOrigin: string | null;
}

/**
 * Edits many items in the same way, or resets fields to the feed, in one change-set (behavior 9.5).
 * @throws ShopError not_found if one of them is no longer listed, invalid_input if one of them would break a rule; then
 * none is changed
 */
export const editMany = (
  database: ShopDatabase,
  { ids, edit, facts = {}, giveBack, imageOrigin, actor, now }: EditManyRequest,
  task?: RunningTask,
): Promise<BulkResult> =>
  database.write(async (tx, touch) => {
    await lockInventory(tx);
    await lockItems(tx, ids);
    const items = (await findItems(tx, { ids })).filter((item) => item.listed);
    const gone = new Set(ids).size - items.length;
    if (gone > 0) {
      throw new ShopError('not_found', {
        message: `${gone} of these items ${gone === 1 ? 'is' : 'are'} no longer in the inventory. Nothing was changed.`,
      });
    }
    const plan = planBulkEdit(items, { edit, facts: factEdits(items, facts, imageOrigin), giveBack });
    const changeId = await applyPlan(tx, touch, { plan, items: byId(items), kind: 'bulk', actor, now, task });
    return { changed: plan.rows.length, changeId };
  });

const factEdits = (items: readonly InventoryItem[], facts: BulkFacts, imageOrigin: string | null) => {
  if (Object.keys(facts).length === 0) return undefined;
  const { edits, errors } = readBulkFacts(items, facts, imageOrigin);
  if (errors.length > 0)
    throw new ShopError('invalid_input', { message: errors[0]!, errors: errors.slice(0, MAX_LISTED) });
  return edits;
};

/** Sets every markup to a percentage of the base price (behavior 9.5). The summary names the number of listed items. */
export const applyBulkMarkup = (
  database: ShopDatabase,
  { percentage, actor, now }: Author & { percentage: number },
  task?: RunningTask,
): Promise<{ summary: string; changeId: number | null }> =>
  changeAll(database, { kind: 'markup', actor, now, task }, (items) => planBulkMarkup(items, percentage));

/** Replaces doubtful labels with the suggested ones, on all items or on the given ones (behavior 9.1). */
export const fixLabels = async (
  database: ShopDatabase,
  {
    ids,
    categories,
    actor,
    now,
  }: Author & { ids?: readonly number[] | undefined; categories: readonly StoredCategory[] },
  task?: RunningTask,
): Promise<BulkResult> => {
  const chosen = ids && new Set(ids);
  const map = categoryMapOf(categories);
  const { changed, changeId } = await changeAll(database, { kind: 'labels', actor, now, task }, (items) => {
    const suggested = new Map<number, WeightLabel>();
    for (const item of items) {
      if (!item.listed || (chosen && !chosen.has(item.id))) continue;
      const label = checkItemLabel(item, map)?.suggested;
      if (label) suggested.set(item.id, label);
    }
    return planLabels(items, suggested);
  });
  return { changed, changeId };
};

const changeAll = async (
  database: ShopDatabase,
  { kind, actor, now, task }: Author & { kind: 'markup' | 'labels'; task: RunningTask | undefined },
  planner: Planner,
): Promise<BulkResult & { summary: string }> => {
  const draft = await draftPlan(database.read, planner);
  return database.write(async (tx, touch) => {
    const { plan, items } = await refreshDraft(tx, draft, planner);
    const changeId = await applyPlan(tx, touch, { plan, items, kind, actor, now, task });
    return { changed: plan.rows.length, summary: plan.summary, changeId };
  });
};
