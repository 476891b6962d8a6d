import { readDecimal } from './decimal.ts';
import { centsToAmount } from './money.ts';

/** The kinds of ledger entries (behavior 8.1). */
export const POINTS_KINDS = ['earned', 'granted', 'deducted', 'redeemed', 'reversed', 'test'] as const;
export type PointsKind = (typeof POINTS_KINDS)[number];

/**
 * Returns the whole points that a completed receipt earns: floor((subtotal − discount) × rate) (behavior 8.2). The rate
 * is in points per dollar, and rates such as 1.1 are exact. Throws a RangeError if the rate is not a number of 0 or more.
 */
export const pointsEarned = (
  { subtotalCents, pointsDiscountCents }: { subtotalCents: number; pointsDiscountCents: number },
  pointsPerDollar: number,
): number => {
  const rate = exact(pointsPerDollar);
  return Number((BigInt(subtotalCents - pointsDiscountCents) * rate.units) / 10n ** BigInt(rate.scale + 2));
};

/** Points that a member wants to spend, and what they are worth. */
export interface PointsToSpend {
  points: number;
  /** Dollars for 100 points, which is cents for one point. 0 if points cannot be spent. */
  pointsValue: number;
}

export const NO_POINTS: PointsToSpend = { points: 0, pointsValue: 0 };

/**
 * Returns how many whole points an order uses and their discount, rounded down to the cent: at most the subtotal, and no
 * more points than that takes (behavior 8.5). Throws a RangeError if the value is not a number of 0 or more.
 */
export const spendPoints = (
  { points, pointsValue }: PointsToSpend,
  subtotalCents: number,
): { points: number; pointsDiscountCents: number } => {
  const value = exact(pointsValue);
  if (value.units === 0n) return { points: 0, pointsDiscountCents: 0 };
  const part = 10n ** BigInt(value.scale);
  const subtotal = BigInt(Math.max(0, subtotalCents));
  const needed = (subtotal * part + value.units - 1n) / value.units;
  const used = smaller(BigInt(Math.max(0, points)), needed);
  const worth = (used * value.units) / part;
  return { points: Number(used), pointsDiscountCents: Number(smaller(worth, subtotal)) };
};

/** Returns what points take off orders in all, dollars as text (behavior 8.5). */
export const pointsWorth = (points: number, pointsValue: number): string =>
  centsToAmount(spendPoints({ points, pointsValue }, Number.MAX_SAFE_INTEGER).pointsDiscountCents);

/**
 * Returns the points that still pay for a receipt, and their discount, if its subtotal falls to `subtotalCents`. The points
 * keep what they were worth when it was made (behavior 8.6).
 */
export const keepPoints = (
  { points, pointsDiscountCents }: { points: number; pointsDiscountCents: number },
  subtotalCents: number,
): { points: number; pointsDiscountCents: number } => {
  if (subtotalCents >= pointsDiscountCents) return { points, pointsDiscountCents };
  const [cents, of] = [BigInt(subtotalCents), BigInt(pointsDiscountCents)];
  return { points: Number((BigInt(points) * cents + of - 1n) / of), pointsDiscountCents: subtotalCents };
};

/** Formats whole points for people: "1 point", "1,730 points". */
export const formatPoints = (points: number): string =>
  `${points.toLocaleString('en-US')} ${points === 1 ? 'point' : 'points'}`;

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const exact = (value: number) => {
  const decimal = readDecimal(value);
  if (decimal === null) throw new RangeError(`not a rate: ${value}`);
  return decimal;
};
