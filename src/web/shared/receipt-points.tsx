import type { Receipt } from '#contract/receipts.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { pointsEarned } from '#domain/points.ts';
import { counted } from '#domain/text.ts';

/** The discount of spent points, as a row of a list of totals. Nothing if there is none. */
export const PointsDiscount = ({
  points,
  pointsDiscount,
  className,
}: Pick<Receipt, 'points' | 'pointsDiscount'> & { className?: string }) => {
  if (!points) return null;
  return (
    <>
      <dt className={className ?? 'text-muted'}>{counted(points, 'point')} used</dt>
      <dd className="text-right">−{formatPrice(pointsDiscount)}</dd>
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
  return points === null ? null : <p className="text-sm text-muted">{counted(points, 'point')} to come</p>;
};
