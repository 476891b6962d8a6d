import type { ImportField } from './import-mapping.ts';
import { entriesCell, type ImportFile, type SourceRow, SYSTEM_MAPPING, saleWarning } from './import-table.ts';
import { cellOf, firstOf, isObject, isOffSale, JSON_NUMBERS, type Json, objectsOf } from './json-values.ts';

/** The products of a response of `filteredProducts` or `menu`. */
export const dutchieProducts = (value: unknown): Json[] | null => {
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

/** Reads the variants of these products. Null if there are none. */
export const readDutchie = (products: readonly Json[]): ImportFile | null => {
  const rows = products.flatMap(variantsOf).map(({ texts, ...row }, at) => ({
    ...row,
    place: at + 1,
    cells: Object.keys(DUTCHIE).map((column) => texts[column as keyof typeof DUTCHIE]),
  }));
  if (rows.length === 0) return null;
  const mapping = { ...SYSTEM_MAPPING, ...JSON_NUMBERS, fields: Object.values(DUTCHIE) };
  return { source: 'dutchie', columns: Object.keys(DUTCHIE), rows, mapping };
};

type Variant = Omit<SourceRow, 'place' | 'cells'> & { texts: Record<keyof typeof DUTCHIE, string> };

const variantsOf = (product: Json): Variant[] => {
  const ofProduct = productTexts(product);
  const isInactive = isOffSale(product);
  const options = optionsOf(product);
  return (options.length > 0 ? options : [NOTHING]).map(({ id, option, regular, sale, quantity }) => {
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

/** A product without options is a row with what it lacks. */
const NOTHING: Option = { id: '', option: '', regular: '', sale: '', quantity: '' };

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
