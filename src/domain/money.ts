import { divideHalfUp, readDecimal } from './decimal.ts';

/**
 * Converts dollars, as a number or a numeric text, to whole cents. Fractions of a cent are rounded, a half upward
 * (behavior 9.6). Returns null for anything that is not an amount of 0 or more, or is too large for exact cents.
 */
export const toCents = (dollars: number | string): number | null => {
  const decimal = readDecimal(dollars);
  if (decimal === null) return null;
  const cents = Number(divideHalfUp(decimal.units * 100n, 10n ** BigInt(decimal.scale)));
  return Number.isSafeInteger(cents) ? cents : null;
};

/** Converts cents to the text that carts and receipts send: 1500 is "15.00", and -50 is "-0.50" (behavior 2.5). */
export const centsToAmount = (cents: number): string => {
  const size = Math.abs(cents);
  const rest = size % 100;
  return `${cents < 0 ? '-' : ''}${(size - rest) / 100}.${String(rest).padStart(2, '0')}`;
};

/** Converts cents to the number of dollars that items send: 1550 is 15.5 (behavior 2.5). Never calculate with it. */
export const centsToDollars = (cents: number): number => cents / 100;

/**
 * Formats dollars for people: a $ prefix, 2 decimals and thousands separated, "$1,204.00"; "$0.00" if there is no amount.
 * Accepts the numbers of items and the texts of carts.
 */
export const formatPrice = (dollars: number | string | null | undefined): string =>
  `$${centsToAmount(toCents(dollars ?? 0) ?? 0).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

/** Returns an amount less another one as text: "-0.50" for 9.5 less "10.00". */
export const amountLess = (amount: number | string, less: number | string): string =>
  centsToAmount((toCents(amount) ?? 0) - (toCents(less) ?? 0));

/** Rounds cents up to a whole dollar (behavior 4.2). */
export const ceilToDollarCents = (cents: number): number => cents + ((100 - (cents % 100)) % 100);

/**
 * Returns a percentage of an amount, in cents, a half rounded up (behavior 9.5). Throws a RangeError if the percentage is
 * not a number of 0 or more.
 */
export const percentOfCents = (cents: number, percentage: number): number => {
  const rate = readDecimal(percentage);
  if (rate === null) throw new RangeError(`not a percentage: ${percentage}`);
  return Number(divideHalfUp(BigInt(cents) * rate.units, 10n ** BigInt(rate.scale + 2)));
};
