import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#contract/overview.ts';
import { DEFAULT_OVERVIEW_DAYS, OVERVIEW_DAYS, type OverviewDays } from '#domain/overview.ts';
import { useFailure } from '../../api/failure.ts';
import { attentionQuery } from '../../api/queries/attention.ts';
import { openingQuery } from '../../api/queries/opening.ts';
import { OVERVIEW_FAILED, overviewQuery } from '../../api/queries/overview.ts';
import { Segmented } from '../../ui/choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { ListFailure } from '../lists/paged-list.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { useMay } from '../panel-role.ts';
import { Figures } from './figures.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OpeningLine } from './opening-line.tsx';
import { todaySentence } from './overview-text.ts';
import { SalesPerDay } from './sales-per-day.tsx';
import { useLacks } from './use-lacks.ts';
import { WhatSells } from './what-sells.tsx';

const PERIODS = OVERVIEW_DAYS.map((days) => ({ value: `${days}` as const, label: `${days} days` }));

/** The "Overview" tab: what needs its seller, and what the shop sells (behavior 10.8, 10.17). */
export default function OverviewTab() {
  const [values, change] = useAddressValues(['days']);
  const days = OVERVIEW_DAYS.find((known) => `${known}` === values.days) ?? DEFAULT_OVERVIEW_DAYS;
  const query = useQuery(overviewQuery(days));
  // Seven days do not have the day a week ago.
  const month = useQuery(overviewQuery(DEFAULT_OVERVIEW_DAYS));
  const failure = useFailure(query);
  const attention = useQuery(attentionQuery);
  const attentionFailure = useFailure(attention);
  const isUnsold = month.data ? !hasSales(month.data) : month.error ? false : undefined;
  const lacks = useLacks(isUnsold);
  const opening = useQuery({ ...openingQuery, enabled: useMay('settings.write') && isUnsold === true });
  // Nothing moves when the line above all this comes. Without it, the figures are enough.
  const shown = opening.isLoading ? undefined : query.data;
  // The list for the user is above the rest, so the rest waits until their height is known.
  if ((attention.data === undefined && !attentionFailure) || lacks === 'loading') {
    return (
      <div role="status" aria-label="Loading the overview" className={COLUMN}>
        <Skeleton className="h-53 rounded-card" />
        <OverviewSkeleton />
      </div>
    );
  }
  if (!failure && shown === undefined) {
    return (
      <div className={COLUMN}>
        <NeedsYou items={attention.data} failure={attentionFailure} lacks={lacks} />
        <div role="status" aria-label="Loading the overview" className="flex flex-col gap-6">
          <Skeleton className="h-11 rounded-control" />
          <OverviewSkeleton />
        </div>
      </div>
    );
  }
  return (
    <div className={COLUMN}>
      <NeedsYou items={attention.data} failure={attentionFailure} lacks={lacks} />
      {isUnsold && opening.data && <OpeningLine opening={opening.data} />}
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {month.data ? (
          <p className="text-lg font-semibold text-balance" role="status">
            {todaySentence(month.data.perDay)}
          </p>
        ) : (
          <Skeleton className={cx('h-6 w-80 max-w-full', month.error && 'invisible')} />
        )}
        <Segmented
          label="Period"
          value={`${days}` as `${OverviewDays}`}
          onChange={(next) => change({ days: next === `${DEFAULT_OVERVIEW_DAYS}` ? '' : next })}
          options={PERIODS}
        />
      </div>
      {failure && <ListFailure {...failure} failed={OVERVIEW_FAILED} />}
      {shown && (
        <div
          aria-busy={query.isPlaceholderData}
          className={cx('flex flex-col gap-6 transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          <Contents overview={shown} days={shown.perDay.length} />
        </div>
      )}
    </div>
  );
}

const COLUMN = 'mx-auto flex max-w-[90rem] flex-col gap-6';

const hasSales = ({ orders, before }: Overview): boolean => orders > 0 || before.orders > 0;

const Contents = ({ overview, days }: { overview: Overview; days: number }) => (
  <>
    <section aria-label="Sales" className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <Figures overview={overview} days={days} />
      <SalesPerDay perDay={overview.perDay} />
      <p className="mt-3 text-sm text-muted">
        An order counts on the day it was first marked paid, without shipping. Canceling it later changes that day.
      </p>
    </section>
    <WhatSells overview={overview} days={days} />
  </>
);

const OverviewSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-[32rem] w-full rounded-card sm:h-[30.5rem]" />
    <div className="grid gap-6 lg:grid-cols-2">
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  </div>
);
