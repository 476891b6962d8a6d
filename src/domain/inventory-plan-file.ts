import type { FileProduct } from './inventory-file-product.ts';
import { type InventoryItem, isInHouseBrand, OWNABLE_FIELD_LABELS } from './inventory-item.ts';
import {
  addItem,
  changeItem,
  countRows,
  countsText,
  type ItemValues,
  type Plan,
  type PlanRow,
  sameValue,
} from './inventory-plan.ts';
import { type LeftOut, NOTHING_LEFT_OUT } from './left-out-rows.ts';
import { centsToDollars, formatPrice } from './money.ts';
import { isSizeOfTags, sizeFromTags } from './tags.ts';
import { counted, MessageList } from './text.ts';

interface FilePlanRequest {
  /** Every item of the shop, including those that are not listed. */
  items: readonly InventoryItem[];
  /** The products of the file. Those with quantity 0 are not loaded. */
  products: readonly FileProduct[];
  defaultMarkupCents: number;
}

interface ReplacePlanRequest extends FilePlanRequest {
  /** The markup of the file's products, if it is not that of new items. */
  markupCents?: number;
  /** The ids of products that come inactive, besides In-House ones. */
  inactive?: ReadonlySet<string>;
}

/**
 * Plans the replacement of the whole inventory (behavior 9.7). Items with a known external id keep their internal id and
 * nothing else. All items get the default markup, In-House items become inactive, and all shop-owned values are lost.
 */
export const planReplace = ({
  items,
  products,
  defaultMarkupCents,
  markupCents = defaultMarkupCents,
  inactive = new Set(),
}: ReplacePlanRequest): Plan => {
  const wanted = inStockById(products);
  const inStock = wanted.size;
  const rows: PlanRow[] = [];
  const lost = new Map<string, string[]>();
  for (const item of items) {
    const product = wanted.get(item.externalId);
    wanted.delete(item.externalId);
    const values = product
      ? uploadedValues(product, markupCents, inactive)
      : { listed: false, ...resetValues(item, defaultMarkupCents) };
    const row = changeItem(item, values);
    if (row === null) continue;
    rows.push(row);
    const losses = item.listed ? lossesOf(item, row, { stays: product !== undefined, defaultMarkupCents }) : [];
    const said = losses.join(', ');
    if (said !== '') lost.set(said, [...(lost.get(said) ?? []), item.name]);
  }
  for (const product of wanted.values()) {
    rows.push(addItem(product.externalId, uploadedValues(product, markupCents, inactive)));
  }
  const summary = `Replaced the inventory: ${counted(inStock, 'product')} in stock`;
  return { rows, counts: countRows(items, rows), warnings: lossLines(lost), summary };
};

interface SyncPlanRequest extends FilePlanRequest {
  /** The rows of the feed that cannot be used. */
  leftOut?: Pick<LeftOut, 'ids' | 'hasUnknownId'>;
}

/**
 * Plans a sync (behavior 9.10). Feed fields follow the feed, and shop-owned fields stay. Items that left the feed or have
 * quantity 0 leave the lists. They keep their shop-owned values, so that these come back with them. Items that an admin
 * added stay as they are, and so do those whose rows are left out (behavior 9.11).
 */
export const planSync = ({
  items,
  products,
  defaultMarkupCents,
  leftOut = NOTHING_LEFT_OUT,
}: SyncPlanRequest): Plan => {
  const wanted = inStockById(products);
  const named = leftOut.hasUnknownId ? new Set(products.map((product) => product.externalId)) : null;
  const rows: PlanRow[] = [];
  for (const item of items) {
    const product = wanted.get(item.externalId);
    wanted.delete(item.externalId);
    if (item.byHand || leftOut.ids.has(item.externalId)) continue;
    const row = changeItem(item, product ? syncedValues(item, product) : unstockedValues(item, named));
    if (row !== null) rows.push(row);
  }
  for (const product of wanted.values()) {
    rows.push(addItem(product.externalId, newValues(product, { markupCents: defaultMarkupCents, isActive: true })));
  }
  const counts = countRows(items, rows);
  const summary = `Sync: ${countsText(counts)}`;
  return { rows, counts, warnings: [], summary };
};

/**
 * Returns what becomes of an item that the feed does not have in stock. It leaves the lists, unless a row without a readable
 * id may be about it. `named` are the ids in a feed with such a row, otherwise null. An item that the feed says is sold out
 * then stays in the lists, but nobody can order it.
 */
const unstockedValues = (item: InventoryItem, named: ReadonlySet<string> | null): Partial<ItemValues> => {
  if (named === null) return { listed: false, correction: null };
  // A sold-out product often has no price worth knowing, so the rest of its row does not apply.
  return item.listed && named.has(item.externalId) ? { quantity: 0, correction: null } : {};
};

/** Returns the items that a feed has in stock. The guard compares the prices of these (behavior 9.17). */
export const itemsInFeed = <Item extends InventoryItem>(
  items: readonly Item[],
  products: readonly FileProduct[],
): Item[] => {
  const inStock = inStockById(products);
  return items.filter((item) => inStock.has(item.externalId));
};

/** The values that a file never states. An item added by hand can have them. */
export type OwnValues = Partial<Pick<ItemValues, 'markupCents' | 'isActive' | 'lowStock' | 'shopOwned' | 'feedValues'>>;

/**
 * Plans to add a product by hand (behavior 9.15). `item` is the item with its id, if the shop had one: it comes back to the
 * lists with the new values. No sync changes it from then on, and it is active at once, also if it is an In-House one.
 * `picture` is the path of one that the shop keeps, as if somebody had uploaded it for the new item.
 */
