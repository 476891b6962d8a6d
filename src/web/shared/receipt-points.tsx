import type { Receipt } from '#contract/receipts.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { formatPoints, pointsEarned } from '#domain/points.ts';

/** The discount of spent points, as a row of a list of totals. Nothing if there is none. */
export const PointsDiscount = ({ points, pointsDiscount }: Pick<Receipt, 'points' | 'pointsDiscount'>) => {
  if (!points) return null;
  return (
    <>
      <dt className="text-sm text-muted">{formatPoints(points)} used</dt>
      <dd className="text-right text-sm text-text">−{formatPrice(pointsDiscount)}</dd>
    </>
  );
};

/**
 * The whole points that a receipt will earn when it is completed: null once it is completed, or if it never will be
 * (behavior 8.2).
 */
export const pointsToCome = (
  { status, subtotal, pointsDiscount }: Pick<Receipt, 'status' | 'subtotal' | 'pointsDiscount'>,
  pointsPerDollar: number,
): number | null => {
  if (status === 'completed' || status === 'cancelled' || status === 'expired') return null;
  const points = pointsEarned(
    { subtotalCents: toCents(subtotal) ?? 0, pointsDiscountCents: toCents(pointsDiscount) ?? 0 },
    pointsPerDollar,
  );
  return points === 0 ? null : points;
};

/** "173 points to come", on a receipt that is not completed yet. */
export const PointsToCome = ({ receipt, pointsPerDollar }: { receipt: Receipt; pointsPerDollar: number }) => {
  const points = pointsToCome(receipt, pointsPerDollar);
  return points === null ? null : <p className="text-sm text-muted">{formatPoints(points)} to come</p>;
};
