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
import { forgottenValues } from './inventory-plan-file.ts';
import { MessageList } from './text.ts';

/** A row as it was applied: by then every item has its id. */
export type AppliedRow = PlanRow & { itemId: number };

/** What a field is called in sentences. */
const FIELD_WORDS: Readonly<Record<ItemField, string>> = {
  listed: 'in the lists',
  name: 'name',
  description: 'description',
  brand: 'brand',
  category: 'category',
  tags: 'tags',
  images: 'images',
  size: 'size',
  quantity: 'quantity',
  priceCents: 'price',
  markupCents: 'markup',
  isActive: 'active',
  weightLabel: 'weight label',
  shopOwned: 'ownership',
  feedDescription: 'description in the feed',
  feedWeightLabel: 'weight label in the feed',
};

/**
 * Takes an applied plan back, whole: every field it set gets its old value, unless someone changed that field since;
 * such fields are skipped and named ("Name: field"). An item that came or went is taken back only where nothing of
 * what the plan set has changed since.
 */
export const planRevert = ({
  rows,
  items,
  summary,
  defaultMarkupCents,
}: {
  rows: readonly AppliedRow[];
  /** The items of the rows as they are now, by id. */
  items: ReadonlyMap<number, InventoryItem>;
  /** Of the change-set taken back. */
  summary: string;
  defaultMarkupCents: number;
}): Plan & { skipped: string[] } => {
  const skipped = new MessageList();
  const reverting: PlanRow[] = [];
  for (const row of rows) {
    const item = items.get(row.itemId);
    if (item === undefined) continue;
    const moved = movedFields(item, row);
    for (const field of moved) skipped.add(`${item.name}: ${FIELD_WORDS[field]}`);
    const back = changeItem(item, valuesBefore(item, row, moved, defaultMarkupCents));
    if (back !== null) reverting.push(back);
  }
  return {
    rows: reverting,
    counts: countRows(items.values(), reverting),
    warnings: [],
    summary: `Took back: ${summary}`,
    skipped: skipped.lines(),
  };
};

/** Fields that someone changed after the row was applied. Who owns a field is settled with the field itself. */
const movedFields = (item: InventoryItem, { after }: AppliedRow): ItemField[] =>
  (Object.keys(after) as ItemField[]).filter((field) => field !== 'shopOwned' && !sameValue(item[field], after[field]));

const valuesBefore = (
  item: InventoryItem,
  row: AppliedRow,
  moved: readonly ItemField[],
  defaultMarkupCents: number,
): Partial<ItemValues> => {
  const cameOrWent = row.kind !== 'changed';
  if (cameOrWent && moved.length > 0) return {};
  const wasNew = row.kind === 'added' && Object.keys(row.before).length === 0;
  if (wasNew) return { listed: false, ...forgottenValues(item, defaultMarkupCents) };
  const values: Partial<ItemValues> = { ...row.before };
  for (const field of moved) delete values[field];
  if (row.before.shopOwned !== undefined && row.after.shopOwned !== undefined) {
    values.shopOwned = ownersBefore(item, row.before.shopOwned, row.after.shopOwned, moved);
  }
  return values;
};

/** Field by field, so that taking back the edit of a label leaves a description edited since with the shop. */
const ownersBefore = (
  item: InventoryItem,
  before: readonly OwnableField[],
  after: readonly OwnableField[],
  moved: readonly ItemField[],
): OwnableField[] => {
  return OWNABLE_FIELDS.filter((field) => {
    const changedThen = before.includes(field) !== after.includes(field);
    // A value that was edited since stays, and so does the shop's claim to it.
    return changedThen && !moved.includes(field) ? before.includes(field) : item.shopOwned.includes(field);
  });
};
