import { readDecimal } from './decimal.ts';

/** What an entry of the ledger is for (decisions §8 "literal names"). */
export const POINTS_KINDS = ['earned', 'granted', 'deducted', 'reversed', 'test'] as const;
export type PointsKind = (typeof POINTS_KINDS)[number];

/**
 * The whole points a completed receipt earns: floor(subtotal × rate), the rate being points for a dollar (decisions
 * §6). Exact for rates such as 1.1. Throws a RangeError for a rate that is not a number of 0 or more.
 */
export const pointsEarned = (subtotalCents: number, pointsPerDollar: number): number => {
  const rate = readDecimal(pointsPerDollar);
  if (rate === null) throw new RangeError(`not a rate: ${pointsPerDollar}`);
  return Number((BigInt(subtotalCents) * rate.units) / 10n ** BigInt(rate.scale + 2));
};
