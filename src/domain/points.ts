import { readDecimal } from './decimal.ts';

/** The kinds of ledger entries (behavior 8.1). */
export const POINTS_KINDS = ['earned', 'granted', 'deducted', 'reversed', 'test'] as const;
export type PointsKind = (typeof POINTS_KINDS)[number];

/**
 * Returns the whole points that a completed receipt earns: floor(subtotal × rate) (behavior 8.2). The rate is in points
 * per dollar, and rates such as 1.1 are exact. Throws a RangeError if the rate is not a number of 0 or more.
 */
export const pointsEarned = (subtotalCents: number, pointsPerDollar: number): number => {
  const rate = readDecimal(pointsPerDollar);
  if (rate === null) throw new RangeError(`not a rate: ${pointsPerDollar}`);
  return Number((BigInt(subtotalCents) * rate.units) / 10n ** BigInt(rate.scale + 2));
};
