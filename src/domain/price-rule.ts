import { BULK_MARKUP_MAX_PERCENTAGE, MARKUP_MAX_DOLLARS } from './constants.ts';
import { divideHalfUp, readDecimal } from './decimal.ts';
import type { InventoryItem } from './inventory-item.ts';
import type { PlanRow } from './inventory-plan.ts';
import { ceilToDollarCents, percentOfCents, toCents } from './money.ts';
import { finalPriceCents } from './pricing.ts';

/** The values that a price rule sets: the markup as a share of the base price or in dollars, or another final price. */
export const PRICE_RULE_KINDS = ['percent', 'dollars', 'raise'] as const;
/** How a price rule rounds the final price, always upward. */
export const PRICE_ROUNDINGS = ['none', 'nine', 'five'] as const;

/** A rule that sets the markups of many items (behavior 9.16). */
export interface PriceRule {
  kind: (typeof PRICE_RULE_KINDS)[number];
  /** Percent, or dollars. Only that of `raise` can be below 0. */
  value: number;
  rounding: (typeof PRICE_ROUNDINGS)[number];
}

/** The lowest and highest change of a final price, in percent. */
const RAISE_PERCENTAGES = { least: -50, most: 1000 };

const MARKUP_MAX_CENTS = MARKUP_MAX_DOLLARS * 100;

/** The markup that a rule gives an item, in cents. */
export interface RuledMarkup {
  markupCents: number;
  /** The rule asks for less than the base price. The item stays at it, because no markup is below 0. */
  isAtBase: boolean;
}

/** Returns what is wrong with the value of a rule as a text, or null. */
export const priceRuleProblem = ({ kind, value }: Pick<PriceRule, 'kind' | 'value'>): string | null => {
  switch (kind) {
    case 'percent':
      return isBetween(value, 0, BULK_MARKUP_MAX_PERCENTAGE) ? null : 'A percentage must be a number from 0 to 1,000';
    case 'dollars':
      if (!isBetween(value, 0, MARKUP_MAX_DOLLARS)) return 'A markup must be a number from 0 to 100,000';
      return hasWholeCents(value) ? null : 'A markup must have at most two decimals';
    case 'raise':
      return isBetween(value, RAISE_PERCENTAGES.least, RAISE_PERCENTAGES.most)
        ? null
        : 'A raise must be a number from -50 to 1,000';
  }
};

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

const hasWholeCents = (dollars: number): boolean => {
  const decimal = readDecimal(dollars);
  return decimal !== null && (decimal.units * 100n) % 10n ** BigInt(decimal.scale) === 0n;
};

/**
 * Returns the markup that a rule gives an item (behavior 9.16). Without a rounding it is stored to the cent, and the final
 * price is a whole dollar as always (behavior 4.2). With one it is the rounded final price minus the base price. All of it
 * is computed with whole numbers.
 */
export const ruledMarkup = (
  { priceCents, markupCents }: Pick<InventoryItem, 'priceCents' | 'markupCents'>,
  { kind, value, rounding }: PriceRule,
): RuledMarkup => {
  const wanted =
    kind === 'raise'
      ? raisedCents(finalPriceCents(priceCents, markupCents), value)
      : priceCents + (kind === 'percent' ? percentOfCents(priceCents, value) : toCents(value)!);
  const isAtBase = roundUp(wanted, rounding) < priceCents;
  return { markupCents: roundUp(Math.max(wanted, priceCents), rounding) - priceCents, isAtBase };
};

/** Returns a final price changed by a percentage, to the cent, a half rounded up. */
const raisedCents = (finalCents: number, percentage: number): number => {
  // A decimal is never negative, so the sign is put back.
  const { units, scale } = readDecimal(Math.abs(percentage))!;
  const whole = 100n * 10n ** BigInt(scale);
  const share = percentage < 0 ? whole - units : whole + units;
  return Number(divideHalfUp(BigInt(finalCents) * share, whole));
};

const DOLLAR = 100;
const TEN_DOLLARS = 1000;
const FIVE_DOLLARS = 500;

/** Rounds a price up. One that fits already stays. */
const roundUp = (cents: number, rounding: PriceRule['rounding']): number => {
  switch (rounding) {
    case 'none':
      return cents;
    case 'nine':
      return ceilTo(TEN_DOLLARS, ceilToDollarCents(cents) + DOLLAR) - DOLLAR;
    case 'five':
      return ceilTo(FIVE_DOLLARS, cents);
  }
};

const ceilTo = (step: number, cents: number): number => Math.ceil(cents / step) * step;

/** Returns whether a markup is higher than any item may have. */
export const isBeyondMarkups = (markupCents: number): boolean => markupCents > MARKUP_MAX_CENTS;

const ROUNDING_WORDS: Readonly<Record<PriceRule['rounding'], string>> = {
  none: '',
  nine: ', rounded up to a 9',
  five: ', rounded up to a multiple of 5',
};

/** "Price rule: markup of 35% of the base price, rounded up to a 9", for the history. */
export const describePriceRule = ({ kind, value, rounding }: PriceRule): string => {
  const size = String(Math.abs(value));
  const what =
    kind === 'percent'
      ? `markup of ${size}% of the base price`
      : kind === 'dollars'
        ? `markup of $${size}`
        : `final prices ${value < 0 ? 'lowered' : 'raised'} by ${size}%`;
  return `Price rule: ${what}${ROUNDING_WORDS[rounding]}`;
};

const SAMPLES = 4;

/** A price before and after a rule, in cents. */
export interface PriceSample {
  itemId: number;
  name: string;
  beforeCents: number;
  afterCents: number;
  markupCents: number;
}

/**
 * Returns the four items that show best what a rule does, by their price before it: of those that change, the cheapest, the
 * middle and the dearest one, and the one whose final price moves furthest. If some of these are one, others fill up.
 */
export const samplePrices = (
  rows: readonly PlanRow[],
  items: ReadonlyMap<number, Pick<InventoryItem, 'priceCents'>>,
): PriceSample[] => {
  const all = rows.map((row) => sampleOf(row, items.get(row.itemId!)!.priceCents));
  const byPrice = [...all].sort((a, b) => a.beforeCents - b.beforeCents || a.itemId - b.itemId);
  const last = byPrice.length - 1;
  const furthest = byPrice.reduce<PriceSample | undefined>(
    (most, sample) => (most === undefined || moveOf(sample) > moveOf(most) ? sample : most),
    undefined,
  );
  const best = [byPrice[0], byPrice[Math.floor(last / 2)], byPrice[last], furthest, ...byPrice];
  const chosen = [...new Set(best)].slice(0, SAMPLES);
  return byPrice.filter((sample) => chosen.includes(sample));
};

const sampleOf = ({ itemId, name, before, after }: PlanRow, priceCents: number): PriceSample => ({
  itemId: itemId!,
  name,
  beforeCents: finalPriceCents(priceCents, before.markupCents!),
  afterCents: finalPriceCents(priceCents, after.markupCents!),
  markupCents: after.markupCents!,
});

const moveOf = ({ beforeCents, afterCents }: PriceSample): number => Math.abs(afterCents - beforeCents);
