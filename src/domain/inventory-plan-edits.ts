import { type InventoryItem, OWNABLE_FIELDS, type OwnableField } from './inventory-item.ts';
import { changeItem, countRows, type ItemValues, type Plan, type PlanRow } from './inventory-plan.ts';
import { centsToDollars, formatPrice, percentOfCents } from './money.ts';
import { counted } from './text.ts';
import type { WeightLabel } from './weight-labels.ts';

/** What an admin can set by hand; everything else follows feed or file. */
export type ItemEdit = Partial<Pick<ItemValues, 'markupCents' | 'isActive' | 'weightLabel' | 'description'>>;

/** Edits one item; a description or label edited here belongs to the shop from then on (decisions §5). */
export const planEdit = (item: InventoryItem, edit: ItemEdit): Plan =>
  planOf(
    [item],
    (one) => editedValues(one, edit, []),
    ([row]) => (row ? editSummary(row) : 'No change'),
  );

/**
 * Edits many items alike. Fields given back follow the feed again and take its last value at once; giving back comes
 * first, so that a label given back and set in one go is set.
 */
export const planBulkEdit = (
  items: readonly InventoryItem[],
  { edit, giveBack }: { edit: ItemEdit; giveBack: readonly OwnableField[] },
): Plan =>
  planOf(
    items,
    (item) => editedValues(item, edit, giveBack),
    (rows) => `${bulkWords(edit, giveBack)}: ${counted(rows.length)}`,
  );

/** Edits many items, each in its own way, as a table that was filled in elsewhere asks for. */
export const planEdits = (items: readonly InventoryItem[], edits: ReadonlyMap<number, ItemEdit>): Plan =>
  planOf(
    items,
    (item) => editedValues(item, edits.get(item.id) ?? {}, []),
    (rows) => `Edited from a table: ${counted(rows.length)}`,
  );

/** Sets every markup to a percentage of the base price (decisions §5 "bulk markup"), over the items in the lists. */
export const planBulkMarkup = (items: readonly InventoryItem[], percentage: number): Plan => {
  const listed = items.filter((item) => item.listed);
  return planOf(
    listed,
    (item) => ({ markupCents: percentOfCents(item.priceCents, percentage) }),
    () => bulkMarkupWords(percentage, listed.length),
  );
};

/** The answer of the specification's call (§7, decisions §5); N counts the items in the lists. */
const bulkMarkupWords = (percentage: number, items: number): string =>
  `Applied ${percentage}% markup to ${items} items`;

/** Gives items the labels that the label check suggests. */
export const planLabels = (items: readonly InventoryItem[], suggested: ReadonlyMap<number, WeightLabel>): Plan =>
  planOf(
    items,
    (item) => {
      const weightLabel = suggested.get(item.id);
      return weightLabel === undefined ? {} : editedValues(item, { weightLabel }, []);
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

const editedValues = (item: InventoryItem, edit: ItemEdit, giveBack: readonly OwnableField[]): Partial<ItemValues> => {
  const given = giveBack.filter((field) => item.shopOwned.includes(field));
  const wanted: Partial<ItemValues> = { ...givenBackValues(item, given), ...edit };
  const edited = OWNABLE_FIELDS.filter(
    (field) => field in edit && (edit[field] !== item[field] || given.includes(field)),
  );
  const owned = item.shopOwned.filter((field) => !given.includes(field) || edited.includes(field));
  return { ...wanted, shopOwned: OWNABLE_FIELDS.filter((field) => owned.includes(field) || edited.includes(field)) };
};

const givenBackValues = (item: InventoryItem, fields: readonly OwnableField[]): Partial<ItemValues> => ({
  ...(fields.includes('description') && { description: item.feedDescription }),
  ...(fields.includes('weightLabel') && { weightLabel: item.feedWeightLabel }),
});

const editSummary = ({ name, before, after }: PlanRow): string => {
  const parts: string[] = [];
  if (after.markupCents !== undefined) {
    parts.push(`Markup of "${name}": ${dollars(before.markupCents)} → ${dollars(after.markupCents)}`);
  }
  if (after.isActive !== undefined) parts.push(`"${name}" ${after.isActive ? 'activated' : 'deactivated'}`);
  if (after.weightLabel !== undefined) {
    parts.push(`Weight label of "${name}": ${before.weightLabel ?? 'none'} → ${after.weightLabel ?? 'none'}`);
  }
  if (after.description !== undefined) parts.push(`Description of "${name}" edited`);
  return parts.join('; ');
};

const bulkWords = (edit: ItemEdit, giveBack: readonly OwnableField[]): string => {
  const parts: string[] = [];
  if (giveBack.includes('description')) parts.push('description given back to the feed');
  if (giveBack.includes('weightLabel')) parts.push('weight label given back to the feed');
  if (edit.isActive !== undefined) parts.push(edit.isActive ? 'activated' : 'deactivated');
  if (edit.markupCents !== undefined) parts.push(`markup ${dollars(edit.markupCents)}`);
  if (edit.weightLabel !== undefined) parts.push(`weight label ${edit.weightLabel ?? 'none'}`);
  if (edit.description !== undefined) parts.push('description edited');
  const words = parts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const dollars = (cents = 0): string => formatPrice(centsToDollars(cents));
