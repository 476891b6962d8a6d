import {
  Columns,
  cellAt,
  entriesCell,
  groupRows,
  type ImportFile,
  type ImportTable,
  type SourceRow,
  SYSTEM_MAPPING,
  saleWarning,
  type TableRow,
  withCells,
} from './import-table.ts';

/** The columns of a product export, by their new names and their old ones. */
const columnsOf = (names: readonly string[]) => {
  const columns = new Columns(names);
  const option = (number: number) =>
    [columns.find(`option${number} value`), columns.find(`option${number} name`)] as const;
  return {
    columns,
    handle: columns.find('url handle', 'handle'),
    title: columns.find('title'),
    body: columns.find('description', 'body (html)', 'body html'),
    vendor: columns.find('vendor'),
    type: columns.find('type', 'custom product type', 'product category', 'standard product type'),
    tags: columns.find('tags'),
    published: columns.find('published on online store', 'published'),
    status: columns.find('status'),
    sku: columns.find('sku', 'variant sku'),
    options: [option(1), option(2), option(3)],
    price: columns.find('price', 'variant price'),
    regular: columns.find('compare-at price', 'variant compare at price'),
    tracker: columns.find('inventory tracker', 'variant inventory tracker'),
    quantity: columns.find('inventory quantity', 'variant inventory qty'),
    image: columns.find('product image url', 'image src'),
    variantImage: columns.find('variant image url', 'variant image'),
  };
};
type Places = ReturnType<typeof columnsOf>;

const isShopify = ({ handle, title, price, sku, options }: Places): boolean =>
  handle >= 0 && title >= 0 && (price >= 0 || sku >= 0) && options[0]![0] >= 0;

/**
 * Reads a product export of Shopify, or returns null if a table is none. The first row of a handle has the product, and each
 * further one a variant or one more picture of it.
 */
export const readShopify = ({ columns: names, rows }: ImportTable): ImportFile | null => {
  const places = columnsOf(names);
  if (!isShopify(places)) return null;
  const groups = groupRows(rows, (row) => cellAt(row, places.handle));
  const read = rows.map((row) => readRow(row, groups.get(row)!, places));
  const { columns, title, body, vendor, type, tags, sku, handle, options, price, quantity, image } = places;
  const fields = columns.fields({
    id: sku >= 0 ? sku : handle,
    name: title,
    qty: quantity,
    price,
    brand: vendor,
    category: type,
    description: body,
    tags,
    images: image,
    size: options[0]![0],
  });
  return { source: 'shopify', columns: names, rows: read, mapping: { fields, ...SYSTEM_MAPPING } };
};

const readRow = (row: TableRow, group: readonly TableRow[], places: Places): SourceRow => {
  const [first] = group as [TableRow, ...TableRow[]];
  const isVariant =
    row === first || [places.sku, places.price, places.options[0]![0]].some((at) => cellAt(row, at) !== '');
  const role = isVariant ? 'product' : 'part';
  if (role === 'part') return { ...row, role, isInactive: false, warning: null };
  const ofProduct = [places.title, places.body, places.vendor, places.type, places.tags].map(
    (at) => [at, cellAt(row, at) || cellAt(first, at)] as const,
  );
  const size = optionsOf(row, places);
  const handle = cellAt(row, places.handle);
  const id = cellAt(row, places.sku) || [handle, size].filter(Boolean).join('/');
  // While a product is on sale, its regular price is the one that its price is compared with.
  const [now, regular] = [cellAt(row, places.price), cellAt(row, places.regular)];
  const warning = saleWarning(now, regular);
  const pictures = [cellAt(row, places.variantImage), ...group.map((each) => cellAt(each, places.image))];
  const cells = withCells(row, [
    ...ofProduct,
    [places.sku >= 0 ? places.sku : places.handle, id],
    [places.options[0]![0], size],
    [places.price, warning ? regular : now],
    [places.quantity, isUntracked(row, places) ? '' : cellAt(row, places.quantity)],
    [places.image, entriesCell(pictures)],
  ]);
  return { place: row.place, cells, role, isInactive: isHidden(first, places), warning };
};

/** A product without options has one that is called "Default Title". */
const optionsOf = (row: TableRow, { options }: Places): string =>
  options
    .map(([value]) => cellAt(row, value))
    .filter((value) => value !== '' && value !== 'Default Title')
    .join(' / ');

const isUntracked = (row: TableRow, { tracker }: Places): boolean => tracker >= 0 && cellAt(row, tracker) === '';

const isHidden = (row: TableRow, { status, published }: Places): boolean =>
  ['draft', 'archived', 'unlisted'].includes(cellAt(row, status).toLowerCase()) ||
  ['false', 'no', '0'].includes(cellAt(row, published).toLowerCase());
