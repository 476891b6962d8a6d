import { type ItemField, type Plan, sameValue } from '#domain/inventory-plan.ts';
import type { Db, ShopDatabase, Tx } from '../../db/shop-database.ts';
import {
  findInventoryVersion,
  findItems,
  listItems,
  lockInventory,
  lockItems,
  type StoredItem,
} from './inventory.queries.ts';

/** How a plan over the whole inventory is made from what is stored. */
export type Planner<Made extends Plan = Plan> = (items: readonly StoredItem[]) => Made;

/** A plan, and what it was made from. */
export interface Draft<Made extends Plan = Plan> {
  plan: Made;
  items: ReadonlyMap<number, StoredItem>;
  /** How often the inventory had moved when it was read. */
  version: number;
}

/** Plans over the whole inventory without keeping anybody waiting: for a preview, or to be settled in a transaction. */
export const draftPlan = async <Made extends Plan>(db: Db | Tx, planner: Planner<Made>): Promise<Draft<Made>> => {
  // Before the items: what moves in between shows as a version that moved.
  const version = await findInventoryVersion(db);
  const items = await listItems(db, { listedOnly: false });
  return { plan: planner(items), items: byId(items), version };
};

/**
 * Makes sure, in the transaction that is to apply it, that a draft rests on what is stored, and keeps it so until the
 * end: the items of the plan are read again, and where anything moved since, the plan is made anew. A sync that finds
 * nothing to do thus locks nothing, and one that does only what it changes.
 */
export const settleDraft = async <Made extends Plan>(
  tx: Tx,
  kind: ShopDatabase['kind'],
  draft: Draft<Made>,
  planner: Planner<Made>,
): Promise<Draft<Made>> => {
  await lockInventory(tx, { kind });
  if ((await findInventoryVersion(tx)) === draft.version) {
    const ids = draft.plan.rows.map((row) => row.itemId).filter((id) => id !== null);
    await lockItems(tx, { kind, ids });
    const items = byId(await findItems(tx, { ids }));
    // Stock that was shipped is no plan and moves no version.
    if (draft.plan.rows.every((row) => row.itemId === null || isUnmoved(row, items.get(row.itemId)))) {
      return { ...draft, items };
    }
  }
  await lockItems(tx, { kind });
  return draftPlan(tx, planner);
};

const isUnmoved = ({ before }: Plan['rows'][number], item: StoredItem | undefined): boolean =>
  item !== undefined && (Object.keys(before) as ItemField[]).every((field) => sameValue(item[field], before[field]));

/** Items by their id, as plans and the applier look them up. */
export const byId = (items: readonly StoredItem[]): Map<number, StoredItem> =>
  new Map(items.map((item) => [item.id, item]));
