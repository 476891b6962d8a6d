import { type ItemField, type Plan, sameValue } from '#domain/inventory-plan.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { Db, Tx } from '../../db/types.ts';
import { findInventoryVersion, findItems, listItems, type StoredItem } from './inventory.queries.ts';

/** Makes a plan over the whole inventory from what is stored. */
export type Planner<Made extends Plan = Plan> = (items: readonly StoredItem[]) => Made;

/** A plan, and the items it was made from. */
export interface Draft<Made extends Plan = Plan> {
  plan: Made;
  items: ReadonlyMap<number, StoredItem>;
  /** The version of the inventory when it was read. */
  version: number;
}

/** Makes a plan without locking anything: for a preview, or to be settled in a transaction. */
export const draftPlan = async <Made extends Plan>(db: Db | Tx, planner: Planner<Made>): Promise<Draft<Made>> => {
  // Read before the items, so that a change in between shows as another version.
  const version = await findInventoryVersion(db);
  const items = await listItems(db, { listedOnly: false });
  return { plan: planner(items), items: byId(items), version };
};

/**
 * Makes sure that a draft fits what is stored, in the transaction that will apply it, and keeps it so until the end. The
 * items of the plan are read again, and if anything has changed since, the plan is made again. So a sync that finds
 * nothing to do locks nothing, and any other sync locks only what it changes.
 */
export const settleDraft = async <Made extends Plan>(
  tx: Tx,
  draft: Draft<Made>,
  planner: Planner<Made>,
): Promise<Draft<Made>> => {
  await lockInventory(tx);
  if ((await findInventoryVersion(tx)) === draft.version) {
    const ids = draft.plan.rows.map((row) => row.itemId).filter((id) => id !== null);
    await lockItems(tx, ids);
    const items = byId(await findItems(tx, { ids }));
    // Shipping changes the stock without a plan, so it does not change the version.
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
