import {
  Columns,
  cellAt,
  entriesCell,
  type ImportFile,
  type ImportTable,
  type SourceRow,
  SYSTEM_MAPPING,
  saleWarning,
  type TableRow,
  withCells,
} from './import-table.ts';

const MOST_ATTRIBUTES = 20;

const columnsOf = (names: readonly string[]) => {
  const columns = new Columns(names);
  const attributes = Array.from({ length: MOST_ATTRIBUTES }, (_, at) => ({
    name: columns.find(`attribute ${at + 1} name`),
    value: columns.find(`attribute ${at + 1} value(s)`),
  })).filter(({ name, value }) => name >= 0 && value >= 0);
  return {
    columns,
    attributes,
    id: columns.find('id'),
    type: columns.find('type'),
    sku: columns.find('sku'),
    name: columns.find('name'),
    published: columns.find('published'),
    description: columns.find('description'),
    short: columns.find('short description'),
    stock: columns.find('stock'),
    inStock: columns.find('in stock?'),
    regular: columns.find('regular price'),
    sale: columns.find('sale price'),
    categories: columns.find('categories'),
    tags: columns.find('tags'),
    images: columns.find('images'),
    parent: columns.find('parent'),
    brand: columns.find('brands', 'brand'),
  };
};
type Places = ReturnType<typeof columnsOf>;

/**
 * Reads a product export of WooCommerce, or returns null if a table is none. A variable product has the texts, and each of
 * its variations price and stock.
 */
export const readWooCommerce = ({ columns: names, rows }: ImportTable): ImportFile | null => {
  const places = columnsOf(names);
  if (!places.columns.has('type', 'sku', 'name', 'regular price', 'published')) return null;
  const parents = new Map<string, TableRow>();
  for (const row of rows) {
    if (isOfType(row, places, 'variation')) continue;
    const [id, sku] = [cellAt(row, places.id), cellAt(row, places.sku)];
    if (id !== '') parents.set(`id:${id}`, row);
    if (sku !== '' && !parents.has(sku)) parents.set(sku, row);
  }
  const read = rows.map((row) => readRow(row, parents, places));
  const { columns, id, sku, name, stock, regular, brand, categories, description, tags, images, attributes } = places;
  const fields = columns.fields({
    id: sku >= 0 ? sku : id,
    name,
    qty: stock,
    price: regular,
    brand,
    category: categories,
    description,
    tags,
    images,
    size: attributes[0]?.value ?? -1,
  });
  return { source: 'woocommerce', columns: names, rows: read, mapping: { fields, ...SYSTEM_MAPPING } };
};

const isOfType = (row: TableRow, { type }: Places, wanted: string): boolean =>
  cellAt(row, type)
    .split(',')
    .some((each) => each.trim().toLowerCase() === wanted);

const readRow = (row: TableRow, parents: ReadonlyMap<string, TableRow>, places: Places): SourceRow => {
  const unsold = ['grouped', 'external'].find((type) => isOfType(row, places, type));
  if (unsold) return { ...row, role: 'skipped', isInactive: false, warning: `is a ${unsold} product and was skipped` };
  if (isOfType(row, places, 'variable')) return { ...row, role: 'part', isInactive: false, warning: null };
  const isVariation = isOfType(row, places, 'variation');
  const parent = isVariation ? parents.get(cellAt(row, places.parent)) : undefined;
  const of = (at: number) => cellAt(row, at) || (parent ? cellAt(parent, at) : '');
  const { attributes, sale, regular } = places;
  const pictures = [
    ...splitList(cellAt(row, places.images)),
    ...(parent ? splitList(cellAt(parent, places.images)) : []),
  ];
  const cells = withCells(row, [
    [places.name, parent ? cellAt(parent, places.name) : cellAt(row, places.name)],
    [places.description, of(places.description) || of(places.short)],
    [places.categories, mainCategory(of(places.categories))],
    [places.tags, entriesCell(splitList(of(places.tags)))],
    [places.brand, splitList(of(places.brand))[0] ?? ''],
    [places.images, entriesCell(pictures)],
    [places.sku >= 0 ? places.sku : places.id, cellAt(row, places.sku) || cellAt(row, places.id)],
    [attributes[0]?.value ?? -1, sizeOf(row, isVariation, places)],
    [places.stock, cellAt(row, places.stock) || (isSoldOut(row, places) ? '0' : '')],
  ]);
  const warning = saleWarning(cellAt(row, sale), cellAt(row, regular));
  return {
    place: row.place,
    cells,
    role: 'product',
    isInactive: isHidden(row, places) || (!!parent && isHidden(parent, places)),
    warning,
  };
};

const SIZES = /^(?:size|weight|amount|volume|pack(?: size)?)$/i;

/** Every attribute of a variation is a choice. Of another product only its size is one. */
const sizeOf = (row: TableRow, isVariation: boolean, { attributes }: Places): string =>
  attributes
    .filter(({ name }) => isVariation || SIZES.test(cellAt(row, name)))
    .map(({ value }) => cellAt(row, value))
    .filter(Boolean)
    .join(' / ');

/** Of "Flower > Indica, Featured" it is Flower. */
const mainCategory = (categories: string): string => splitList(categories)[0]?.split('>')[0]?.trim() ?? '';

/** A comma inside an entry has a backslash. */
const splitList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter(Boolean);

const isSoldOut = (row: TableRow, { inStock }: Places): boolean =>
  ['0', 'false', 'no'].includes(cellAt(row, inStock).toLowerCase());

/** Private ones have -1. */
const isHidden = (row: TableRow, { published }: Places): boolean =>
  ['0', '-1', 'false', 'no'].includes(cellAt(row, published).toLowerCase());
