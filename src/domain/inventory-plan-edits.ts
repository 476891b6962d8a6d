import { type InventoryItem, OWNABLE_FIELD_LABELS, OWNABLE_FIELDS, type OwnableField } from './inventory-item.ts';
import { changeItem, countRows, type ItemValues, type Plan, type PlanRow, sameValue } from './inventory-plan.ts';
import { centsToDollars, formatPrice, percentOfCents } from './money.ts';
import { describePriceRule, isBeyondMarkups, type PriceRule, ruledMarkup } from './price-rule.ts';
import { isSizeOfTags, sizeFromTags } from './tags.ts';
import { counted } from './text.ts';
import { describeTiers, type Tier, writtenTiers } from './tiers.ts';
import type { WeightLabel } from './weight-labels.ts';

/** The fields that an admin can edit. All others follow the feed or file (behavior 9.3). */
export type ItemEdit = Partial<Pick<ItemValues, 'markupCents' | 'isActive' | 'lowStock' | OwnableField>>;

/** Plans the edit of one item. An edited field that can be owned belongs to the shop from then on (behavior 9.3). */
export const planEdit = (item: InventoryItem, edit: ItemEdit): Plan =>
  planOf(
    [item],
    (one) => editedValues(one, edit),
    ([row]) => (row ? editSummary(row) : 'No change'),
  );

/** Plans to take an item off the list. Its id is free for the feed again, also if it was made by hand (behavior 9.21). */
export const planTakeOff = (item: InventoryItem): Plan =>
  planOf(
    [item],
    () => ({ listed: false, byHand: false, correction: null }),
    () => `"${item.name}" taken off the list`,
  );

/** The changes that an edit of many items makes. `facts` differ from item to item, such as tags with one added. */
export interface BulkEdit {
  edit: ItemEdit;
  facts?: ReadonlyMap<number, ItemEdit> | undefined;
  giveBack: readonly OwnableField[];
}

/**
 * Plans the same edit of many items (behavior 9.5). Fields in `giveBack` follow the feed again and take its last value
 * immediately. They are reset before the edit, so that a field which is reset and edited at once has the edited value.
 */
export const planBulkEdit = (items: readonly InventoryItem[], { edit, facts, giveBack }: BulkEdit): Plan =>
  planOf(
    items,
    (item) => editedValues(item, { ...edit, ...facts?.get(item.id) }, giveBack),
    (rows) => `${bulkSummary({ ...edit, ...facts?.get(rows[0]?.itemId ?? 0) }, giveBack)}: ${counted(rows.length)}`,
  );

/** Plans a different edit for each item, by its id, as a CSV file states them (behavior 9.14). */
export const planEdits = (items: readonly InventoryItem[], edits: ReadonlyMap<number, ItemEdit>): Plan =>
  planOf(
    items,
    (item) => editedValues(item, edits.get(item.id) ?? {}),
    (rows) => `Edited from a table: ${counted(rows.length)}`,
  );

/** Plans a markup of all listed items: a percentage of the base price, rounded to the cent (behavior 9.5). */
export const planBulkMarkup = (items: readonly InventoryItem[], percentage: number): Plan => {
  const listed = items.filter((item) => item.listed);
  return planOf(
    listed,
    (item) => ({ markupCents: percentOfCents(item.priceCents, percentage) }),
    () => bulkMarkupSummary(percentage, listed.length),
  );
};

/** Returns the message of the bulk markup. It counts all listed items, even those that do not change. */
const bulkMarkupSummary = (percentage: number, items: number): string =>
  `Applied ${percentage}% markup to ${items} items`;

/** The plan of a price rule, and what it could not do. */
export interface PriceRulePlan extends Plan {
  /** How many items stay at their base price, because the rule asks for less. */
  atBasePrice: number;
  /** How many items would get a higher markup than any item may have. */
  tooHigh: number;
}

/** Plans the markups that a price rule gives these items (behavior 9.16). */
export const planPriceRule = (items: readonly InventoryItem[], rule: PriceRule): PriceRulePlan => {
  let atBasePrice = 0;
  let tooHigh = 0;
  const plan = planOf(
    items,
    (item) => {
      const { markupCents, isAtBase } = ruledMarkup(item, rule);
      if (isAtBase) atBasePrice += 1;
      if (isBeyondMarkups(markupCents)) tooHigh += 1;
      return { markupCents };
    },
    (rows) => `${describePriceRule(rule)}: ${counted(rows.length)}`,
  );
  return { ...plan, atBasePrice, tooHigh };
};

/** Plans to give items the labels that the label check suggests, by item id (behavior 9.1). */
export const planLabels = (items: readonly InventoryItem[], suggested: ReadonlyMap<number, WeightLabel>): Plan =>
  planOf(
    items,
    (item) => {
      const weightLabel = suggested.get(item.id);
      return weightLabel === undefined ? {} : editedValues(item, { weightLabel });
    },
    (rows) => `Weight labels corrected: ${counted(rows.length)}`,
  );

