import { HEADER_WORDS, OTHER_FIGURES } from './import-header-words.ts';
import type { Decimals } from './import-numbers.ts';
import { foldName } from './typed-text.ts';

/** The systems whose files are recognized. `table` is any other table: its seller says what the columns are. */
export const IMPORT_SOURCES = ['shopify', 'woocommerce', 'dutchie', 'greenroom', 'table'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The fields that a column can hold. */
export const IMPORT_FIELDS = [
  'id',
  'name',
  'qty',
  'price',
  'brand',
  'category',
  'description',
  'tags',
  'images',
  'size',
  'weightLabel',
  'batch',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** Fields that several columns can be. */
const REPEATED: readonly ImportField[] = ['images', 'tags'];

/** How a file is read (behavior 9.26). */
export interface ImportMapping {
  /** The field of each column of the file, in order; null for none. */
  fields: (ImportField | null)[];
  /** The price that members pay, or the one that the seller pays. */
  price: 'final' | 'base';
  /** The stock is what the file has, or is increased by it. */
  quantity: 'set' | 'add';
  decimals: Decimals;
}

export const IMPORT_MODES = ['add', 'update', 'replace'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** Returns why a mapping does not fit a file, or null. */
export const mappingProblem = ({ fields }: ImportMapping, columns: readonly string[]): string | null => {
  if (fields.length !== columns.length) return `fields must have one entry for each of the ${columns.length} columns`;
  const twice = fields.find((field, at) => field !== null && !REPEATED.includes(field) && fields.indexOf(field) !== at);
  return twice ? `Only one column can be "${twice}"` : null;
};

/** Returns one sentence for each field that a mapping lacks in a mode (behavior 9.26). */
export const missingFields = ({ fields }: ImportMapping, mode: ImportMode): string[] => {
  // Without an id, an update finds products by name and size.
  if (mode === 'update') return fields.includes('id') || fields.includes('name') ? [] : ['No column is the id yet.'];
  return (['name', 'qty', 'price'] as const)
    .filter((field) => !fields.includes(field))
    .map((field) => `No column is the ${FIELD_NAMES[field]} yet.`);
};

/** The fields in words. */
export const FIELD_NAMES: Readonly<Record<ImportField, string>> = {
  id: 'id',
  name: 'name',
  qty: 'stock',
  price: 'price',
  brand: 'brand',
  category: 'category',
  description: 'description',
  tags: 'tags',
  images: 'pictures',
  size: 'size',
  weightLabel: 'weight label',
  batch: 'batch',
};

/** Stock that is counted by place: "Current Quantity Main Street", "inventory_Main". */
const OF_PLACE = /^(?:current quantity|inventory) (?!.*\b(?:id|item|policy|status|track\w*|type|unit)\b)/;
const SALE = /\b(?:sale|special|promo|promotional|discount|discounted)\b.*\bprice\b/;
/** The parts of a header that do not belong to its name: "(USD)", "in $", a number at its end. */
const ASIDE = /\([^)]*\)|\b(?:in |en )?(?:usd|dollars?|cad|eur|euros?)\b|[\s_-]+\d+$/g;

/** A header in lower case without accents, with a blank between words: "brandName" and "brand_name" are "brand name". */
const lowerOf = (column: string): string =>
  foldName(column.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' '))
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss');

/** Returns whether a column has the lower price of a sale. */
export const isSalePrice = (column: string): boolean => SALE.test(lowerOf(column));

/** Returns whether a column has another figure of the product than its stock and price. */
export const isOtherFigure = (column: string): boolean => OTHER_FIGURES.test(lowerOf(column));

/** The names that a header can match: the whole one and its last words, so that "Our price (USD)" is "price". */
const namesOf = (column: string): { whole: string; ends: string[]; isOfPlace: boolean } => {
  const lower = lowerOf(column);
  const words = lower.replace(ASIDE, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const ends = OTHER_FIGURES.test(words.join(' ')) ? [] : words.map((_, at) => words.slice(at).join(''));
  return { whole: lower.replace(/[^\p{L}\p{N}]/gu, ''), ends, isOfPlace: OF_PLACE.test(lower) };
};

/**
 * Suggests what the columns of a plain table are, by their headers. A field goes to its most usual header. Without one, it
 * goes to the only column whose last words are such a header. Pictures may be in several columns.
 */
export const guessFields = (columns: readonly string[]): (ImportField | null)[] => {
  const names = columns.map(namesOf);
  const fields: (ImportField | null)[] = columns.map(() => null);
  const open = (matches: (name: (typeof names)[number]) => boolean): number[] =>
    names.flatMap((name, at) => (fields[at] === null && matches(name) ? [at] : []));
  for (const field of IMPORT_FIELDS) {
    const header = HEADER_WORDS[field].find((each) => names.some(({ whole }) => whole === each));
    const at = header === undefined ? -1 : names.findIndex(({ whole }) => whole === header);
    if (at >= 0) fields[at] ??= field;
  }
  for (const field of IMPORT_FIELDS.filter((each) => !fields.includes(each) || each === 'images')) {
    const found = open(({ ends }) => ends.some((end) => HEADER_WORDS[field].includes(end)));
    if (found.length === 1 || field === 'images') for (const at of found) fields[at] = field;
  }
  const places = fields.includes('qty') ? [] : open(({ isOfPlace }) => isOfPlace);
  if (places.length === 1) fields[places[0]!] = 'qty';
  return fields;
};
