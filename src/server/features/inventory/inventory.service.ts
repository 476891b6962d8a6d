import type { ChangeKind, ItemValues, Plan, PlanRow } from '#domain/inventory-plan.ts';
import type { Touch, Tx } from '../../db/shop-database.ts';
import { setState } from '../../db/shop-state.ts';
import { insertChange, insertChangeRows } from './changes.queries.ts';
import { insertItems, type StoredItem, updateItems } from './inventory.queries.ts';

/** A switch of the shop that a change-set moves along, so that taking it back moves the switch back. */
export interface Switches {
  auto_sync?: [before: 'on' | 'off', after: 'on' | 'off'];
}

/**
 * Applies a plan in the transaction it was made in and stores it as a change-set: the one way in which the inventory
 * changes (decisions §5). The caller holds the inventory (lockInventory) and the plan's items (lockItems), and made the
 * plan from items read since or settled it (inventory-draft.ts), so it rests on what is stored. Answers the
 * change-set's id, or null where there is nothing to do.
 */
export const applyPlan = async (
  tx: Tx,
  touch: Touch,
  {
    plan,
    items,
    kind,
    actor,
    now,
    switches = {},
  }: {
    plan: Plan;
    /** At least the items of the plan's rows, as they are stored. */
    items: ReadonlyMap<number, StoredItem>;
    kind: ChangeKind;
    actor: string;
    now: number;
    switches?: Switches;
  },
): Promise<number | null> => {
  const moved = Object.keys(switches).length > 0;
  if (plan.rows.length === 0 && !moved) return null;

  const syncedAt = kind === 'sync' ? now : null;
  const added = plan.rows.filter((row) => row.itemId === null);
  const ids = await insertItems(tx, {
    items: added.map((row) => ({ externalId: row.externalId, values: row.after as ItemValues })),
    syncedAt,
  });
  const idOf = new Map(added.map((row, index) => [row, ids[index]!]));
  await updateItems(tx, {
    items: plan.rows
      .filter((row): row is PlanRow & { itemId: number } => row.itemId !== null)
      .map((row) => {
        const item = items.get(row.itemId)!;
        return { ...item, ...row.after, lastSyncedAt: syncedAt ?? item.lastSyncedAt };
      })
      .sort((a, b) => a.id - b.id),
  });

  const changeId = await insertChange(tx, {
    kind,
    actor,
    summary: plan.summary,
    counts: plan.counts,
    switches: moved ? switches : null,
    now,
  });
  await insertChangeRows(tx, {
    changeId,
    rows: plan.rows.map((row) => ({ ...row, itemId: row.itemId ?? idOf.get(row)! })),
  });
  if (switches.auto_sync) {
    await setState(tx, 'auto_sync', switches.auto_sync[1]);
    touch('sync');
  }
  const touched = plan.rows.map((row) => row.itemId ?? idOf.get(row)!);
  if (touched.length > 0) touch('catalogue', touched);
  touch('inventory', touched);
  return changeId;
};
