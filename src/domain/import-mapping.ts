import type { Decimals } from './import-numbers.ts';

/** The systems whose files are recognized. `table` is any other table: its seller says what the columns are. */
export const IMPORT_SOURCES = ['shopify', 'woocommerce', 'dutchie', 'greenroom', 'table'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** What a column can be. */
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
  /** What each column of the file is, in its order; null for nothing. */
  fields: (ImportField | null)[];
  /** What members pay, or what the seller pays. */
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

/** What a mapping lacks in a mode, as a sentence for each (behavior 9.26). */
export const missingFields = ({ fields }: ImportMapping, mode: ImportMode): string[] => {
  const needed: readonly ImportField[] = mode === 'update' ? ['id'] : ['name', 'qty', 'price'];
  return needed
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

/** Headers of plain tables, in lower case without spaces and signs. */
const HEADERS: Readonly<Record<ImportField, readonly string[]>> = {
  id: ['id', 'sku', 'itemid', 'productid', 'externalid', 'itemnumber', 'productnumber', 'barcode', 'upc', 'code'],
  name: ['name', 'product', 'productname', 'title', 'item', 'itemname', 'strainname'],
  qty: [
    'qty',
    'quantity',
    'stock',
    'onhand',
    'available',
    'inventory',
    'units',
    'count',
    'instock',
    'pieces',
    'amount',
  ],
  price: ['price', 'unitprice', 'retailprice', 'retail', 'sellprice', 'saleprice', 'msrp', 'cost', 'baseprice'],
  brand: ['brand', 'vendor', 'brandname', 'maker', 'producer', 'manufacturer', 'supplier'],
  category: ['category', 'type', 'producttype', 'categories', 'kind', 'department', 'group'],
  description: ['description', 'details', 'notes', 'about', 'text'],
  tags: ['tags', 'tag', 'labels', 'strain', 'straintype'],
  images: ['image', 'images', 'picture', 'pictures', 'photo', 'photos', 'imageurl', 'pictureurl', 'imagesrc'],
  size: ['size', 'weight', 'unitsize', 'packsize', 'option', 'variant', 'volume'],
  weightLabel: ['weightlabel', 'label'],
  batch: ['batch', 'lot', 'batchnumber', 'lotnumber', 'batchid', 'packageid'],
};

/** Suggests what the columns of a plain table are, by their headers. A field goes to its most usual header. */
export const guessFields = (columns: readonly string[]): (ImportField | null)[] => {
  const plain = columns.map((column) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const fields: (ImportField | null)[] = columns.map(() => null);
  for (const field of IMPORT_FIELDS) {
    const header = HEADERS[field].find((name) => plain.includes(name));
    const at = header === undefined ? -1 : plain.indexOf(header);
    if (at >= 0) fields[at] ??= field;
  }
  return fields;
};
