import { ShopError } from '#contract/errors.ts';
import type { OwnableField } from '#domain/inventory-item.ts';
import { type ItemEdit, planBulkEdit, planBulkMarkup, planLabels } from '#domain/inventory-plan-edits.ts';
import { checkLabel } from '#domain/label-check.ts';
import type { WeightLabel } from '#domain/weight-labels.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { findItems, lockInventory, lockItems } from './inventory.queries.ts';
import { applyPlan } from './inventory.service.ts';
import { byId, draftPlan, type Planner, settleDraft } from './inventory-draft.ts';

interface Author {
  actor: string;
  now: number;
}

/** What a bulk action did; `changeId` is null where nothing changed. */
export interface BulkResult {
  changed: number;
  changeId: number | null;
}

/**
 * Edits many items alike, or gives fields back to the feed, in one change-set.
 * @throws ShopError not_found where one of them left the lists; then none is changed.
 */
export const editMany = (
  database: ShopDatabase,
  {
    ids,
    edit,
    giveBack,
    actor,
    now,
  }: Author & { ids: readonly number[]; edit: ItemEdit; giveBack: readonly OwnableField[] },
): Promise<BulkResult> =>
  database.write(async (tx, touch) => {
    await lockInventory(tx, { kind: database.kind });
    await lockItems(tx, { kind: database.kind, ids });
    const items = (await findItems(tx, { ids })).filter((item) => item.listed);
    const gone = new Set(ids).size - items.length;
    if (gone > 0) {
      throw new ShopError('not_found', {
        message: `${gone} of these items ${gone === 1 ? 'is' : 'are'} no longer in the inventory. Nothing was changed.`,
      });
    }
    const plan = planBulkEdit(items, { edit, giveBack });
    const changeId = await applyPlan(tx, touch, { plan, items: byId(items), kind: 'bulk', actor, now });
    return { changed: plan.rows.length, changeId };
  });

/** Sets every markup to a percentage of the base price; answers how many items are in the lists (decisions §5, §8). */
export const applyBulkMarkup = (
  database: ShopDatabase,
  { percentage, actor, now }: Author & { percentage: number },
): Promise<{ summary: string; changeId: number | null }> =>
  overLists(database, { kind: 'markup', actor, now }, (items) => planBulkMarkup(items, percentage));

/** Gives doubtful labels the suggested ones, all or those of the given items (decisions §5 "label check"). */
export const fixLabels = async (
  database: ShopDatabase,
  { ids, actor, now }: Author & { ids?: readonly number[] | undefined },
): Promise<BulkResult> => {
  const asked = ids && new Set(ids);
  const { changed, changeId } = await overLists(database, { kind: 'labels', actor, now }, (items) => {
    const suggested = new Map<number, WeightLabel>();
    for (const item of items) {
      if (!item.listed || (asked && !asked.has(item.id))) continue;
      const label = checkLabel(item)?.suggested;
      if (label) suggested.set(item.id, label);
    }
    return planLabels(items, suggested);
  });
  return { changed, changeId };
};

const overLists = async (
  database: ShopDatabase,
  { kind, actor, now }: Author & { kind: 'markup' | 'labels' },
  planner: Planner,
): Promise<BulkResult & { summary: string }> => {
  const draft = await draftPlan(database.read, planner);
  return database.write(async (tx, touch) => {
    const { plan, items } = await settleDraft(tx, database.kind, draft, planner);
    const changeId = await applyPlan(tx, touch, { plan, items, kind, actor, now });
    return { changed: plan.rows.length, summary: plan.summary, changeId };
  });
};
