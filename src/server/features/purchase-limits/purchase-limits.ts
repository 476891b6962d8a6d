import { type CategoryMap, categoryMapOf, type StoredCategory } from '#domain/category-map.ts';
import { shownSize } from '#domain/facts.ts';
import { checkItemLabel, type LabeledProduct } from '#domain/label-check.ts';
import type { LimitRule } from '#domain/purchase-limits.ts';
import { type ProductAmounts, productAmounts } from '#domain/purchase-limits-amounts.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import type { PurchasedLine } from '#domain/purchase-limits-usage.ts';
import { sizeFromTags } from '#domain/tags.ts';
import { findUnmeasured, type Unmeasured } from '#domain/unmeasured.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Settings } from '../../settings.ts';
import { listMeasuredItems, type PurchasedRow } from './purchase-limits.queries.ts';

/** Limits with their rules, and where they were set. */
export interface SetLimits {
  /** As it was written. */
  text: string;
  source: 'setting' | 'panel';
  rules: LimitRule[];
}

/**
 * The purchase limits of the shop (behavior 6.11). Every statement that needs them also reads whether the panel has set
 * others, so a process that missed a change notices it in time.
 */
export class PurchaseLimits {
  readonly #setting: string;
  #panel: string | null = null;
  #current: SetLimits;

  constructor({ PURCHASE_LIMITS }: Pick<Settings, 'PURCHASE_LIMITS'>) {
    this.#setting = PURCHASE_LIMITS;
    this.#current = this.limitsOf(null);
  }

  get current(): SetLimits {
    return this.#current;
  }

  /** The time from which purchases can count, in epoch milliseconds. Without limits it is one that never comes. */
  since(now: number): number {
    const longest = Math.max(0, ...this.#current.rules.map(({ windowMs }) => windowMs));
    return longest === 0 ? Number.MAX_SAFE_INTEGER : now - longest;
  }

  /** Takes over what a statement read of the panel's limits. `current` is another object if they have changed. */
  learn(panel: string | null): void {
    if (panel === this.#panel) return;
    this.#panel = panel;
    this.#current = this.limitsOf(panel);
  }

  /** The limits if the panel has set these; null if it has set none. */
  limitsOf(panel: string | null): SetLimits {
    const parsed = panel === null ? null : parseLimits(panel);
    // Only a newer version can have stored a text that this one cannot read.
    if (panel !== null && parsed?.rules) return { text: panel, source: 'panel', rules: parsed.rules };
    return { text: this.#setting, source: 'setting', rules: parseLimits(this.#setting).rules ?? [] };
  }
}

/** The columns of an item that say how much a piece contains. */
export interface MeasuredItem {
  name: string;
  category: string | null;
  /** JSON list of texts. */
  tags: string;
  size: string | null;
  weight_label: string | null;
}

/** Returns the amounts that a piece of an item counts, with the kind that its category has now. */
export const amountsOf = (item: MeasuredItem, categories: CategoryMap): ProductAmounts =>
  productAmounts({ ...labeled(item), category: categories.originOf(item.category) }, categories.kindOf(item.category));

const labeled = ({ name, category, size, ...item }: MeasuredItem): LabeledProduct => ({
  name,
  category,
  tags: JSON.parse(item.tags) as string[],
  size,
  weightLabel: isWeightLabel(item.weight_label) ? item.weight_label : null,
});

/** Returns the size with which a line of an item is named (behavior 6.3). */
export const sizeOf = (item: MeasuredItem, categories: CategoryMap): string | null => {
  const product = labeled(item);
  const size = product.size ?? sizeFromTags(product.tags);
  return shownSize({ ...product, size, labelDoubtful: checkItemLabel({ ...product, size }, categories) !== null });
};

/**
 * The part of a receipt's line that limits need: the amounts as they were at confirming, and the category that the item
 * had.
 */
interface KeptAmounts extends ProductAmounts {
  /** Absent on receipts of older versions. */
  category?: string | null;
}

/** The amounts of a line of a new receipt, as they are stored. */
export const keptAmounts = (amounts: ProductAmounts, { category }: Pick<MeasuredItem, 'category'>): string =>
  JSON.stringify({ ...amounts, category } satisfies KeptAmounts);

/**
 * A line of a receipt with its amounts. Its category decides if a limit counts it at all, and may have another kind by
 * now (behavior 9.25).
 */
export const purchasedLine = (row: PurchasedRow, categories: CategoryMap): PurchasedLine => {
  const kept = row.amounts === null ? null : (JSON.parse(row.amounts) as KeptAmounts);
  const category = kept?.category === undefined ? row.category : kept.category;
  const isSame = kept !== null && kept.kind === categories.kindOf(category);
  return {
    at: row.at,
    productName: row.product_name,
    quantity: row.quantity,
    // A dose is a weight too in some kinds, so the item is measured again for another one.
    amounts: isSame ? kept : amountsOf({ ...row, category, name: row.product_name }, categories),
  };
};

/** Finds the products that state no weight or dose, among all that members can order. A thread job. */
export const findUnmeasuredItems = async (
  { read }: ShopDatabase,
  { categories }: { categories: readonly StoredCategory[] },
): Promise<Unmeasured[]> => {
  const map = categoryMapOf(categories);
  const items = await listMeasuredItems(read);
  return findUnmeasured(
    items
      .filter(({ category }) => !map.of(category).hidden)
      .map((item) => ({ id: item.id, name: item.name, amounts: amountsOf(item, map) })),
  );
};
