import type { AdminItem } from '#contract/inventory.ts';
import type { EditableField } from '#contract/inventory-items.ts';
import { sameValue } from '#domain/inventory-plan.ts';
import { fittingLabel, type LabeledProduct } from '#domain/label-check.ts';
import { centsToAmount, centsToDollars, formatPrice, toCents } from '#domain/money.ts';
import { plainNumber, typedNumber } from '#domain/number-rules.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { sizesWithUnit } from '#domain/search-sizes.ts';
import { tagValue } from '#domain/tags.ts';
import type { WeightLabel } from '#domain/weight-labels.ts';
import { type TypedTier, typedTiers, writtenTiers } from '../edits/typed-tiers.ts';
import { factTags, freeTags } from './fact-tags.ts';

/** An item as it is typed into the editor, or into the form of a new item. The shop checks it, by the rules of a file. */
export interface TypedItem {
  name: string;
  price: string;
  markup: string;
  isActive: boolean;
  brand: string;
  category: string;
  description: string;
  form: string;
  size: string;
  strain: string;
  tags: readonly string[];
  weightLabel: string;
  tiers: readonly TypedTier[];
  batch: string;
  tested: string;
  expires: string;
  thc: string;
  cbd: string;
  lowStock: string;
  /** Only a new item has these two. */
  qty: string;
  id: string;
}
export type TypedField = keyof TypedItem;

/** No weight label. */
export const NO_LABEL = 'none';

export const NO_ITEM: TypedItem = {
  name: '',
  price: '',
  markup: '',
  isActive: true,
  brand: '',
  category: '',
  description: '',
  form: '',
  size: '',
  strain: '',
  tags: [],
  weightLabel: NO_LABEL,
  tiers: [],
  batch: '',
  tested: '',
  expires: '',
  thc: '',
  cbd: '',
  lowStock: '',
  qty: '',
  id: '',
};

/** The fields whose name in the API is another one. Three facts are tags, and four are the lab result. */
const OTHER_NAMES: { readonly [Field in TypedField]?: EditableField } = {
  markup: 'markupDollars',
  form: 'tags',
  strain: 'tags',
  tested: 'lab',
  expires: 'lab',
  thc: 'lab',
  cbd: 'lab',
};

/** The field of the API to which a typed field belongs. */
export const apiFieldOf = (field: TypedField): EditableField => OTHER_NAMES[field] ?? (field as EditableField);

const dollarsText = (dollars: number): string => centsToAmount(toCents(dollars) ?? 0);

/** An item as it would have been typed. */
export const typedItem = (item: AdminItem): TypedItem => ({
  name: item.name,
  price: dollarsText(item.price),
  markup: dollarsText(item.markupDollars),
  isActive: item.isActive,
  brand: item.brand ?? '',
  category: item.category ?? '',
  description: item.description ?? '',
  form: tagValue(item.tags, 'Formulation') ?? '',
  size: item.size ?? '',
  strain: tagValue(item.tags, 'Strain') ?? '',
  tags: freeTags(item.tags),
  weightLabel: item.weightLabel ?? NO_LABEL,
  tiers: typedTiers(item.tiers),
  batch: item.batch ?? '',
  tested: item.lab?.tested ?? '',
  expires: item.lab?.expires ?? '',
  thc: item.lab?.thc ?? '',
  cbd: item.lab?.cbd ?? '',
  lowStock: item.lowStock === null ? '' : String(item.lowStock),
  qty: '',
  id: '',
});

/** A typed amount in cents; null for any other text. */
export const typedCents = (text: string): number | null => toCents(plainNumber(text));

/** Dollars as a number. The shop says what is wrong with any other text. */
const dollarsOf = (text: string): number | string => {
  const cents = typedCents(text);
  return cents === null ? plainNumber(text) : centsToDollars(cents);
};

const textOrNull = (text: string): string | null => text.trim() || null;

/** The lab result without its file, so that a call leaves the file as it is. Null if nothing is stated. */
const labOf = ({ tested, expires, thc, cbd }: TypedItem) => {
  const stated = {
    tested: textOrNull(tested),
    expires: textOrNull(expires),
    thc: textOrNull(thc),
    cbd: textOrNull(cbd),
  };
  return Object.values(stated).every((value) => value === null) ? null : stated;
};

const tagsOf = (typed: TypedItem, tags: readonly string[]) =>
  factTags(tags, { form: typed.form, strain: typed.strain, free: typed.tags });

