import { LABEL_CLAIMS, type LabelClaim } from './label-check.ts';
import { measuresOf, readMeasures } from './measures.ts';
import { ceilToDollarCents, toCents } from './money.ts';
import { plainNumber } from './number-rules.ts';
import type { Product } from './product.ts';
import type { Tier } from './tiers.ts';
import { isWeightLabel } from './weight-labels.ts';

/** How a final price comes about, in cents. */
export interface ExplainedPrice {
  baseCents: number;
  markupCents: number;
  /** Base price plus markup. */
  sumCents: number;
  /** The sum, rounded up to a whole dollar. */
  finalCents: number;
}

/** Returns the final price with its parts: base price plus markup, rounded up to a whole dollar (behavior 4.2). */
export const explainPrice = (baseCents: number, markupCents: number): ExplainedPrice => {
  const sumCents = baseCents + markupCents;
  return { baseCents, markupCents, sumCents, finalCents: ceilToDollarCents(sumCents) };
};

/** Returns the final price in cents (behavior 4.2). */
export const finalPriceCents = (priceCents: number, markupCents: number): number =>
  explainPrice(priceCents, markupCents).finalCents;

/** Whether the final price is more than base price and markup come to. */
export const isRoundedUp = (priceCents: number, markupCents: number): boolean => {
  const { sumCents, finalCents } = explainPrice(priceCents, markupCents);
  return finalCents > sumCents;
};

/** The values of an item that decide what its pieces cost. */
export interface ItemPrices {
  priceCents: number;
  markupCents: number;
  /** In ascending order. */
  tiers: readonly Tier[];
}

/** From this number of pieces in one cart line, each piece costs this. */
export interface TierPrice {
  from: number;
  unitPriceCents: number;
}

/** The price of a single piece of an item, and of each piece if one line has more. */
export interface LinePrices {
  singlePriceCents: number;
  tierPrices: readonly TierPrice[];
}

/** How the price of a tier comes about. Each piece costs `unitPriceCents`, which is less if fewer pieces cost less. */
export interface ExplainedTier extends TierPrice, ExplainedPrice {}

/**
 * Returns the prices of a line with their parts (behavior 4.11). From the pieces of a tier on, each piece costs the tier's
 * price plus the markup, rounded up to a whole dollar, but never more than without that tier.
 */
export const explainLinePrices = ({
  priceCents,
  markupCents,
  tiers,
}: ItemPrices): { single: ExplainedPrice; tiers: ExplainedTier[] } => {
  const single = explainPrice(priceCents, markupCents);
  let lowest = single.finalCents;
  const explained = tiers.map((tier) => {
    const price = explainPrice(tier.priceCents, markupCents);
    lowest = Math.min(lowest, price.finalCents);
    return { from: tier.from, ...price, unitPriceCents: lowest };
  });
  return { single, tiers: explained };
};

/** Returns the prices of a line (behavior 4.11). */
export const linePrices = (item: ItemPrices): LinePrices => {
  const { single, tiers } = explainLinePrices(item);
  return {
    singlePriceCents: single.finalCents,
    tierPrices: tiers.map(({ from, unitPriceCents }) => ({ from, unitPriceCents })),
  };
};

/** A change of base price or markup as the history has it: the fields that changed, in cents. */
export interface PriceChange {
  before: { priceCents?: number; markupCents?: number };
  after: { priceCents?: number; markupCents?: number };
}

/**
 * Returns the change that gave an item its final price, or null if none of the given ones did. `changes` are newest
 * first and lead to the item's current values. A change of base price or markup alone need not move the final price.
 */
export const changeOfFinalPrice = <Change extends PriceChange>(
  { priceCents, markupCents }: Pick<ItemPrices, 'priceCents' | 'markupCents'>,
  changes: readonly Change[],
): Change | null => {
  let [base, markup] = [priceCents, markupCents];
  for (const change of changes) {
    const { priceCents: baseBefore, markupCents: markupBefore } = change.before;
    // A new item has no values before.
    const isNew = baseBefore === undefined && markupBefore === undefined;
    const earlier = { base: baseBefore ?? base, markup: markupBefore ?? markup };
    if (isNew || finalPriceCents(earlier.base, earlier.markup) !== finalPriceCents(base, markup)) return change;
    ({ base, markup } = earlier);
  }
  return null;
};

/** Returns what each piece of a line with so many pieces costs, in cents (behavior 4.11). */
export const unitPriceCents = ({ singlePriceCents, tierPrices }: LinePrices, quantity: number): number =>
  tierPrices.findLast(({ from }) => from <= quantity)?.unitPriceCents ?? singlePriceCents;

/**
 * Returns how many more pieces reach the next cheaper tier, what each piece costs then, and what that saves on the whole
 * line, in cents. Null if there is no such tier.
 */
export const nextTier = (
  prices: LinePrices,
  quantity: number,
): { more: number; unitPriceCents: number; savedCents: number } | null => {
  const each = unitPriceCents(prices, quantity);
  const next = prices.tierPrices.find((tier) => tier.from > quantity && tier.unitPriceCents < each);
  return next
    ? {
        more: next.from - quantity,
        unitPriceCents: next.unitPriceCents,
        savedCents: (each - next.unitPriceCents) * next.from,
      }
    : null;
};

/** Returns the markup typed into an input field, in cents. An invalid value counts as 0 (behavior 10.7). */
export const typedMarkupCents = (typed: string): number => toCents(plainNumber(typed)) ?? 0;

/** The unit of a unit price. One milligram costs less than a cent, so doses are compared per ten milligrams. */
export type PriceUnit = 'piece' | 'g' | '10mg';

export interface UnitPrice {
  amountCents: number;
  unit: PriceUnit;
  /** How many units the product is. */
  count: number;
}

/**
 * Returns the price of one piece, one gram or ten milligrams of a product, rounded to the cent, so that members can
 * compare sizes (behavior 5.13). Null if none is certain. A doubtful label is not used. A dose in a name may mean one
 * piece or the whole pack, so doses are read from size and label only.
 */
export const pricePerUnit = (
  product: Pick<Product, 'name' | 'tags' | 'size' | 'weightLabel' | 'labelDoubtful' | 'finalPrice'>,
): UnitPrice | null => {
  const size = readMeasures(product.size ?? '');
  const label = trustedClaim(product);
  const per = (unit: PriceUnit, count: number): UnitPrice => ({
    amountCents: Math.round((product.finalPrice * 100) / count),
    unit,
    count,
  });

  const pieces = only(measuresOf(product).pieces) ?? label.pieces ?? 1;
  if (pieces > 1) return per('piece', pieces);
  const grams = only(size.grams) ?? label.grams;
  if (grams !== undefined) return per('g', grams);
  const milligrams = only(size.milligrams) ?? label.milligrams;
  return milligrams === undefined ? null : per('10mg', milligrams / 10);
};

const trustedClaim = ({ weightLabel, labelDoubtful }: Pick<Product, 'weightLabel' | 'labelDoubtful'>): LabelClaim =>
  !labelDoubtful && isWeightLabel(weightLabel) ? LABEL_CLAIMS[weightLabel] : {};

/** Returns the value if there is exactly one. */
const only = ([value, ...others]: number[]): number | undefined => (others.length === 0 ? value : undefined);
