import { type FileProduct, readProduct } from './inventory-file-product.ts';
import type { InventoryItem } from './inventory-item.ts';
import { sameValue } from './inventory-plan.ts';
import type { ItemEdit } from './inventory-plan-edits.ts';
import { centsToDollars } from './money.ts';
import { editedTags } from './tags.ts';
import { writtenTiers } from './tiers.ts';

/** The fields of an item that are written as in a file, with their names in the shop. */
const FIELDS = {
  name: 'name',
  brand: 'brand',
  category: 'category',
  description: 'description',
  price: 'priceCents',
  size: 'size',
  tags: 'tags',
  weightLabel: 'weightLabel',
  tiers: 'tiers',
  batch: 'batch',
  lab: 'lab',
} as const satisfies Record<string, keyof FileProduct & keyof ItemEdit>;

type WrittenField = keyof typeof FIELDS;
const WRITTEN_FIELDS = Object.keys(FIELDS) as WrittenField[];

/**
 * Reads the edit of some fields of an item (behavior 9.20). The item as it would be has to keep the rules of the file. So
 * a new price has to fit the tiers that it has already. A value that a file would leave out with a warning is an error too. A lab
 * result without `url` keeps its file.
 */
export const readItemEdit = (
  item: InventoryItem,
  given: { readonly [Field in WrittenField]?: unknown },
  imageOrigin: string | null,
): { edit: ItemEdit; errors: string[] } => {
  const errors: string[] = [];
  const report = (field: string | null, problem: string) =>
    errors.push(`${field ?? 'The item'} ${problem.replace(/ and was left out$/, '')}`);
  const wanted = {
    id: item.externalId,
    name: item.name,
    qty: item.quantity,
    price: centsToDollars(item.priceCents),
    tags: item.tags,
    tiers: writtenTiers(item.tiers),
    ...given,
    ...(isObject(given.lab) && { lab: { url: item.lab?.path, ...given.lab } }),
  };
  const { product } = readProduct(wanted, { imageOrigin, called: 'file', error: report, warn: report });
  if (product === null || errors.length > 0) return { edit: {}, errors };
  const edited = WRITTEN_FIELDS.filter((field) => field in given).map((field) => FIELDS[field]);
  return { edit: Object.fromEntries(edited.map((field) => [field, product[field]])), errors };
};

/** The values that an edit of many items sets, as a file writes them. */
export interface BulkFacts {
  category?: unknown;
  brand?: unknown;
  size?: unknown;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
}

/** Reads the facts that an edit sets on many items, by item id, as `readItemEdit` does for one (behavior 9.5). */
export const readBulkFacts = (
  items: readonly InventoryItem[],
  { addTags: add = [], removeTags: remove = [], ...facts }: BulkFacts,
  imageOrigin: string | null,
): { edits: Map<number, ItemEdit>; errors: string[] } => {
  const edits = new Map<number, ItemEdit>();
  const errors: string[] = [];
  for (const item of items) {
    const tags = editedTags(item.tags, { add, remove });
    const given = { ...facts, ...(!sameValue(tags, item.tags) && { tags }) };
    const { edit, errors: ofItem } = readItemEdit(item, given, imageOrigin);
    edits.set(item.id, edit);
    errors.push(...ofItem.map((error) => `${item.name}: ${error}`));
  }
  return { edits, errors };
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
