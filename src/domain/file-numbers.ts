import { readDecimal } from './decimal.ts';
import { toCents } from './money.ts';

/*
 * Every number of an inventory file is read here, so that each may be a number or a numeric text (behavior 9.6): 40,
 * "40.00" and " 40 " are the same.
 */

/** The most pieces of an item. More could make the sums of a cart too large for exact whole cents. */
export const MOST_PIECES = 1_000_000_000;

/** Reads a whole number of 0 or more; null for anything else. One that is too large to be exact is Infinity. */
export const readWhole = (value: unknown): number | null => {
  if (typeof value === 'number' && value > 0 && Number.isSafeInteger(value)) return value;
  const decimal = isNumeric(value) ? readDecimal(value) : null;
  if (decimal === null) return null;
  const one = 10n ** BigInt(decimal.scale);
  if (decimal.units % one !== 0n) return null;
  const whole = Number(decimal.units / one);
  return Number.isSafeInteger(whole) ? whole : Number.POSITIVE_INFINITY;
};

/** Reads dollars of 0 or more as whole cents; null for anything else. */
export const readCents = (value: unknown): number | null => (isNumeric(value) ? toCents(value) : null);

const isNumeric = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string';
