import type { Receipt } from '#contract/receipts.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { formatPoints, pointsEarned } from '#domain/points.ts';
import { EARNING_LATER } from '#domain/receipt-state.ts';
import { useShop } from '../api/queries/settings.ts';
import { WhyPointsDiscount, WhyPointsToCome } from './why-totals.tsx';

/** The discount of spent points, as a row of a list of totals. Nothing if there is none. */
export const PointsDiscount = ({ points, pointsDiscount }: Pick<Receipt, 'points' | 'pointsDiscount'>) => {
  if (!points) return null;
  return (
    <>
      <dt className="flex items-center gap-1 text-sm text-muted">
        {formatPoints(points)} used
        <WhyPointsDiscount points={points} pointsDiscount={pointsDiscount} />
      </dt>
      <dd className="text-right text-sm text-text">−{formatPrice(pointsDiscount)}</dd>
    </>
  );
};

/** Returns the points that a receipt will earn once it is completed (behavior 8.2). */
const pointsToCome = (
  { status, subtotal, pointsDiscount }: Pick<Receipt, 'status' | 'subtotal' | 'pointsDiscount'>,
  pointsPerDollar: number,
): number => {
  if (!EARNING_LATER.some((each) => each === status)) return 0;
  const paid = { subtotalCents: toCents(subtotal) ?? 0, pointsDiscountCents: toCents(pointsDiscount) ?? 0 };
  return pointsEarned(paid, pointsPerDollar);
};

/**
 * "You'll earn 173 points", or who will in the panel, until the receipt is completed (behavior 8.2). Nothing if it never will be, or if it earns none.
 */
export const PointsToCome = ({ receipt, earner = "You'll earn" }: { receipt: Receipt; earner?: string }) => {
  const { pointsPerDollar } = useShop();
  const points = pointsToCome(receipt, pointsPerDollar);
  if (points === 0) return null;
  return (
    <div className="mt-1 flex items-center justify-end gap-1 text-sm text-muted print:hidden">
      <WhyPointsToCome receipt={receipt} points={points} pointsPerDollar={pointsPerDollar} />
      {earner} {formatPoints(points)}
    </div>
  );
};
