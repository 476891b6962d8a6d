import { useInfiniteQuery } from '@tanstack/react-query';
import { formatPoints } from '#domain/points.ts';
import { ledgerQuery } from '../api/queries/points.ts';
import { useShop } from '../api/queries/settings.ts';
import { formatDate } from '../browser/dates.ts';
import { Skeleton } from '../ui/loading.tsx';
import { Why, WhySum, WhyText } from '../ui/why.tsx';
import { perDollar } from './why-totals.tsx';

/** Explains the member's balance by the ledger. */
export const WhyBalance = ({ balance }: { balance: number }) => (
  <Why of={formatPoints(balance)} explain={() => <BalanceExplanation balance={balance} />} />
);

const BalanceExplanation = ({ balance }: { balance: number }) => {
  const { pointsPerDollar, pointsValue } = useShop();
  const { data, isPending, hasNextPage } = useInfiniteQuery(ledgerQuery);
  const entries = data?.pages.flatMap((page) => page.transactions) ?? [];
  const sum = (sign: 1 | -1) =>
    entries.reduce((total, { points }) => total + (Math.sign(points) === sign ? points : 0), 0);
  const [added, taken] = [sum(1), sum(-1)];
  // A balance that moved a moment ago, or a long ledger, has other entries than those at hand.
  const isWhole = data !== undefined && !hasNextPage && added + taken === balance;
  const [newest] = entries;
  return (
    <>
      {isPending && <Skeleton className="h-16" />}
      {isWhole && entries.length > 0 && (
        <WhySum
          parts={[
            ['Received', added.toLocaleString('en-US')],
            ['Spent or taken back', `−${(-taken).toLocaleString('en-US')}`],
          ]}
          result={['Balance', balance.toLocaleString('en-US')]}
        />
      )}
      {newest && (
        <WhyText>
          Last {newest.points < 0 ? '−' : '+'}
          {Math.abs(newest.points).toLocaleString('en-US')} on {formatDate(newest.createdAt)}: {newest.reason}
        </WhyText>
      )}
      <WhyText quiet>
        {pointsPerDollar > 0
          ? `A completed order earns ${perDollar(pointsPerDollar)} for its items, minus their discount.`
          : 'Points come from the shop.'}
        {pointsValue > 0 && ` 100 points are worth $${pointsValue.toFixed(2)}.`}
      </WhyText>
    </>
  );
};
