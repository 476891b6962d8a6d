import { guessFields, IMPORT_FIELDS, type ImportField } from './import-mapping.ts';
import { entriesCell, type ImportFile, plainRow, type SourceRow, SYSTEM_MAPPING, saleWarning } from './import-table.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A value as the text of a cell: lists have entries, and what is no plain value is blank. */
const cellOf = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : '';
  return Array.isArray(value) ? entriesCell(value.map(cellOf)) : '';
};

/** Without an exponent, so that it is read like a written number. */
const numberText = (value: number): string =>
  /e/i.test(String(value)) ? BigInt(Math.trunc(value)).toString() : String(value);

const firstOf = (object: Json, ...names: readonly string[]): string => {
  for (const name of names) {
    const cell = cellOf(object[name]);
    if (cell !== '') return cell;
  }
  return '';
};

/** Numbers of JSON have a point. */
const NUMBERS = { decimals: 'point' } as const;

/** Reads parsed JSON: responses of Dutchie, the shop's own file, or a list of products. Null if it has no list. */
export const readImportJson = (value: unknown): ImportFile | null => {
  const dutchie = dutchieProducts(value);
  if (dutchie) return readDutchie(dutchie);
  if (Array.isArray(value)) return readList(value, 'table');
  if (!isObject(value)) return null;
  return Array.isArray(value.data) ? readList(value.data, 'greenroom') : null;
};

/** The columns have the names of all fields, in the order in which they first appear. */
const readList = (list: readonly unknown[], source: 'table' | 'greenroom'): ImportFile | null => {
  const objects = objectsOf(list);
  if (objects.length < list.length || objects.length === 0) return null;
  const columns = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  const rows = objects.map((each, at) =>
    plainRow({ place: at + 1, cells: columns.map((column) => cellOf(each[column])) }),
  );
  const fields = source === 'greenroom' ? columns.map(ownField) : guessFields(columns);
  const mapping = { fields, price: source === 'greenroom' ? 'base' : 'final', quantity: 'set', ...NUMBERS } as const;
  return { source, columns, rows, mapping: { ...mapping, fields: [...fields] } };
};

/** The fields of the shop's own file have their own names. */
const ownField = (column: string): ImportField | null =>
  (IMPORT_FIELDS as readonly string[]).includes(column) ? (column as ImportField) : null;

/** The products of a response of `filteredProducts` or `menu`. */
const dutchieProducts = (value: unknown): Json[] | null => {
  const data = isObject(value) && isObject(value.data) ? value.data : value;
  if (!isObject(data)) return null;
  for (const name of ['filteredProducts', 'menu']) {
    const answer = data[name];
    if (isObject(answer) && Array.isArray(answer.products)) return objectsOf(answer.products);
  }
  return null;
};

/** The columns that a variant of Dutchie becomes. */
const DUTCHIE = {
  id: 'id',
  name: 'name',
  brand: 'brand',
  category: 'category',
  option: 'size',
  price: 'price',
  quantity: 'qty',
  description: 'description',
  tags: 'tags',
  images: 'images',
} as const satisfies Record<string, ImportField>;

const readDutchie = (products: readonly Json[]): ImportFile | null => {
  const rows = products.flatMap(variantsOf).map(({ texts, ...row }, at) => ({
    ...row,
    place: at + 1,
    cells: Object.keys(DUTCHIE).map((column) => texts[column as keyof typeof DUTCHIE]),
  }));
  if (rows.length === 0) return null;
  const mapping = { ...SYSTEM_MAPPING, ...NUMBERS, fields: Object.values(DUTCHIE) };
  return { source: 'dutchie', columns: Object.keys(DUTCHIE), rows, mapping };
};

type Variant = Omit<SourceRow, 'place' | 'cells'> & { texts: Record<keyof typeof DUTCHIE, string> };

const variantsOf = (product: Json): Variant[] => {
  const ofProduct = productTexts(product);
  const isInactive = /^(?:inactive|draft|archived|unpublished)$/i.test(firstOf(product, 'Status', 'status'));
  return optionsOf(product).map(({ id, option, regular, sale, quantity }) => {
    const productId = firstOf(product, 'id', '_id');
    const texts = {
      ...ofProduct,
      id: id || [productId, option].filter(Boolean).join('/'),
      option: /^n\/?a$/i.test(option) ? '' : option,
      price: regular,
      quantity,
    };
    return { role: 'product', isInactive, warning: saleWarning(sale, regular), texts };
  });
};

const productTexts = (product: Json) => {
  const strain = firstOf(product, 'strainType');
  const pictures = objectsOf(product.images).map((image) => firstOf(image, 'url'));
  return {
    name: firstOf(product, 'name', 'Name'),
    brand: (isObject(product.brand) && firstOf(product.brand, 'name')) || firstOf(product, 'brandName', 'brand'),
    category: firstOf(product, 'category', 'type'),
    description: firstOf(product, 'description', 'descriptionHtml'),
    tags: entriesCell([/^(?:n\/?a|)$/i.test(strain) ? '' : `Strain = ${strain}`, ...entries(product.tags)]),
    images: entriesCell([firstOf(product, 'image', 'Image'), ...pictures]),
  };
};

const entries = (value: unknown): string[] => (Array.isArray(value) ? value.map(cellOf) : []);

interface Option {
  id: string;
  option: string;
  regular: string;
  sale: string;
  quantity: string;
}

/** `menu` has variants. `filteredProducts` has lists of options and prices, and what the register has of each option. */
const optionsOf = (product: Json): Option[] => {
  if (Array.isArray(product.variants)) {
    return objectsOf(product.variants).map((variant) => ({
      id: firstOf(variant, 'id'),
      option: firstOf(variant, 'option'),
      regular: firstOf(variant, 'priceRec', 'priceMed', 'price'),
      sale: firstOf(variant, 'specialPriceRec', 'specialPriceMed', 'specialPrice'),
      quantity: firstOf(variant, 'quantity', 'quantityAvailable'),
    }));
  }
  const children = isObject(product.POSMetaData) ? objectsOf(product.POSMetaData.children) : [];
  const prices = [product.recPrices, product.Prices, product.medicalPrices].map(entries).find(hasSome) ?? [];
  const sales = [product.recSpecialPrices, product.medicalSpecialPrices].map(entries).find(hasSome) ?? [];
  return entries(product.Options).map((option, at) => {
    const child = children.find((each) => firstOf(each, 'option') === option) ?? {};
    return {
      id: firstOf(child, 'canonicalID', 'canonicalSKU', 'id'),
      option,
      regular: prices[at] || firstOf(child, 'recPrice', 'price', 'medPrice'),
      sale: sales[at] ?? '',
      quantity: firstOf(child, 'quantityAvailable', 'quantity'),
    };
  });
};

const hasSome = (list: readonly string[]): boolean => list.length > 0;
