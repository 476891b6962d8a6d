import type { CategoryChange } from '#domain/category-changes.ts';
import type { CategoryMap } from '#domain/category-map.ts';
import {
  type ChangeKind,
  type ItemField,
  type ItemValues,
  type Plan,
  type PlanRow,
  setsStock,
} from '#domain/inventory-plan.ts';
import { setState } from '../../db/shop-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { storeNewNames } from '../categories/categories.queries.ts';
import { storeCategoryChanges } from '../categories/categories.service.ts';
import { storeChangeOfTask } from '../tasks/tasks.queries.ts';
import type { RunningTask } from '../tasks/tasks.ts';
import { insertChangeRows, insertChangeSet, type Switches } from './change-sets.queries.ts';
import type { StoredItem } from './inventory.queries.ts';
import { DECIDING, insertItems, updateItems } from './item-writes.queries.ts';

/**
 * Applies a plan and stores it as a change-set, in the transaction that made or refreshed it. This is the only way in which
 * the inventory changes (behavior 9.2). The caller has locked the inventory and the plan's items (db/locks.ts), and has
 * made the plan from items read after that, or refreshed it (draft-plan.ts). So the plan fits what is stored.
 *
 * @returns the change-set's id, or null if there is nothing to do
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
    categories = [],
    task,
  }: {
    plan: Plan;
    /** At least the items of the plan's rows, as they are stored. */
    items: ReadonlyMap<number, StoredItem>;
    kind: ChangeKind;
    actor: AuditActor;
    /** Epoch milliseconds. */
    now: number;
    switches?: Switches;
    /** The changes of categories that it makes. */
    categories?: readonly CategoryChange[];
    /** The task that this change is for. It shows the progress, and keeps the change's id. */
    task?: RunningTask | undefined;
  },
): Promise<number | null> => {
  const setsSwitches = Object.keys(switches).length > 0;
  if (plan.rows.length === 0 && !setsSwitches && categories.length === 0) return null;
  if (categories.length > 0) await storeCategoryChanges(tx, touch, categories);
  const map = await categoriesOf(tx, touch, plan.rows);
  const isHidden = (item: ItemValues) => map?.isHidden(item) ?? false;

  const onWritten = countRows(plan.rows.length, task);
  const syncedAt = kind === 'sync' ? now : null;
  const added = plan.rows.filter((row) => row.itemId === null);
  const ids = await insertItems(tx, {
    items: added.map((row) => ({ externalId: row.externalId, values: row.after as ItemValues })),
    syncedAt,
    now,
    isHidden,
    onWritten,
  });
  const idOf = new Map(added.map((row, index) => [row, ids[index]!]));
  const stored = plan.rows.filter((row): row is PlanRow & { itemId: number } => row.itemId !== null);
  await updateItems(tx, {
    items: stored
      .map((row) => ({ ...items.get(row.itemId)!, ...row.after, setsStock: setsStock(row) }))
      .sort((a, b) => a.id - b.id),
    fields: [...new Set(stored.flatMap((row) => Object.keys(row.after) as ItemField[]))],
    syncedAt,
    // An item that an undone change took from the lists was never out of stock.
    returnedAt: kind === 'revert' ? null : now,
    isHidden,
    onWritten,
  });

  const changeId = await insertChangeSet(tx, {
    kind,
    actor: actor.name,
    summary: plan.summary,
    counts: plan.counts,
    switches: setsSwitches ? switches : null,
    categories,
    now,
  });
  await insertChangeRows(tx, {
    changeId,
    rows: plan.rows.map((row) => {
      const item = row.itemId === null ? undefined : items.get(row.itemId);
      const stockVersion = item && row.stock ? item.stockVersion + (setsStock(row) ? 1 : 0) : null;
      return { ...row, itemId: row.itemId ?? idOf.get(row)!, stockVersion };
    }),
    onWritten,
  });
  if (task) await storeChangeOfTask(tx, { id: task.id, changeId });
  await recordAudit(tx, { actor, kind: 'change', subject: String(changeId), after: { kind, ...plan.counts }, now });
  if (switches.auto_sync) {
    const [before, after] = switches.auto_sync;
    await setState(tx, 'auto_sync', after);
    await recordAudit(tx, { actor, kind: 'switch', subject: 'auto_sync', before, after, now });
    touch('sync');
  }
  const touched = plan.rows.map((row) => row.itemId ?? idOf.get(row)!);
  if (touched.length > 0) touch('catalogue', touched);
  touch('inventory', touched);
  return changeId;
};

/**
 * Stores the names of categories that are new. Returns the map, or null if the rows change nothing that decides whether members
 * may see an item.
 */
const categoriesOf = async (tx: Tx, touch: Touch, rows: readonly PlanRow[]): Promise<CategoryMap | null> => {
  const decides = rows.some(({ after }) => DECIDING.some((field) => after[field] !== undefined));
  if (!decides) return null;
  const { map, hasNew } = await storeNewNames(
    tx,
    rows.map(({ after }) => ({ category: after.category ?? null })),
  );
  if (hasNew) touch('categories', []);
  return map;
};

/** Tells a task how many rows are done. Each is written twice: the item, and what the change did to it. */
const countRows = (rows: number, task: RunningTask | undefined): ((written: number) => void) => {
  let sum = 0;
  return (written) => {
    sum += written;
    task?.report(Math.floor(sum / 2), rows);
  };
};
