import { guessFields, type ImportField, isSalePrice } from './import-mapping.ts';

/** A column of nested products. */
export interface NestedColumn {
  /** Its fields from the outside: "brand.name". */
  path: string;
  /** The same below the product, or below the variant. */
  name: string;
  isBlank: boolean;
  /** Some cell looks like an address of a picture. */
  hasPicture: boolean;
}

/** Objects that only group the fields of a product. */
export const GROUPS = /^(?:attributes|node|product|item|fields|data|details|info)$/i;
/** Fields that have the value of the object around them. */
const VALUE = /^(?:name|title|url|src|href|value|text|amount|label)$/i;
/** Fields that tell something else about the object around them. */
const ASIDE = /^(?:id|_id|slug|code|key|type|uuid|position|sort\w*|alt|width|height)$/i;

/** The header that a plain table would have for a path: "brand.name" is "brand", "price.regular" is "regular price". */
const headerOf = (path: string): string => {
  const parts = path.split('.');
  const last = parts.pop()!;
  const around = parts.filter((part) => !GROUPS.test(part));
  if (around.length === 0) return last;
  if (ASIDE.test(last)) return '';
  return (VALUE.test(last) ? around : [...around, last]).reverse().join(' ');
};

export const isSalePath = (path: string): boolean => isSalePrice(headerOf(path));

const known = new Map<string, ImportField | null>();
const MOST_KNOWN = 10_000;

/** The field that a path has if it is the only one of its kind. Products have the same paths, so these are kept. */
export const fieldOfPath = (path: string): ImportField | null => {
  let field = known.get(path);
  if (field === undefined) {
    field = guessFields([headerOf(path)])[0]!;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(path, field);
  }
  return field;
};

/** What a variant says rather than its product, and the other way round. */
const OF_VARIANT: readonly ImportField[] = ['id', 'qty', 'price', 'size', 'weightLabel', 'batch'];
const OF_PRODUCT: readonly ImportField[] = ['name', 'brand', 'category', 'description'];

/** The weight of a variant is often a number that only shipping needs. */
const WEIGHT = /weight|volume/i;

/** Suggests what columns are that belong together. */
const guess = (columns: readonly NestedColumn[]): (ImportField | null)[] => {
  const fields = guessFields(columns.map(({ name, isBlank }) => (isBlank ? '' : headerOf(name))));
  return fields.map((field, at) => (field === 'images' && !columns[at]!.hasPicture ? null : field));
};

/**
 * Suggests what the columns of nested products are, first those of the product and then those of its variants. `instead` has
 * the columns of products that have those of variants, for products without variants.
 */
export const guessNestedFields = (product: readonly NestedColumn[], variant: readonly NestedColumn[]) => {
  const own = guess(product);
  const of = guess(variant);
  if (own.includes('name')) {
    const [name, size] = [of.indexOf('name'), of.indexOf('size')];
    const isSize = name >= 0 && (size < 0 || WEIGHT.test(variant[size]!.name));
    if (isSize && size >= 0) of[size] = null;
    if (isSize) of[name] = 'size';
  }
  const isElsewhere = (
    field: ImportField | null,
    fields: readonly ImportField[],
    others: readonly (ImportField | null)[],
  ) => field !== null && fields.includes(field) && others.includes(field);
  const fields = [
    ...own.map((field) => (isElsewhere(field, OF_VARIANT, of) ? null : field)),
    ...of.map((field) => (isElsewhere(field, OF_PRODUCT, own) ? null : field)),
  ];
  const instead = own.flatMap((field, at) =>
    isElsewhere(field, OF_VARIANT, of) ? [[at, own.length + of.indexOf(field)] as const] : [],
  );
  return { fields, instead };
};
