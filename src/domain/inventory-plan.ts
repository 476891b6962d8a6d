import { type FeedValues, type InventoryItem, OWNABLE_FIELDS, type OwnableField } from './inventory-item.ts';
import { formatCount } from './text.ts';

/** The values of an item that can change. */
export type ItemValues = Omit<InventoryItem, 'id' | 'externalId'>;
export type ItemField = keyof ItemValues;

/** Added items enter the lists. Removed items are not listed afterwards. */
export const ROW_KINDS = ['added', 'changed', 'removed'] as const;

/** The actions that create a change-set. */
export const CHANGE_KINDS = [
  'edit',
  'bulk',
  'markup',
  'labels',
  'stock',
  'category',
  'upload',
  'import',
  'sync',
  'revert',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * The change of one item: the fields whose value or owner differs, before and after. If values of ownable fields differ and
 * no owner does, `shopOwned` is only in `before`. Rows of version 1.0 do not have it then.
 */
export interface PlanRow {
  /** Null for an item that does not exist yet. In that case `after` has every field and `before` has none. */
  itemId: number | null;
  externalId: string;
  name: string;
  kind: (typeof ROW_KINDS)[number];
  before: Partial<ItemValues>;
  after: Partial<ItemValues>;
  /**
   * Present if people have changed the stock: by a number of pieces, or to what they have counted. Undoing such a row takes
   * back the difference that it made (behavior 9.22).
   */
  stock?: 'moved' | 'counted';
}

/** Returns whether a row says what the stock is, instead of moving it by a number of pieces. */
export const setsStock = ({ before, after, stock }: PlanRow): boolean =>
  stock === undefined
    ? after.quantity !== undefined || after.listed !== undefined || (after.correction === null && !!before.correction)
    : stock === 'counted';

/** The numbers of listed items that a plan adds, changes, removes and leaves as they are. */
export interface PlanCounts {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
}

/**
 * A change of the inventory that is not applied yet (behavior 9.2). It depends only on the current inventory and the
 * requested change. Preview, history and undo all show plans.
 */
export interface Plan {
  rows: PlanRow[];
  counts: PlanCounts;
  /** The losses that the change would cause, such as shop-owned values, as texts. */
  warnings: string[];
  /** The change as a text. */
  summary: string;
}

/**
 * Returns the row that gives an item the wanted values, or null if it already has all of them. The values of the feed are
 * kept for the fields that the shop owns afterwards, also if `wanted` does not state them.
 */
export const changeItem = (item: InventoryItem, asked: Partial<ItemValues>): PlanRow | null => {
  const owned = asked.shopOwned ?? item.shopOwned;
  const wanted: Partial<ItemValues> =
    owned.length + item.shopOwned.length === 0 ? asked : { ...asked, feedValues: feedValues(item, owned, asked) };
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
  // If the owner of a field changes, the row states its value too, so that a revert sees whether it has changed since.
  for (const field of OWNABLE_FIELDS) {
    if (item.shopOwned.includes(field) === owned.includes(field)) continue;
    before[field] = item[field];
    after[field] = field in wanted ? wanted[field] : item[field];
  }
  // If it does not, the row says whose the fields were.
  if (!('shopOwned' in before) && OWNABLE_FIELDS.some((field) => field in after)) before.shopOwned = item.shopOwned;
  const listed = wanted.listed ?? item.listed;
  const kind = !listed ? 'removed' : item.listed ? 'changed' : 'added';
  const values = { before, after } as Pick<PlanRow, 'before' | 'after'>;
  return { itemId: item.id, externalId: item.externalId, name: wanted.name ?? item.name, kind, ...values };
};

/** A field that the shop did not own until now has the value of the feed. */
const feedValues = (
  item: InventoryItem,
  owned: readonly OwnableField[],
  { feedValues: stated = {} }: Partial<ItemValues>,
): FeedValues =>
  Object.fromEntries(
    owned.map((field) => [field, [stated, item.feedValues, item].find((values) => field in values)![field]]),
  );

/** Returns the row of a new item. */
export const addItem = (externalId: string, values: ItemValues): PlanRow => ({
  itemId: null,
  externalId,
  name: values.name,
  kind: 'added',
  before: {},
  after: values,
});

/**
 * Returns whether a row changes anything that people see. A replacement also erases the shop-owned values of items that
 * are no longer listed, and no list shows that.
 */
export const isVisible = (row: PlanRow): boolean => row.kind !== 'removed' || row.before.listed === true;

/** Counts the visible rows and the listed items that stay as they are. */
export const countRows = (items: Iterable<InventoryItem>, rows: readonly PlanRow[]): PlanCounts => {
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  for (const row of rows) if (isVisible(row)) counts[row.kind] += 1;
  let listed = 0;
  for (const item of items) if (item.listed) listed += 1;
  counts.unchanged = listed - counts.changed - counts.removed;
  return counts;
};

/** How many items a plan touches. */
export const touched = ({ added, changed, removed }: Omit<PlanCounts, 'unchanged'>): number =>
  added + changed + removed;

/** "1,200 added, 3 changed, 0 removed". */
export const countsText = ({ added, changed, removed }: Omit<PlanCounts, 'unchanged'>): string =>
  `${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed`;

/**
 * Returns whether two values of a field are equal. Lists are equal if they have the same entries in the same order,
 * objects if they have the same values.
 */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = b as Record<string, unknown>;
  return left.length === Object.keys(b).length && left.every(([key, value]) => sameValue(value, right[key]));
};
