import { type InventoryItem, OWNABLE_FIELDS } from './inventory-item.ts';

/** What can change of an item. */
export type ItemValues = Omit<InventoryItem, 'id' | 'externalId'>;
export type ItemField = keyof ItemValues;

/** Added: comes into the lists. Removed: is not in the lists afterwards. */
export const ROW_KINDS = ['added', 'changed', 'removed'] as const;

/** How a change-set came about. */
export const CHANGE_KINDS = ['edit', 'bulk', 'markup', 'labels', 'upload', 'sync', 'revert'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What becomes of one item: only the fields that differ, and those whose owner does, before and after. */
export interface PlanRow {
  /** Null for an item that does not exist yet; then `after` has every field and `before` none. */
  itemId: number | null;
  externalId: string;
  name: string;
  kind: (typeof ROW_KINDS)[number];
  before: Partial<ItemValues>;
  after: Partial<ItemValues>;
}

/** How many items of the lists a plan adds, changes, removes and leaves as they are. */
export interface PlanCounts {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
}

/**
 * A change of the inventory, made but not yet applied (decisions §5). It is a pure function of the inventory now and of
 * what is asked; preview, history and undo all show this.
 */
export interface Plan {
  rows: PlanRow[];
  counts: PlanCounts;
  /** What the change costs, such as shop-owned values about to be lost; in words. */
  warnings: string[];
  /** What is done, in words. */
  summary: string;
}

/** The row that gives an item the wanted values; null where it has them all. */
export const changeItem = (item: InventoryItem, wanted: Partial<ItemValues>): PlanRow | null => {
  const before: Partial<Record<ItemField, unknown>> = {};
  const after: Partial<Record<ItemField, unknown>> = {};
  let differs = false;
  for (const field of Object.keys(wanted) as ItemField[]) {
    if (sameValue(item[field], wanted[field])) continue;
    before[field] = item[field];
    after[field] = wanted[field];
    differs = true;
  }
  if (!differs) return null;
  // A claim is a claim to a value: that is stated even where it stays, so that a revert sees whether it moved since.
  const claimed = wanted.shopOwned ?? item.shopOwned;
  for (const field of OWNABLE_FIELDS) {
    if (item.shopOwned.includes(field) === claimed.includes(field)) continue;
    before[field] = item[field];
    after[field] = field in wanted ? wanted[field] : item[field];
  }
  const listed = wanted.listed ?? item.listed;
  const kind = !listed ? 'removed' : item.listed ? 'changed' : 'added';
  const values = { before, after } as Pick<PlanRow, 'before' | 'after'>;
  return { itemId: item.id, externalId: item.externalId, name: wanted.name ?? item.name, kind, ...values };
};

/** The row of an item that was never here. */
export const addItem = (externalId: string, values: ItemValues): PlanRow => ({
  itemId: null,
  externalId,
  name: values.name,
  kind: 'added',
  before: {},
  after: values,
});

/**
 * Whether people see anything of a row. Erasing what the shop remembers of items that left the lists earlier is part of
 * a replacement, but shows in no list.
 */
export const isVisible = (row: PlanRow): boolean => row.kind !== 'removed' || row.before.listed === true;

/** Counts the visible rows over an inventory. */
export const countRows = (items: Iterable<InventoryItem>, rows: readonly PlanRow[]): PlanCounts => {
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  for (const row of rows) if (isVisible(row)) counts[row.kind] += 1;
  let listed = 0;
  for (const item of items) if (item.listed) listed += 1;
  counts.unchanged = listed - counts.changed - counts.removed;
  return counts;
};

/** Whether two values of a field are the same; lists by their entries, in order. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
};
