import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { formatPrice } from '#domain/money.ts';
import { formatPoints } from '#domain/points.ts';
import { counted } from '#domain/text.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { balanceQuery, ledgerQuery } from '../../api/queries/points.ts';
import { pointsToComeQuery } from '../../api/queries/receipts.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDate, formatDateTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { WhyBalance } from '../../shared/why-balance.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Cell, HeadCell, Row, Table, TableFrame, TableHead } from '../../ui/table.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { useElementWidth } from '../../ui/use-size.ts';
import { type BalanceStep, balanceOverTime, chartShape } from './points-history.ts';

/** The member's points: the balance, what open orders will earn, a chart of it over time, and the ledger. */
export const PointsCard = () => {
  const { pointsValue } = useShop();
  const toCome = useQuery(pointsToComeQuery);
  const balanceState = useQuery(balanceQuery);
  const ledger = useInfiniteQuery(ledgerQuery);
  const balance = balanceState.data?.balance;
  const entries = useMemo(() => ledger.data?.pages.flatMap((page) => page.transactions), [ledger.data]);
  const steps = useMemo(
    () => (entries && balance !== undefined ? balanceOverTime(balance, entries) : []),
    [entries, balance],
  );
  const failure = useFailure({
    data: balanceState.data && entries,
    error: balanceState.error ?? ledger.error,
    isFetching: balanceState.isFetching || ledger.isFetching,
    refetch: () => [balanceState.refetch(), ledger.refetch()],
  });

  if (balance === undefined || !entries || toCome.isPending) {
    return (
      <Frame>
        {failure && !(balanceState.data && entries) ? (
          <Notice tone="danger" alert action={<TryAgain {...failure} />}>
            {messageOf(failure.error, 'Your points could not be fetched.')}
          </Notice>
        ) : (
          <PointsSkeleton />
        )}
      </Frame>
    );
  }
  const pointsToCome = toCome.data?.points ?? 0;
  return (
    <Frame>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-4 sm:gap-x-8">
        <div className="min-w-28">
          <span className="block text-[clamp(2.75rem,9vw,4rem)] leading-none font-bold tracking-tight text-accent-text">
            {balance.toLocaleString()}
          </span>
          <span className="mt-1 flex items-center gap-1 text-sm text-muted">
            {balance === 1 ? 'point' : 'points'}
            {balance > 0 && pointsValue > 0 && ` = ${formatPrice((balance * pointsValue) / 100)}`}
            <WhyBalance balance={balance} />
          </span>
          {pointsToCome > 0 && <span className="block text-sm text-text">{formatPoints(pointsToCome)} to come</span>}
        </div>
        {entries.length > 0 ? (
          <PointsChart steps={steps} className="min-w-36 flex-1" />
        ) : (
          <HowToEarn className="min-h-24 min-w-36 flex-1" />
        )}
      </div>
      {entries.length > 0 && <Ledger entries={entries} />}
      <LoadMore pages={ledger} label="Show more" className="justify-center" />
    </Frame>
  );
};

const PointsSkeleton = () => (
  <div role="status" aria-label="Loading points" className="flex flex-col gap-5">
    <div className="flex flex-wrap items-end gap-4 sm:gap-x-8">
      <Skeleton className="h-20 w-28" />
      <Skeleton className="h-24 min-w-36 flex-1" />
    </div>
    <div className="flex flex-col gap-2">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  </div>
);

const Frame = ({ children }: { children: ReactNode }) => (
  <Card aria-labelledby="points-title" className="flex flex-col gap-5 p-5">
    <h2 id="points-title" className="text-base font-semibold text-text">
      Points
    </h2>
    {children}
  </Card>
);

const CHART_HEIGHT = 72;
/** Space for the thickness of the line and the dot at its end. */
const CHART_MARGIN = 6;

/** The balance from the first entry until today. The table below shows the same in figures. */
const PointsChart = ({ steps, className }: { steps: readonly BalanceStep[]; className?: string }) => {
  const [box, width] = useElementWidth<HTMLElement>();
  const shape = chartShape(steps, {
    width: Math.max(width - 2 * CHART_MARGIN, 0),
    height: CHART_HEIGHT,
    now: shopNow(),
  });
  const [first] = steps;
  const last = steps.at(-1);
  return (
    <figure ref={box} className={cx('h-24', className)}>
      {shape && first && last && (
        <>
          <svg
            role="img"
            aria-label={`Balance since ${formatDate(first.at)}: from ${first.balance} to ${last.balance} points, at most ${shape.highest}.`}
            viewBox={`${-CHART_MARGIN} ${-CHART_MARGIN} ${width} ${CHART_HEIGHT + 2 * CHART_MARGIN}`}
            className="block h-21 w-full"
          >
            <line x1={0} x2={width - 2 * CHART_MARGIN} y1={CHART_HEIGHT} y2={CHART_HEIGHT} className="stroke-line" />
            <path d={shape.area} className="fill-accent/15" />
            <path d={shape.line} fill="none" strokeWidth={2} strokeLinejoin="round" className="stroke-accent-text" />
            <circle cx={shape.end.x} cy={shape.end.y} r={4} className="fill-accent-text" />
          </svg>
          <figcaption className="flex justify-between text-xs text-muted">
            <span>{formatDate(first.at)}</span>
            <span>Today</span>
          </figcaption>
        </>
      )}
    </figure>
  );
};

/** Explains how points are earned, until there is a first entry for the chart. */
const HowToEarn = ({ className }: { className: string }) => {
  const { pointsPerDollar, pointsValue } = useShop();
  return (
    <p className={cx('flex items-center gap-3 text-muted', className)}>
      <Sparkles aria-hidden className="size-5 shrink-0 text-accent-text" />
      {pointsPerDollar > 0
        ? `Earn ${counted(pointsPerDollar, 'point')} per dollar.${pointsValue > 0 ? ` 100 points = ${formatPrice(pointsValue)} off.` : ''}`
        : 'Points that the shop gives you appear here.'}
    </p>
  );
};

const Ledger = ({
  entries,
}: {
  entries: readonly { id: number; points: number; reason: string; createdAt: string }[];
}) => (
  <TableFrame label="Points history" className="max-h-60 sm:max-h-96">
    <Table>
      <TableHead>
        <tr>
          <HeadCell>Date</HeadCell>
          <HeadCell>Reason</HeadCell>
          <HeadCell align="end">Points</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id}>
            <Cell className="whitespace-nowrap text-muted">
              <time dateTime={entry.createdAt} title={formatDateTime(entry.createdAt)}>
                {formatDate(entry.createdAt)}
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
