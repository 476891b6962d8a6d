import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { amountLess, formatPrice } from '#domain/money.ts';
import { formatPoints } from '#domain/points.ts';
import { Why, WhySum, WhyText } from '../ui/why.tsx';

/** The amounts of a cart or a receipt. */
type Amounts = Pick<Receipt, 'subtotal' | 'points' | 'pointsDiscount' | 'shippingOption' | 'shippingCost' | 'total'>;

/** Explains a total by its parts. */
export const WhyTotal = ({ amounts, children }: { amounts: Amounts; children: ReactNode }) => {
  const { subtotal, points, pointsDiscount, shippingOption, shippingCost, total } = amounts;
  const explain = () => (
    <>
      <WhySum
        parts={[
          ['Items', formatPrice(subtotal)],
          ...(points > 0 ? [[formatPoints(points), `−${formatPrice(pointsDiscount)}`] as const] : []),
          [`Shipping, ${shippingOption}`, formatPrice(shippingCost)],
        ]}
        result={['Total', formatPrice(total)]}
      />
      {children}
    </>
  );
  return <Why of={formatPrice(total)} explain={explain} />;
};

/** Explains the discount of spent points. */
export const WhyPointsDiscount = ({ points, pointsDiscount }: Pick<Receipt, 'points' | 'pointsDiscount'>) => (
  <Why
    of={`−${formatPrice(pointsDiscount)}`}
    explain={() => (
      <>
        <WhyText>
          {formatPoints(points)} take {formatPrice(pointsDiscount)} off the items.
        </WhyText>
        <WhyText quiet>
          Points never pay for shipping. If the order is canceled or expires, they come back to the balance.
        </WhyText>
      </>
    )}
  />
);

/** Explains how many points an order earns (behavior 8.2). */
export const WhyPointsToCome = ({
  order: { subtotal, points: used, pointsDiscount },
  points,
  pointsPerDollar,
}: {
  order: Pick<Receipt, 'subtotal' | 'points' | 'pointsDiscount'>;
  points: number;
  pointsPerDollar: number;
}) => {
  const counted = formatPrice(amountLess(subtotal, pointsDiscount));
  const what = used > 0 ? `${counted}, the items minus their discount,` : `${counted} of items`;
  return (
    <Why
      of={`${formatPoints(points)} to come`}
      explain={() => (
        <>
          <WhyText>
            {what} at {perDollar(pointsPerDollar)} comes to {formatPoints(points)}, rounded down.
          </WhyText>
          <WhyText quiet>Shipping earns none. The points are added when the order is completed.</WhyText>
        </>
      )}
    />
  );
};

/** "1 point a dollar". */
export const perDollar = (points: number): string => `${points} ${points === 1 ? 'point' : 'points'} a dollar`;
