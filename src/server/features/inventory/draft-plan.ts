import { type ItemField, type Plan, sameValue } from '#domain/inventory-plan.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import { areSameVersions, findItemVersions, type ItemVersions } from '../../db/topic-versions.ts';
import type { Db, Tx } from '../../db/types.ts';
import { findItems, listItems, type StoredItem } from './inventory.queries.ts';

/** Makes a plan over the whole inventory from what is stored. */
export type Planner<Made extends Plan = Plan> = (items: readonly StoredItem[]) => Made;

/** A plan, and the items it was made from. */
export interface Draft<Made extends Plan = Plan> {
  plan: Made;
  items: ReadonlyMap<number, StoredItem>;
  /** The versions of the items when they were read. */
  versions: ItemVersions;
}

/** Makes a plan without locking anything: for a preview, or to be refreshed in a transaction. */
export const draftPlan = async <Made extends Plan>(db: Db | Tx, planner: Planner<Made>): Promise<Draft<Made>> => {
  // Read before the items, so that a change in between shows as another version.
  const versions = await findItemVersions(db);
  const items = await listItems(db, { listedOnly: false });
  return { plan: planner(items), items: byId(items), versions };
};

/**
 * Makes sure that a draft fits what is stored, in the transaction that will apply it, and keeps it so until the end. If
 * there were orders since, the items of the plan are read again, and if one of these has changed or another plan was
 * applied, the plan is made again. So a sync that finds nothing to do locks nothing, and any other sync locks only what it
 * changes.
 */
export const refreshDraft = async <Made extends Plan>(
  tx: Tx,
  draft: Draft<Made>,
  planner: Planner<Made>,
): Promise<Draft<Made>> => {
  await lockInventory(tx);
  if ((await findItemVersions(tx)).inventory === draft.versions.inventory) {
    const ids = draft.plan.rows.map((row) => row.itemId).filter((id) => id !== null);
    await lockItems(tx, ids);
    if (areSameVersions(await findItemVersions(tx), draft.versions)) return draft;
    const items = byId(await findItems(tx, { ids }));
    // Shipping changes the stock without a plan.
    if (draft.plan.rows.every((row) => row.itemId === null || isUnchanged(row, items.get(row.itemId)))) {
      return { ...draft, items };
    }
  }
  await lockItems(tx);
  return draftPlan(tx, planner);
};

const isUnchanged = ({ before }: Plan['rows'][number], item: StoredItem | undefined): boolean =>
  item !== undefined && (Object.keys(before) as ItemField[]).every((field) => sameValue(item[field], before[field]));

/** Items by their id, which is how plans look them up. */
export const byId = (items: readonly StoredItem[]): Map<number, StoredItem> =>
  new Map(items.map((item) => [item.id, item]));
