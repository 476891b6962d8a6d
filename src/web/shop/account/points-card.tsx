import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { balanceQuery, ledgerQuery } from '../../api/queries/points.ts';
import { useShop } from '../../api/queries/settings.ts';
import { dayInWords, inWords } from '../../browser/dates.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { PointsChart } from './points-chart.tsx';
import { balanceOverTime } from './points-history.ts';

/** The member's points: the balance as a figure, how it came to be as a line, and every entry of the ledger. */
export const PointsCard = () => {
  const balance = useQuery(balanceQuery);
  const ledger = useInfiniteQuery(ledgerQuery);
  const entries = useMemo(() => ledger.data?.pages.flatMap((page) => page.transactions), [ledger.data]);
  const steps = useMemo(
    () => (entries && balance.data ? balanceOverTime(balance.data.balance, entries) : []),
    [entries, balance.data],
  );
  const failure = useFailure({
    data: balance.data && entries,
    error: balance.error ?? ledger.error,
    isFetching: balance.isFetching || ledger.isFetching,
    refetch: () => [balance.refetch(), ledger.refetch()],
  });
  const hasLedger = entries !== undefined && entries.length > 0;

  if (failure && !(balance.data && entries)) {
    return (
      <Frame>
        <Notice tone="danger" alert action={<TryAgain {...failure} />}>
          {messageOf(failure.error, 'Your points could not be fetched.')}
        </Notice>
      </Frame>
    );
  }
  return (
    <Frame>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
        <p className="min-w-32">
          {balance.data ? (
            <span className="block text-[clamp(2.75rem,9vw,4rem)] leading-none font-bold tracking-tight text-accent-text">
              {balance.data.balance.toLocaleString()}
            </span>
          ) : (
            <Skeleton className="h-14 w-36" />
          )}
          <span className="mt-1 block text-sm text-muted">{balance.data?.balance === 1 ? 'point' : 'points'}</span>
        </p>
        {!entries && <Skeleton className="h-24 min-w-56 flex-1" />}
        {hasLedger && <PointsChart steps={steps} className="min-w-56 flex-1" />}
        {entries?.length === 0 && <HowPointsCome className="min-h-24 min-w-56 flex-1" />}
      </div>
      {hasLedger && <Ledger entries={entries} />}
      {!entries && (
        <div role="status" aria-label="Loading points" className="flex flex-col gap-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      )}
      <LoadMore pages={ledger} words="Show more" className="justify-center" />
    </Frame>
  );
};

const Frame = ({ children }: { children: ReactNode }) => (
  <Card aria-labelledby="points-title" className="flex flex-col gap-5 p-5">
    <h2 id="points-title" className="text-base font-semibold text-text">
      Points
    </h2>
    {children}
  </Card>
);

/** What stands in the chart's place until there is a first entry. */
const HowPointsCome = ({ className }: { className: string }) => {
  const { pointsPerDollar } = useShop();
  return (
    <p className={cx('flex items-center gap-3 text-muted', className)}>
      <Sparkles aria-hidden className="size-5 shrink-0 text-accent-text" />
      {pointsPerDollar > 0
        ? `Every completed order earns you ${pointsPerDollar === 1 ? 'a point' : `${pointsPerDollar} points`} for each dollar.`
        : 'Points that the shop gives you appear here.'}
    </p>
  );
};

const Ledger = ({
  entries,
}: {
  entries: readonly { id: number; points: number; reason: string; createdAt: string }[];
}) => (
  <TableFrame label="Points history" className="max-h-96">
    <Table>
      <TableHead>
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell>What for</HeadCell>
          <HeadCell align="end">Points</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell className="whitespace-nowrap text-muted">
              <time dateTime={entry.createdAt} title={inWords(entry.createdAt)}>
                {dayInWords(entry.createdAt)}
              </time>
            </Cell>
            <Cell className="w-full break-words">{entry.reason}</Cell>
            <Cell align="end" className={cx('font-semibold', entry.points < 0 ? 'text-danger-text' : 'text-good-text')}>
              {`${entry.points < 0 ? '−' : '+'}${Math.abs(entry.points).toLocaleString()}`}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  </TableFrame>
);
