import { dutchieProducts, readDutchie } from './import-dutchie.ts';
import { IMPORT_FIELDS, type ImportField } from './import-mapping.ts';
import { hasPriceOrStock, readNestedProducts } from './import-nested.ts';
import { type ImportFile, plainRow } from './import-table.ts';
import { cellOf, isObject, JSON_NUMBERS, type Json, listIn, objectsOf } from './json-values.ts';
import { counted } from './text.ts';
import { foldName } from './typed-text.ts';

/** Reads parsed JSON: responses of Dutchie, the shop's own file, or any list of products. Otherwise says what was found. */
export const readImportJson = (value: unknown): ImportFile | { problem: string } => {
  const dutchie = dutchieProducts(value);
  const read =
    (dutchie && readDutchie(dutchie)) ??
    (isObject(value) && isOwnFile(value.data) ? readOwnFile(value.data) : readNestedProducts(findProducts(value)));
  return read ?? { problem: `The file has no list of products. Found: ${inWords(value)}.` };
};

/** The fields that every product of the shop's own file has. Other systems call the stock something else. */
const OWN_FIELDS = ['id', 'name', 'qty', 'price'] as const;

const isOwnFile = (data: unknown): data is readonly Json[] =>
  Array.isArray(data) &&
  data.length > 0 &&
  data.every(isObject) &&
  OWN_FIELDS.every((name) => data.some((each) => cellOf(each[name]) !== ''));

const readOwnFile = (products: readonly Json[]): ImportFile => {
  const columns = [...new Set(products.flatMap((each) => Object.keys(each)))];
  const rows = products.map((each, at) =>
    plainRow({ place: at + 1, cells: columns.map((column) => cellOf(each[column])) }),
  );
  const fields = columns.map((column) =>
    (IMPORT_FIELDS as readonly string[]).includes(column) ? (column as ImportField) : null,
  );
  return {
    ...{ source: 'greenroom', columns, rows },
    mapping: { fields, price: 'base', quantity: 'set', ...JSON_NUMBERS },
  };
};

/** Fields that hold all products of a file, or those of one category. */
const PRODUCTS = /^(?:products?|items|menuitems|listings|data|results|records|nodes|inventory|stock)$/;
const isProducts = (name: string): boolean => PRODUCTS.test(foldName(name).replace(/[^a-z]/g, ''));
const DEEPEST = 6;

/** Finds the products of a file. A list at the top has them in any case, and one below must have prices or stocks. */
const findProducts = (value: unknown): Json[] => {
  const top = listIn(value);
  if (top !== null) return top.length === objectsOf(top).length ? objectsOf(top).flatMap(productsBelow) : [];
  let level: Json[] = isObject(value) ? [value] : [];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    for (const object of level) {
      const found = productsOf(object);
      if (found.length > 0) return found;
    }
    level = level.flatMap((object) => Object.values(object).filter(isObject));
  }
  return [];
};

/** The products in the lists of an object. Lists that have names of categories are taken together. */
const productsOf = (object: Json): Json[] => {
  const lists = Object.entries(object).flatMap(([name, value]) => {
    const list = objectsOf(listIn(value) ?? keyedProducts(value)).flatMap(productsBelow);
    return list.some(hasPriceOrStock) ? [{ name, list }] : [];
  });
  const usual = lists.find(({ name }) => isProducts(name)) ?? (lists.length === 1 ? lists[0] : undefined);
  return usual?.list ?? lists.flatMap(({ name, list }) => list.map((each) => withCategory(each, name)));
};

/** Products under their ids, as a list. */
const keyedProducts = (value: unknown): Json[] => {
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  const areProducts = entries.every(([, each]) => isObject(each) && hasPriceOrStock(each) && hasName(each));
  return areProducts ? entries.map(([id, each]) => ({ id, ...(each as Json) })) : [];
};

const hasName = (object: Json): boolean => ['name', 'title'].some((name) => cellOf(object[name]) !== '');

/** A category with its products is these products. */
const productsBelow = (object: Json): Json[] => {
  for (const [name, value] of Object.entries(object)) {
    const list = isProducts(name) ? objectsOf(listIn(value)) : [];
    if (list.some(hasName)) return list.map((each) => withCategory(each, cellOf(object.name ?? object.title)));
  }
  return [object];
};

const withCategory = (product: Json, category: string): Json =>
  category === '' || product.category ? product : { ...product, category };

const MOST_NAMED = 8;

/** Describes a value for people: "meta, errors (a list of 2)". */
const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${counted(value.length, 'value')}`;
  if (!isObject(value)) return value === null ? 'null' : `one ${typeof value === 'string' ? 'text' : typeof value}`;
  const names = Object.keys(value);
  if (names.length === 0) return 'an object without fields';
  const said = names.slice(0, MOST_NAMED).map((name) => {
    const list = value[name];
    return Array.isArray(list)
      ? `${name} (${list.length === 0 ? 'empty' : counted(list.length, 'entry', 'entries')})`
      : name;
  });
  return `${said.join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
};
