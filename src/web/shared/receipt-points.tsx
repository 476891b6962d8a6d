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

/** Who will earn the points of a receipt, until it is completed (behavior 8.2). Nothing if it never will be. */
export const PointsToCome = ({ receipt, earner }: { receipt: Receipt; earner?: string | undefined }) =>
  EARNING_LATER.some((each) => each === receipt.status) && (
    <div className="mt-1 flex justify-end text-sm print:hidden">
      <PointsOfOrder order={receipt} earner={earner} />
    </div>
  );

interface PointsOfOrderProps {
  order: Pick<Receipt, 'subtotal' | 'points' | 'pointsDiscount'>;
  earner?: string | undefined;
}

/** "You'll earn 173 points": what an order earns once it is completed. Nothing if it earns none. */
export const PointsOfOrder = ({ order, earner = "You'll earn" }: PointsOfOrderProps) => {
  const { pointsPerDollar } = useShop();
  const paid = { subtotalCents: toCents(order.subtotal) ?? 0, pointsDiscountCents: toCents(order.pointsDiscount) ?? 0 };
  const points = pointsEarned(paid, pointsPerDollar);
  if (points === 0) return null;
  return (
    <div className="flex items-center gap-1 text-muted">
      <WhyPointsToCome order={order} points={points} pointsPerDollar={pointsPerDollar} />
      {earner} {formatPoints(points)}
    </div>
  );
};
