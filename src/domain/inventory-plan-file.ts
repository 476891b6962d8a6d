import type { FileProduct } from './inventory-file-product.ts';
import { type InventoryItem, isInHouseBrand, type OwnableField } from './inventory-item.ts';
import {
  addItem,
  changeItem,
  countRows,
  type ItemValues,
  type Plan,
  type PlanRow,
  sameValue,
} from './inventory-plan.ts';
import { centsToDollars, formatPrice } from './money.ts';
import { counted, MessageList } from './text.ts';

interface FilePlanRequest {
  /** Every item the shop knows, those out of the lists included. */
  items: readonly InventoryItem[];
  /** As read from the file; those at 0 are not loaded. */
  products: readonly FileProduct[];
  defaultMarkupCents: number;
}

/** What an ownable field is called in sentences. */
const OWNABLE_NAMES: Readonly<Record<OwnableField, string>> = {
  description: 'description',
  weightLabel: 'weight label',
};

/**
 * Replaces the whole inventory (specification §2, decisions §5): items keep their internal id where the external id is
 * the same and nothing else. New markup for all, In-House inactive, and what the shop remembered of items is erased.
 */
export const planReplace = ({ items, products, defaultMarkupCents }: FilePlanRequest): Plan => {
  const wanted = inStockById(products);
  const rows: PlanRow[] = [];
  const lost = new MessageList();
  for (const item of items) {
    const product = wanted.get(item.externalId);
    wanted.delete(item.externalId);
    const values = product
      ? { ...feedValues(product), ...uploadedValues(product, defaultMarkupCents) }
      : { listed: false, ...forgottenValues(item, defaultMarkupCents) };
    const row = changeItem(item, values);
    if (row === null) continue;
    rows.push(row);
    const losses = item.listed ? lossesOf(item, row, product !== undefined) : [];
    if (losses.length > 0) lost.add(`"${item.name}" loses what was set here: ${losses.join(', ')}`);
  }
  for (const product of wanted.values()) {
    rows.push(addItem(product.externalId, { ...feedValues(product), ...uploadedValues(product, defaultMarkupCents) }));
  }
  const summary = `Replaced the inventory: ${counted(inStockById(products).size, 'product')} in stock`;
  return { rows, counts: countRows(items, rows), warnings: lost.lines(), summary };
};

/**
 * Brings the inventory to what the feed says (decisions §5): feed fields follow the feed, fields edited here stay, items
 * gone or below 1 leave the lists and keep what the shop set, so that it comes back with them.
 */
export const planSync = ({ items, products, defaultMarkupCents }: FilePlanRequest): Plan => {
  const wanted = inStockById(products);
  const rows: PlanRow[] = [];
  for (const item of items) {
    const product = wanted.get(item.externalId);
    wanted.delete(item.externalId);
    const row = changeItem(item, product ? syncedValues(item, product) : { listed: false });
    if (row !== null) rows.push(row);
  }
  for (const product of wanted.values()) {
    rows.push(
      addItem(product.externalId, {
        ...feedValues(product),
        description: product.description,
        weightLabel: product.weightLabel,
        markupCents: defaultMarkupCents,
        isActive: true,
        shopOwned: [],
      }),
    );
  }
  const counts = countRows(items, rows);
  const summary = `Sync: ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed`;
  return { rows, counts, warnings: [], summary };
};

/** A sync that would drop more than half of the lists, items that are not active included (decisions §5, §8). */
export const isLargeDrop = ({ counts }: Plan): boolean =>
  counts.removed * 2 > counts.removed + counts.changed + counts.unchanged;

/** What an item is reset to when the shop is to forget what was set here: as a sync would add it. */
export const forgottenValues = (item: InventoryItem, defaultMarkupCents: number) => ({
  markupCents: defaultMarkupCents,
  isActive: true,
  shopOwned: [],
  description: item.feedDescription,
  weightLabel: item.feedWeightLabel,
});

/** Fields that always follow feed or file. */
const feedValues = (product: FileProduct) => ({
  listed: true,
  name: product.name,
  brand: product.brand,
  category: product.category,
  tags: product.tags,
  images: product.images,
  size: product.size,
  quantity: product.quantity,
  priceCents: product.priceCents,
  feedDescription: product.description,
  feedWeightLabel: product.weightLabel,
});

const uploadedValues = (product: FileProduct, defaultMarkupCents: number) => ({
  markupCents: defaultMarkupCents,
  isActive: !isInHouseBrand(product.brand),
  shopOwned: [],
  description: product.description,
  weightLabel: product.weightLabel,
});

const syncedValues = (item: InventoryItem, product: FileProduct): Partial<ItemValues> => ({
  ...feedValues(product),
  ...(!item.shopOwned.includes('description') && { description: product.description }),
  ...(!item.shopOwned.includes('weightLabel') && { weightLabel: product.weightLabel }),
});

const inStockById = (products: readonly FileProduct[]): Map<string, FileProduct> =>
  new Map(products.filter((product) => product.quantity > 0).map((product) => [product.externalId, product]));

/** The values set in the shop that a replacement takes from an item, in words. */
const lossesOf = (item: InventoryItem, row: PlanRow, stays: boolean): string[] => {
  const losses: string[] = [];
  if ('markupCents' in row.after) losses.push(`markup ${formatPrice(centsToDollars(item.markupCents))}`);
  if (stays && 'isActive' in row.after) losses.push(item.isActive ? 'active' : 'inactive');
  for (const field of item.shopOwned) {
    if (!stays || !sameValue(row.before[field], row.after[field])) losses.push(OWNABLE_NAMES[field]);
  }
  return losses;
};
