import type { ImportField } from './import-mapping.ts';
import { fieldOfPath, GROUPS, guessNestedFields, isSalePath, type NestedColumn } from './import-nested-fields.ts';
import { entriesCell, type ImportFile, type SourceRow, SYSTEM_MAPPING, saleWarning } from './import-table.ts';
import { cellOf, isObject, isOffSale, JSON_NUMBERS, type Json, listIn, objectsOf } from './json-values.ts';
import { counted } from './text.ts';

/** The cells of an object by the paths of its fields: "brand.name". */
type Cells = Map<string, string>;

const DEEPEST = 6;

/** Returns the cells of an object and of all objects in it. The entries of a list of objects are entries of a cell. */
const cellsOf = (object: Json, path = '', cells: Cells = new Map(), depth = 0): Cells => {
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    const at = `${path}${name}`;
    const list = listIn(value);
    const objects = objectsOf(list);
    if (objects.length > 0) addEntries(objects, at, cells, depth);
    else if (list !== null) cells.set(at, cellOf(list));
    else if (!isObject(value)) cells.set(at, cellOf(value));
    else if (measureOf(value) !== null) cells.set(at, measureOf(value)!);
    else if (depth < DEEPEST) cellsOf(value, `${at}.`, cells, depth + 1);
    else cells.set(at, JSON.stringify(value).slice(0, MOST_SHOWN));
  }
  return cells;
};

const MOST_SHOWN = 200;

const addEntries = (objects: readonly Json[], path: string, cells: Cells, depth: number): void => {
  const entries = new Map<string, string[]>();
  for (const object of objects) {
    for (const [at, cell] of cellsOf(object, `${path}.`, new Map(), Math.max(depth + 1, DEEPEST - 1))) {
      entries.set(at, [...(entries.get(at) ?? []), cell]);
    }
  }
  for (const [at, all] of entries) cells.set(at, entriesCell(all));
};

/** A number with its unit as people write it: "3.5G". */
const measureOf = (object: Json): string | null => {
  const number = cellOf(object.value);
  const [unit] = Object.entries(object).filter(
    ([name, value]) => /^unit|abbr/i.test(name) && typeof value === 'string',
  );
  return number === '' || unit === undefined ? null : `${number}${unit[1]}`;
};

/** Returns whether an object or its variants have a price or a stock. */
export const hasPriceOrStock = (object: Json): boolean => figuresOf(object) > 0 || variantsOf(object) !== null;

/** How many of price and stock an object has itself. */
const figuresOf = (object: Json): number => Number(hasFigure(object, 'price')) + Number(hasFigure(object, 'qty'));

const hasFigure = (object: Json, field: ImportField, path = '', depth = 0): boolean =>
  Object.entries(object).some(([name, value]) =>
    isObject(value)
      ? depth < DEEPEST && hasFigure(value, field, `${path}${name}.`, depth + 1)
      : cellOf(value) !== '' && fieldOfPath(path + name) === field,
  );

/** The variants of a product, each with the cells that it has besides those of the product. */
interface Variants {
  /** The path of the field that has them. */
  path: string;
  /** What the product has besides. */
  rest: Json;
  variants: readonly Json[];
}

/** The first variants of a product show what its variants have. */
const MOST_LOOKED_AT = 5;
const OTHER_LISTS =
  /tier|bulk|deal|discount|special|promo|offer|history|related|recommend|similar|review|lab|batch|package|location/i;

/** Finds the variants of a product: in a list, under their sizes, or as prices by size. Null if it has none. */
const variantsOf = (product: Json, path = '', depth = 0): Variants | null => {
  const found = Object.entries(product).flatMap(([name, value]) => {
    if (OTHER_LISTS.test(name)) return [];
    const variants = listedVariants(value) ?? sizedVariants(value);
    return variants ? [{ name, variants, figures: Math.max(...variants.slice(0, MOST_LOOKED_AT).map(figuresOf)) }] : [];
  });
  const best = found.sort((a, b) => b.figures - a.figures)[0];
  if (best)
    return { path: `${path}${best.name}`, rest: { ...product, [best.name]: undefined }, variants: best.variants };
  const prices = pricesBySize(product, path);
  if (prices || depth === DEEPEST) return prices;
  for (const [name, value] of Object.entries(product)) {
    const inside = isObject(value) && GROUPS.test(name) ? variantsOf(value, `${path}${name}.`, depth + 1) : null;
    if (inside) return { ...inside, rest: { ...product, [name]: inside.rest } };
  }
  return null;
};

const listedVariants = (value: unknown): Json[] | null => {
  const list = listIn(value);
  const objects = objectsOf(list);
  return objects.length > 0 && objects.length === list!.length && objects.some((each) => figuresOf(each) > 0)
    ? objects
    : null;
};

/** Names of prices that are no sizes. */
const KINDS_OF_PRICE =
  /^(?:regular|retail|sale|special|promo|promotional|discount(?:ed)?|base|list|full|original|compare\w*|wholesale|cost|current|final|min|max|low|high|amount|value|currency\w*|usd|med(?:ical)?|rec(?:reational)?|adult|member|from|to|range|tax\w*|display\w*|formatted\w*|price|price_?(?:min|max))$/i;
const SIZE = 'size';

/** Variants under their sizes: `{"3.5g": {"price": 35, "qty": 4}}`. */
const sizedVariants = (value: unknown): Json[] | null => {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const areSizes =
    entries.length > 0 &&
    entries.every(([name, each]) => isObject(each) && !GROUPS.test(name) && !KINDS_OF_PRICE.test(name)) &&
    entries.every(([, each]) => figuresOf(each as Json) > 0);
  return areSizes ? entries.map(([name, each]) => ({ [SIZE]: sizeOf(name), ...(each as Json) })) : null;
};