/** The typed values as calls state them. `tags` are those that the item has, which keep their place and their spelling. */
const apiValues = (typed: TypedItem, tags: readonly string[]): Record<EditableField, unknown> => ({
  name: typed.name.trim(),
  brand: textOrNull(typed.brand),
  category: textOrNull(typed.category),
  description: textOrNull(typed.description),
  price: dollarsOf(typed.price),
  size: textOrNull(typed.size),
  tags: tagsOf(typed, tags),
  weightLabel: typed.weightLabel === NO_LABEL ? null : typed.weightLabel,
  markupDollars: typedNumber(typed.markup),
  isActive: typed.isActive,
  tiers: writtenTiers(typed.tiers),
  batch: textOrNull(typed.batch),
  lab: labOf(typed),
  lowStock: typed.lowStock.trim() === '' ? null : typedNumber(typed.lowStock),
});

const isStored = (item: AdminItem, field: EditableField, value: unknown): boolean => {
  if (field === 'description') return (item.description?.trim() || null) === value;
  if (field !== 'lab') return sameValue(item[field], value);
  if (item.lab === null || value === null) return item.lab === value;
  const { url: _, ...stored } = item.lab;
  return sameValue({ expires: null, thc: null, cbd: null, ...stored }, value);
};

/** What a typed item states about how much it contains. */
export const typedProduct = (typed: TypedItem): LabeledProduct => ({
  name: typed.name,
  tags: tagsOf(typed, []),
  size: textOrNull(typed.size),
  category: textOrNull(typed.category),
  weightLabel: typed.weightLabel === NO_LABEL ? null : (typed.weightLabel as WeightLabel),
});

/** The label that fits the typed size. Free tags may still say the size of the item that this one began with. */
export const typedFittingLabel = (typed: TypedItem): WeightLabel | null => {
  if (typed.size.trim() === '') return null;
  return fittingLabel({ ...typed, tags: tagsOf({ ...typed, tags: [] }, []), category: textOrNull(typed.category) });
};

/** The fields among `edited` whose typed value differs from the item's, with their values for the call. */
export const changesOf = (
  item: AdminItem,
  typed: TypedItem,
  edited: Iterable<TypedField>,
): Partial<Record<EditableField, unknown>> => {
  const values = apiValues(typed, item.tags);
  const fields = new Set(
    [...edited].flatMap((field) => (field === 'qty' || field === 'id' ? [] : [apiFieldOf(field)])),
  );
  return Object.fromEntries(
    [...fields].filter((field) => !isStored(item, field, values[field])).map((field) => [field, values[field]]),
  );
};

/** The typed fields of a new item as an inventory file states them. `images` are addresses or paths. */
export const newItemFields = (typed: TypedItem, images: readonly string[]): Record<string, unknown> => {
  const { markupDollars, ...fields } = apiValues(typed, []);
  return {
    ...fields,
    ...(plainNumber(typed.markup) !== '' && { markupDollars }),
    qty: plainNumber(typed.qty),
    price: plainNumber(typed.price),
    id: textOrNull(typed.id),
    images,
  };
};

/** A name without the size at its end, such as "Fern - 3.5G"; null if it does not end with its size. */
export const nameWithoutSize = (name: string, size: string): string | null => {
  const wanted = size.trim().toLowerCase();
  if (wanted === '' || !name.trim().toLowerCase().endsWith(wanted)) return null;
  const rest = name.trim().slice(0, -wanted.length);
  const family = rest.replace(/[\s\-–—·,(]+$/, '');
  return family === '' || family === rest ? null : family;
};

/** The size at the end of a name, such as "3.5G"; null if it ends with something else. */
export const sizeInName = (name: string): string | null => {
  const text = name.trim();
  const last = sizesWithUnit(text.toLowerCase()).find(({ at, length }) => at + length === text.length);
  return last && last.at > 0 ? text.slice(last.at) : null;
};

/** The name of a family's product in a size. */
export const nameInSize = (family: string, size: string): string =>
  size.trim() === '' ? family : `${family} - ${size.trim()}`;

/** The price for members at a typed base price and markup, as text; null while they are no amounts. */
export const finalPriceText = (price: string, markup: string): string | null => {
  const [base, added] = [typedCents(price), typedCents(markup)];
  return base === null || added === null ? null : formatPrice(centsToAmount(finalPriceCents(base, added)));
};
