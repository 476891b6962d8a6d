import type { Receipt } from '#contract/receipts.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { formatPoints, pointsEarned } from '#domain/points.ts';
import { useShop } from '../api/queries/settings.ts';

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
 * "173 points to come", until the receipt is completed (behavior 8.2). Nothing if it never will be, or if it earns none.
 */
export const PointsToCome = ({ receipt }: { receipt: Receipt }) => {
  const { pointsPerDollar } = useShop();
  const { status, subtotal, pointsDiscount } = receipt;
  if (status === 'completed' || status === 'cancelled' || status === 'expired') return null;
  const paid = { subtotalCents: toCents(subtotal) ?? 0, pointsDiscountCents: toCents(pointsDiscount) ?? 0 };
  const points = pointsEarned(paid, pointsPerDollar);
  return points === 0 ? null : <p className="mt-1 text-right text-sm text-muted">{formatPoints(points)} to come</p>;
};