const planOf = (
  items: readonly InventoryItem[],
  wanted: (item: InventoryItem) => Partial<ItemValues>,
  summary: (rows: readonly PlanRow[]) => string,
): Plan => {
  const rows = items.map((item) => changeItem(item, wanted(item))).filter((row) => row !== null);
  return { rows, counts: countRows(items, rows), warnings: [], summary: summary(rows) };
};

/** The values of an item after an edit. An edited field belongs to the shop from then on. */
export const editedValues = (
  item: InventoryItem,
  edit: ItemEdit,
  giveBack: readonly OwnableField[] = [],
): Partial<ItemValues> => {
  const reset = giveBack.filter((field) => item.shopOwned.includes(field));
  const ofFeed = Object.fromEntries(reset.map((field) => [field, item.feedValues[field]]));
  const wanted: Partial<ItemValues> = { ...ofFeed, ...edit };
  const edited = OWNABLE_FIELDS.filter(
    (field) => field in edit && (!sameValue(edit[field], item[field]) || reset.includes(field)),
  );
  const owned = item.shopOwned.filter((field) => !reset.includes(field) || edited.includes(field));
  const shopOwned = OWNABLE_FIELDS.filter((field) => owned.includes(field) || edited.includes(field));
  const followsTags = wanted.size === undefined && !shopOwned.includes('size') && isSizeOfTags(item);
  if (wanted.tags !== undefined && followsTags) wanted.size = sizeFromTags(wanted.tags);
  return { ...wanted, shopOwned };
};

const editSummary = ({ name, before, after }: PlanRow): string => {
  const parts: string[] = [];
  if (after.name !== undefined) parts.push(`"${before.name}" renamed to "${after.name}"`);
  if (after.priceCents !== undefined) {
    parts.push(`Base price of "${name}": ${dollars(before.priceCents)} → ${dollars(after.priceCents)}`);
  }
  for (const field of ['brand', 'category', 'size', 'batch'] as const) {
    if (after[field] === undefined) continue;
    parts.push(`${capitalized(field)} of "${name}": ${before[field] ?? 'none'} → ${after[field] ?? 'none'}`);
  }
  if (after.tags !== undefined) parts.push(`Tags of "${name}" edited`);
  if (after.lab !== undefined) parts.push(`Lab result of "${name}" edited`);
  if (after.markupCents !== undefined) {
    parts.push(`Markup of "${name}": ${dollars(before.markupCents)} → ${dollars(after.markupCents)}`);
  }
  if (after.isActive !== undefined) parts.push(`"${name}" ${after.isActive ? 'activated' : 'deactivated'}`);
  if (after.weightLabel !== undefined) {
    parts.push(`Weight label of "${name}": ${before.weightLabel ?? 'none'} → ${after.weightLabel ?? 'none'}`);
  }
  if (after.description !== undefined) parts.push(`Description of "${name}" edited`);
  if (after.tiers !== undefined) {
    parts.push(`Tiers of "${name}": ${tierList(before.tiers)} → ${tierList(after.tiers)}`);
  }
  if (after.images !== undefined) parts.push(picturesSummary(name, before.images!, after.images));
  if (after.lowStock !== undefined) {
    parts.push(`Low-stock threshold of "${name}": ${threshold(before.lowStock)} → ${threshold(after.lowStock)}`);
  }
  return parts.join('; ');
};

const bulkSummary = (edit: ItemEdit, giveBack: readonly OwnableField[]): string => {
  const parts = OWNABLE_FIELDS.filter((field) => giveBack.includes(field)).map(
    (field) => `${OWNABLE_FIELD_LABELS[field]} reset to the feed`,
  );
  if (edit.isActive !== undefined) parts.push(edit.isActive ? 'activated' : 'deactivated');
  if (edit.markupCents !== undefined) parts.push(`markup ${dollars(edit.markupCents)}`);
  for (const field of ['category', 'brand', 'size'] as const) {
    if (edit[field] !== undefined) parts.push(`${field} ${edit[field] ?? 'none'}`);
  }
  if (edit.tags !== undefined) parts.push('tags edited');
  if (edit.weightLabel !== undefined) parts.push(`weight label ${edit.weightLabel ?? 'none'}`);
  if (edit.description !== undefined) parts.push('description edited');
  if (edit.tiers !== undefined) parts.push('tiers edited');
  if (edit.images !== undefined) parts.push('pictures edited');
  return capitalized(parts.join(', '));
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const dollars = (cents = 0): string => formatPrice(centsToDollars(cents));

const threshold = (pieces: number | null = null): string => (pieces === null ? "the shop's" : String(pieces));

/** A list that only has another order says so. */
const picturesSummary = (name: string, before: readonly string[], after: readonly string[]): string => {
  const added = after.filter((image) => !before.includes(image)).length;
  const removed = before.filter((image) => !after.includes(image)).length;
  const done = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`].filter(Boolean).join(', ');
  return `Pictures of "${name}": ${done || 'put in another order'}`;
};

const tierList = (tiers: readonly Tier[] = []): string => describeTiers(writtenTiers(tiers));
