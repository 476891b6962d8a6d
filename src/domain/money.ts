import { divideHalfUp, readDecimal } from './decimal.ts';

/**
 * Whole cents of an amount in dollars, given as a number or a numeric text; what is finer than a cent is rounded half
 * up (decisions §8 "file values"). Null for anything that is not an amount of 0 or more, or too large to be counted in
 * cents exactly.
 */
export const toCents = (dollars: number | string): number | null => {
  const decimal = readDecimal(dollars);
  if (decimal === null) return null;
  const cents = Number(divideHalfUp(decimal.units * 100n, 10n ** BigInt(decimal.scale)));
  return Number.isSafeInteger(cents) ? cents : null;
};

/** 1500 as "15.00": how carts and receipts carry an amount (decisions §4). */
export const centsToAmount = (cents: number): string => {
  const rest = cents % 100;
  return `${(cents - rest) / 100}.${String(rest).padStart(2, '0')}`;
};

/** 1550 as 15.5: how items carry an amount (decisions §4). Only for the way out; sums are made in cents. */
export const centsToDollars = (cents: number): number => cents / 100;

/**
 * An amount in dollars as people read it: a $ prefix with 2 decimals, "$0.00" where there is none (specification §5
 * "Price display"). Takes an item's number and a cart's text alike.
 */
export const formatPrice = (dollars: number | string | null | undefined): string =>
  `$${centsToAmount(toCents(dollars ?? 0) ?? 0)}`;

/** The next whole dollar, in cents; a whole dollar stays. */
export const ceilToDollarCents = (cents: number): number => cents + ((100 - (cents % 100)) % 100);

/**
 * A percentage of an amount, rounded to a cent half up: the bulk markup of a base price (decisions §5). Throws a RangeError for a percentage that is not 0 or
 * more.
 */
export const percentOfCents = (cents: number, percentage: number): number => {
  const rate = readDecimal(percentage);
  if (rate === null) throw new RangeError(`not a percentage: ${percentage}`);
  return Number(divideHalfUp(BigInt(cents) * rate.units, 10n ** BigInt(rate.scale + 2)));
};
