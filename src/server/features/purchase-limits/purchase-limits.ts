import type { LimitRule } from '#domain/purchase-limits.ts';
import { type ProductAmounts, productAmounts } from '#domain/purchase-limits-amounts.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import type { PurchasedLine } from '#domain/purchase-limits-usage.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';
import type { Settings } from '../../settings.ts';
import type { PurchasedRow } from './purchase-limits.queries.ts';

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

/** Returns the amounts that a piece of an item counts. */
export const amountsOf = (item: MeasuredItem): ProductAmounts =>
  productAmounts({
    name: item.name,
    category: item.category,
    tags: JSON.parse(item.tags) as string[],
    size: item.size,
    weightLabel: isWeightLabel(item.weight_label) ? item.weight_label : null,
  });

/** A line of a receipt with what it counted when it was ordered. */
export const purchasedLine = (row: PurchasedRow): PurchasedLine => ({
  at: row.at,
  productName: row.product_name,
  quantity: row.quantity,
  amounts:
    row.amounts === null ? amountsOf({ ...row, name: row.product_name }) : (JSON.parse(row.amounts) as ProductAmounts),
});