export const planAdd = (
  product: FileProduct,
  {
    item,
    picture = null,
    own = {},
    defaultMarkupCents,
  }: { item: InventoryItem | undefined; picture?: string | null; own?: OwnValues; defaultMarkupCents: number },
): Plan => {
  const values: ItemValues = {
    ...newValues(product, { markupCents: defaultMarkupCents, isActive: true }),
    ...own,
    byHand: true,
    ...(picture !== null && {
      images: [picture],
      shopOwned: ['images'],
      feedValues: { images: product.images },
    }),
  };
  const row = item ? changeItem(item, values) : addItem(product.externalId, values);
  const rows = row === null ? [] : [row];
  return {
    rows,
    counts: countRows(item ? [item] : [], rows),
    warnings: [],
    summary: `Added "${product.name}" by hand`,
  };
};

/** Plans to add several products by hand, each with its picture if it has one. `items` are those with their ids. */
export const planAddMany = (
  added: readonly { product: FileProduct; picture: string | null }[],
  {
    items,
    summary,
    defaultMarkupCents,
  }: { items: readonly InventoryItem[]; summary: string; defaultMarkupCents: number },
): Plan => {
  const known = new Map(items.map((item) => [item.externalId, item]));
  const rows = added.flatMap(
    ({ product, picture }) =>
      planAdd(product, { item: known.get(product.externalId), picture, defaultMarkupCents }).rows,
  );
  return { rows, counts: countRows(items, rows), warnings: [], summary };
};

/** Returns whether a sync would drop more than half of the listed items, active or not (behavior 9.11). */
export const isLargeDrop = ({ counts }: Plan): boolean =>
  counts.removed * 2 > counts.removed + counts.changed + counts.unchanged;

/** Returns the values of an item without anything that the shop set, as if a sync had added it. */
export const resetValues = (item: InventoryItem, defaultMarkupCents: number) => ({
  markupCents: defaultMarkupCents,
  isActive: true,
  lowStock: null,
  byHand: false,
  shopOwned: [],
  feedValues: {},
  correction: null,
  ...item.feedValues,
});

/** Returns what the feed or file has for an item. Its ownable fields follow it until the shop owns them. */
const fileValues = (product: FileProduct) => ({
  listed: true,
  name: product.name,
  description: product.description,
  brand: product.brand,
  category: product.category,
  tags: product.tags,
  images: product.images,
  size: product.size,
  quantity: product.quantity,
  priceCents: product.priceCents,
  weightLabel: product.weightLabel,
  tiers: product.tiers,
  batch: product.batch,
  lab: product.lab,
});

/** Returns the values of an item as an upload sets them. */
const uploadedValues = (product: FileProduct, markupCents: number, inactive: ReadonlySet<string>): ItemValues =>
  newValues(product, {
    markupCents,
    isActive: !isInHouseBrand(product.brand) && !inactive.has(product.externalId),
  });

/** Returns the values of an item that has nothing set by the shop. */
const newValues = (
  product: FileProduct,
  { markupCents, isActive }: Pick<ItemValues, 'markupCents' | 'isActive'>,
): ItemValues => ({
  markupCents,
  isActive,
  lowStock: null,
  byHand: false,
  shopOwned: [],
  feedValues: {},
  correction: null,
  // Last, because V8 takes ten times as long to spread it before other fields.
  ...fileValues(product),
});

const syncedValues = (item: InventoryItem, product: FileProduct): Partial<ItemValues> => {
  const values = fileValues(product);
  if (item.shopOwned.length === 0 && item.correction === null) return values;
  const holds = item.correction?.from === product.quantity;
  const stock = holds ? { quantity: item.quantity } : { correction: null };
  const followed: Partial<ItemValues> = { ...values, ...stock };
  if (item.shopOwned.includes('tags') && isSizeOfTags(product)) followed.size = sizeFromTags(item.tags);
  for (const field of item.shopOwned) delete followed[field];
  return { ...followed, feedValues: Object.fromEntries(item.shopOwned.map((field) => [field, values[field]])) };
};

const inStockById = (products: readonly FileProduct[]): Map<string, FileProduct> =>
  new Map(products.filter((product) => product.quantity > 0).map((product) => [product.externalId, product]));

const MOST_NAMED = 3;

/** One line for all items that lose the same. */
const lossLines = (lost: ReadonlyMap<string, readonly string[]>): string[] => {
  const list = new MessageList();
  for (const [losses, names] of lost) {
    const [first] = names;
    const some = names.slice(0, MOST_NAMED).map((name) => `"${name}"`);
    const named = `${some.join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
    const who = names.length === 1 ? `"${first}" loses` : `${counted(names.length, 'product')} (${named}) lose`;
    list.add(`${who} what you set in the shop: ${losses}`);
  }
  return list.lines();
};

/** Returns the labels of the values that were set in the shop and that a replacement would take from an item. */
const lossesOf = (
  item: InventoryItem,
  row: PlanRow,
  { stays, defaultMarkupCents }: { stays: boolean; defaultMarkupCents: number },
): string[] => {
  const losses: string[] = [];
  // Nobody has set the default.
  if (item.markupCents !== defaultMarkupCents && 'markupCents' in row.after)
    losses.push(`markup ${formatPrice(centsToDollars(item.markupCents))}`);
  if (stays && 'isActive' in row.after) losses.push(item.isActive ? 'active' : 'inactive');
  if (item.lowStock !== null) losses.push(`low-stock threshold ${item.lowStock}`);
  for (const field of item.shopOwned) {
    if (!stays || !sameValue(row.before[field], row.after[field])) losses.push(OWNABLE_FIELD_LABELS[field]);
  }
  return losses;
};
