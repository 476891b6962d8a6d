import { type InventoryItem, OWNABLE_FIELDS, type OwnableField } from './inventory-item.ts';
import {
  changeItem,
  countRows,
  type ItemField,
  type ItemValues,
  type Plan,
  type PlanRow,
  sameValue,
} from './inventory-plan.ts';
import { resetValues } from './inventory-plan-file.ts';
import { MessageList } from './text.ts';

/** A row of an applied plan, in which every item has an id. */
export type AppliedRow = PlanRow & { itemId: number };

/** The owner of a field is decided with the field itself, so `shopOwned` is never compared. */
type ComparedField = Exclude<ItemField, 'shopOwned'>;

const FIELD_LABELS: Readonly<Record<ComparedField, string>> = {
  listed: 'in the lists',
  name: 'name',
  description: 'description',
  brand: 'brand',
  category: 'category',
  tags: 'tags',
  images: 'pictures',
  size: 'size',
  quantity: 'quantity',
  priceCents: 'price',
  markupCents: 'markup',
  isActive: 'active',
  weightLabel: 'weight label',
  tiers: 'tiers',
  batch: 'batch',
  lab: 'lab result',
  lowStock: 'low-stock threshold',
  byHand: 'added by hand',
  feedDescription: 'description in the feed',
  feedWeightLabel: 'weight label in the feed',
  feedTiers: 'tiers in the feed',
  feedImages: 'pictures in the feed',
};

/**
 * Plans the revert of an applied plan (behavior 9.13). Every field gets its old value, unless it has changed since. Such
 * fields are skipped and listed as "Name: field". An item that the plan added or removed is reverted only if none of its
 * fields has changed since.
 */
export const planRevert = ({
  rows,
  items,
  summary,
  defaultMarkupCents,
}: {
  rows: readonly AppliedRow[];
  /** The current items of the rows, by id. */
  items: ReadonlyMap<number, InventoryItem>;
  /** The summary of the change-set to revert. */
  summary: string;
  defaultMarkupCents: number;
}): Plan & { skipped: string[] } => {
  const skipped = new MessageList();
  const reverting: PlanRow[] = [];
  for (const row of rows) {
    const item = items.get(row.itemId);
    if (item === undefined) continue;
    const moved = movedFields(item, row);
    for (const field of moved) skipped.add(`${item.name}: ${FIELD_LABELS[field]}`);
    const back = changeItem(item, valuesBefore(item, row, moved, defaultMarkupCents));
    if (back !== null) reverting.push(back);
  }
  return {
    rows: reverting,
    counts: countRows(items.values(), reverting),
    warnings: [],
    summary: `Undone: ${summary}`,
    skipped: skipped.lines(),
  };
};

/** Returns the fields that changed after the row was applied. */
const movedFields = (item: InventoryItem, { after }: AppliedRow): ComparedField[] =>
  (Object.keys(after) as ItemField[])
    .filter((field) => field !== 'shopOwned')
    .filter((field) => !sameValue(item[field], after[field]));

const valuesBefore = (
  item: InventoryItem,
  row: AppliedRow,
  moved: readonly ItemField[],
  defaultMarkupCents: number,
): Partial<ItemValues> => {
  const cameOrWent = row.kind !== 'changed';
  if (cameOrWent && moved.length > 0) return {};
  const wasNew = Object.keys(row.before).length === 0;
  if (wasNew) return { listed: false, ...resetValues(item, defaultMarkupCents) };
  const values: Partial<ItemValues> = { ...row.before };
  for (const field of moved) delete values[field];
  if (row.before.shopOwned !== undefined) {
    values.shopOwned = ownersBefore(item, row.before.shopOwned, row.after.shopOwned!, moved);
  }
  return values;
};

/** Restores the owner of each field separately. Reverting a label leaves a description that was edited since to the shop. */
const ownersBefore = (
  item: InventoryItem,
  before: readonly OwnableField[],
  after: readonly OwnableField[],
  moved: readonly ItemField[],
): OwnableField[] => {
  return OWNABLE_FIELDS.filter((field) => {
    const changedThen = before.includes(field) !== after.includes(field);
    // A value that was edited since stays, and so does its owner.
    return changedThen && !moved.includes(field) ? before.includes(field) : item.shopOwned.includes(field);
  });
};