const PRICES = /^(?:unit_?)?(?:prices?|pricing)(?:_?by_?\w+)?$/i;
const STOCKS = /^(?:quantit(?:y|ies)|qty|stock|inventory|available)(?:_?by_?\w+)?$/i;

/** Prices under their sizes, `{"price_gram": 12, "price_eighth": 35}`, and perhaps stocks under the same ones. */
const pricesBySize = (product: Json, path: string): Variants | null => {
  const name = Object.keys(product).find((each) => PRICES.test(each) && isObject(product[each]));
  if (name === undefined) return null;
  const prices = Object.entries(product[name] as Json);
  if (prices.some(([size, price]) => isObject(price) || Array.isArray(price) || KINDS_OF_PRICE.test(size))) return null;
  const stocks = Object.keys(product).find((each) => STOCKS.test(each) && isObject(product[each]));
  const bySize = stocks === undefined ? {} : (product[stocks] as Json);
  const variants = prices
    .filter(([, price]) => Number(price) > 0)
    .map(([size, price]) => ({ [SIZE]: sizeOf(size), price, ...(size in bySize && { quantity: bySize[size] }) }));
  if (variants.length === 0) return null;
  const rest = { ...product, [name]: undefined, ...(stocks !== undefined && { [stocks]: undefined }) };
  return { path: `${path}${name}`, rest, variants };
};

/** "price_half_gram" is "half gram", and a price of one piece has no size. */
const sizeOf = (name: string): string => {
  const words = name
    .replace(/^(?:unit_?)?price_/i, '')
    .replaceAll('_', ' ')
    .trim();
  return /^(?:unit|each|ea|piece|default|one|single|price)$/i.test(words) ? '' : words;
};

/** Sizes of products that come in one. */
const NO_SIZE = /^(?:n\/?a|default(?: title)?|none)$/i;

interface NestedRow extends Pick<SourceRow, 'isInactive'> {
  product: Cells;
  /** Its paths begin with this. */
  prefix: string;
  variant: Cells;
  /** How many the product has. */
  count: number;
}

/**
 * Reads products whose variants may be nested, as one row for each variant with what its product says. Null if there are
 * no products.
 */
export const readNestedProducts = (products: readonly Json[]): ImportFile | null => {
  if (products.length === 0) return null;
  const nested = products.flatMap(rowsOf);
  const product = columnsIn(nested.map(({ product: cells }) => ({ cells, prefix: '' })));
  const variant = columnsIn(nested.map(({ variant: cells, prefix }) => ({ cells, prefix })));
  const columns = [...product, ...variant].map(({ path }) => path);
  const { fields, instead } = guessNestedFields(product, variant);
  const places = {
    id: fields.indexOf('id'),
    size: fields.indexOf('size'),
    qty: fields.indexOf('qty'),
    price: fields.indexOf('price'),
    sale: columns.findIndex(isSalePath),
  };
  const isOfProduct = (at: number) => at >= 0 && at < product.length;
  const rows = nested.map(({ product: own, variant: variantCells, count, isInactive }, at): SourceRow => {
    const cells = columns.map((path) => variantCells.get(path) ?? own.get(path) ?? '');
    if (variantCells.size === 0) for (const [from, to] of instead) cells[to] = cells[from]!;
    if (NO_SIZE.test(cells[places.size] ?? '')) cells[places.size] = '';
    if (isOfProduct(places.id) && cells[places.size]) cells[places.id] += `/${cells[places.size]}`;
    const shared = count > 1 && isOfProduct(places.qty) ? cells[places.qty]! : '';
    // Nobody knows how many there are of each size, and none must be sold twice.
    if (shared !== '') cells[places.qty] = '0';
    const warning =
      shared !== '' && shared !== '0'
        ? `comes with a stock of 0: the file has ${shared} of its ${counted(count, 'size')} together`
        : saleWarning(cells[places.sale] ?? '', cells[places.price] ?? '');
    return { place: at + 1, cells, role: 'product', isInactive, warning };
  });
  return { source: 'table', columns, rows, mapping: { ...SYSTEM_MAPPING, ...JSON_NUMBERS, fields } };
};

const rowsOf = (product: Json): NestedRow[] => {
  const found = variantsOf(product);
  const isInactive = isOffSale(product);
  if (found === null) return [{ product: cellsOf(product), prefix: '', variant: new Map(), count: 1, isInactive }];
  const { path, rest, variants } = found;
  const own = cellsOf(rest);
  const prefix = `${path}.`;
  return variants.map((each) => ({
    ...{ product: own, prefix, variant: cellsOf(each, prefix), count: variants.length },
    isInactive: isInactive || isOffSale(each),
  }));
};

const PICTURE = /\/|\.(?:jpe?g|png|webp|gif|avif)$/i;

/** The columns of these rows, in the order in which they first appear. */
const columnsIn = (rows: readonly { cells: Cells; prefix: string }[]): NestedColumn[] => {
  const columns = new Map<string, NestedColumn>();
  for (const { cells, prefix } of rows) {
    for (const [path, cell] of cells) {
      const column = columns.get(path) ?? { path, name: path.slice(prefix.length), isBlank: true, hasPicture: false };
      columns.set(path, column);
      if (cell === '') continue;
      column.isBlank = false;
      column.hasPicture ||= PICTURE.test(cell);
    }
  }
  return [...columns.values()];
};
