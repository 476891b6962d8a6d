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

/**
 * The owner of a field and what the feed has for it are decided with the field itself, and a correction with the quantity. So
 * these are never compared.
 */
type ComparedField = Exclude<ItemField, 'shopOwned' | 'feedValues' | 'correction'>;

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

/** The facts that a revert needs of stock that people have changed (behavior 9.22). */
export interface StockFacts {
  /** Returns whether a sync, a file or a count has set the stock since. */
  isSetSince: (row: AppliedRow) => boolean;
  /** The pieces that the feed has of an item now; null if it is none of the feed. */
  feedFigure: (item: InventoryItem) => number | null;
}

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
  stock = NO_STOCK,
}: {
  rows: readonly AppliedRow[];
  /** The current items of the rows, by id. */
  items: ReadonlyMap<number, InventoryItem>;
  /** The summary of the change-set to revert. */
  summary: string;
  defaultMarkupCents: number;
  stock?: StockFacts;
}): Plan & { skipped: string[]; short: InventoryItem | null } => {
  const skipped = new MessageList();
  let short: InventoryItem | null = null;
  const reverting: PlanRow[] = [];
  for (const row of rows) {
    const item = items.get(row.itemId);
    if (item === undefined) continue;
    const moved = movedFields(item, row, stock);
    for (const field of moved) skipped.add(`${item.name}: ${FIELD_LABELS[field]}`);
    const values = valuesBefore(item, row, moved, defaultMarkupCents);
    const back = changeItem(item, {
      ...values,
      ...(row.stock && !moved.includes('quantity') && stockBefore(item, row, stock)),
    });
    if (back === null) continue;
    if (back.after.quantity !== undefined && back.after.quantity < 0) short = item;
    reverting.push(row.stock && back.after.quantity !== undefined ? { ...back, stock: 'moved' } : back);
  }
  return {
    rows: reverting,
    counts: countRows(items.values(), reverting),
    warnings: [],
    summary: `Undone: ${summary}`,
    skipped: skipped.lines(),
    short,
  };
};

const NO_STOCK: StockFacts = { isSetSince: () => true, feedFigure: () => null };

/**
 * Returns the fields that changed after the row was applied, or got another owner, even if the feed happens to have the same
 * value. Orders do not count for stock that people have changed.
 */
const movedFields = (item: InventoryItem, row: AppliedRow, stock: StockFacts): ComparedField[] =>
  Object.keys(row.after)
    .filter(isCompared)
    .filter((field) =>
      field === 'quantity' && row.stock
        ? stock.isSetSince(row)
        : !sameValue(item[field], row.after[field]) || hasOtherOwner(item, row, field),
    );

/** Returns whether a field belongs to the shop by now and was the feed's after the row, or the other way round. */
const hasOtherOwner = (item: InventoryItem, { before, after }: AppliedRow, field: ComparedField): boolean => {
  const ownable = OWNABLE_FIELDS.find((each) => each === field);
  const owned = after.shopOwned ?? before.shopOwned;
  return ownable !== undefined && owned !== undefined && owned.includes(ownable) !== item.shopOwned.includes(ownable);
};

/** Takes back the difference that a row made, and its part of a correction. */
const stockBefore = (
  item: InventoryItem,
  { before, after }: AppliedRow,
  { feedFigure }: StockFacts,
): Pick<ItemValues, 'quantity' | 'correction'> => {
  const back = before.quantity! - after.quantity!;
  const from = item.correction?.from ?? (before.correction ? feedFigure(item) : null);
  const by = (item.correction?.by ?? 0) + back;
  return { quantity: item.quantity + back, correction: from === null || by === 0 ? null : { from, by } };
};

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
    row.after.shopOwned === undefined
      ? item.shopOwned
      : ownersBefore(item, row.before.shopOwned!, row.after.shopOwned, moved);
  return {
    ...Object.fromEntries(stays),
    ...newerFeedValues(item, row, shopOwned),
    shopOwned,
    feedValues: feedValuesBefore(item, row, shopOwned),
    ...(hasSameCorrection(item, row) && !moved.includes('quantity') && { correction: row.before.correction ?? null }),
  };
};

const hasSameCorrection = ({ correction }: InventoryItem, { before, after }: AppliedRow): boolean =>
  'correction' in before && sameValue(correction, after.correction);

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
