import { type FeedValues, type InventoryItem, OWNABLE_FIELDS, type OwnableField } from './inventory-item.ts';
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

/** The owner of a field and what the feed has for it are decided with the field itself, so these are never compared. */
type ComparedField = Exclude<ItemField, 'shopOwned' | 'feedValues'>;

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
};
/** Rows of older versions have some more. */
const isCompared = (field: string): field is ComparedField => field in FIELD_LABELS;

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
  Object.keys(after)
    .filter(isCompared)
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
  const stays = Object.entries(row.before).filter(([field]) => isCompared(field) && !moved.includes(field));
  const shopOwned =
    row.before.shopOwned === undefined
      ? item.shopOwned
      : ownersBefore(item, row.before.shopOwned, row.after.shopOwned!, moved);
  return {
    ...Object.fromEntries(stays),
    ...newerFeedValues(item, row, shopOwned),
    shopOwned,
    feedValues: feedValuesBefore(item, row, shopOwned),
  };
};

/** Returns what the feed has by now for the fields that follow it again. */
const newerFeedValues = ({ shopOwned, feedValues }: InventoryItem, { after }: AppliedRow, owned: OwnableField[]) => {
  const then = after.feedValues ?? {};
  const followed = shopOwned.filter((field) => !owned.includes(field) && field in then);
  const moved = followed.filter((field) => !sameValue(feedValues[field], then[field]));
  return Object.fromEntries(moved.map((field) => [field, feedValues[field]]));
};

/** Restores what the feed had for each field that the shop owns, unless the feed has brought another value since. */
const feedValuesBefore = (
  item: InventoryItem,
  { before: { feedValues: before = {} }, after: { feedValues: after = {} } }: AppliedRow,
  owned: readonly OwnableField[],
): FeedValues => {
  const restored = owned.filter(
    (field) => field in before && (!item.shopOwned.includes(field) || sameValue(item.feedValues[field], after[field])),
  );
  return Object.fromEntries(restored.map((field) => [field, before[field]]));
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
