import type { AdminItem } from '#contract/inventory.ts';
import type { PlanRow } from '#contract/plans.ts';
import { centsToDollars, toCents } from '#domain/money.ts';
import { finalPriceCents } from '#domain/pricing.ts';

/** The price of an item for members before and after a plan, in dollars. Null means no price. */
export interface FinalPrices {
  before: number | null;
  after: number | null;
}

/** The final prices of a row, if it has one that the plan sets. `item` is the listed one that it changes. */
export const finalPrices = ({ kind, fields }: PlanRow, item: AdminItem | undefined): FinalPrices | null => {
  const after = (name: 'price' | 'markupDollars') => fields.find(({ field }) => field === name)?.after;
  const price = after('price') ?? item?.price;
  const markup = after('markupDollars') ?? item?.markupDollars;
  if (kind === 'removed' || typeof price !== 'number' || typeof markup !== 'number') return null;
  const final = centsToDollars(finalPriceCents(toCents(price)!, toCents(markup)!));
  return { before: item?.finalPrice ?? null, after: final };
};
