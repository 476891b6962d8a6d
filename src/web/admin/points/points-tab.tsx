import { useInfiniteQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { LedgerSort } from '#contract/points.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { POINTS_KINDS, pointsWorth } from '#domain/points.ts';
import { wholeLedgerQuery } from '../../api/queries/points.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Select } from '../../ui/select.tsx';
import { AdminListTab } from '../lists/admin-list-tab.tsx';
import { readSort, SortSelect, writeSort } from '../lists/list-sort.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { sectionAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { AdjustPointsDialog } from './adjust-points-dialog.tsx';
import { formatSigned, KIND_LABELS, LedgerCards, LedgerTable } from './ledger-rows.tsx';
import { LEDGER_SORT } from './ledger-sort.ts';

const ALL_KINDS = 'all';

/** The "Points & Transactions" tab: the ledger of all members, its totals, and the form that adjusts points. */
export default function PointsTab() {
  const [values, change] = useAddressValues(['q', 'kind', 'user', 'sort']);
  const kind = POINTS_KINDS.find((known) => known === values.kind);
  const filter = useMemo(
    () => ({ q: values.q, user: values.user, ...(kind && { kind }) }),
    [values.q, values.user, kind],
  );
  const sort = readSort(LEDGER_SORT, values.sort);
  const sorted = useMemo(() => ({ ...filter, sort }), [filter, sort]);
  const query = useInfiniteQuery(wholeLedgerQuery(sorted));
  const setSort = (wanted: LedgerSort) => change({ sort: writeSort(LEDGER_SORT, wanted) });
  const [isAdjusting, setAdjusting] = useState(false);

  const first = query.data?.pages[0];
  const entries = query.data?.pages.flatMap((page) => page.transactions) ?? [];
  const adjust = (
    <Button variant="primary" onClick={() => setAdjusting(true)}>
      <Coins aria-hidden className="size-4.5" />
      Adjust points
    </Button>
  );
  return (
    <>
      <AdminListTab
        noun="transactions"
        query={query}
        count={entries.length}
        total={first?.total}
        failed="Failed to load transactions"
        filter={filter}
        onFilter={change}
        searchPlaceholder="Member or reason"
        wide="(min-width: 56rem)"
        table={<LedgerTable entries={entries} sort={sort} onSort={setSort} />}
        cards={<LedgerCards entries={entries} />}
        cardClassName="h-28"
        empty={
          <EmptyState
            icon={<Coins />}
            title="No points yet"
            text="Members earn points when their receipts are completed. You can also grant points."
            action={adjust}
          />
        }
        exported={{ kind: 'transactions', query: sorted }}
        beside={
          <Select
            label="Kind"
            hideLabel
            value={kind ?? ALL_KINDS}
            onChange={({ target }) => change({ kind: target.value === ALL_KINDS ? '' : target.value })}
            options={[
              { value: ALL_KINDS, label: 'All kinds' },
              ...POINTS_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
            ]}
            className="w-36"
          />
        }
        order={
          <SortSelect
            orders={LEDGER_SORT}
            sort={sort}
            onSort={setSort}
            className="max-sm:min-w-36 sm:w-52 sm:shrink-0"
          />
        }
      >
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <Totals totals={first?.totals} hasFailed={query.isError} isNarrowed={Object.values(filter).some(Boolean)} />
          {adjust}
        </div>
      </AdminListTab>
      <AdjustPointsDialog open={isAdjusting} onClose={() => setAdjusting(false)} username={values.user} />
    </>
  );
}

interface TotalsProps {
  totals: { given: number; taken: number } | undefined;
  hasFailed: boolean;
  isNarrowed: boolean;
}

/** The totals of all matching transactions, and what those of all members are worth. */
const Totals = ({ totals, hasFailed, isNarrowed }: TotalsProps) => {
  const { pointsValue } = useShop();
  const left = totals && totals.given - totals.taken;
  const figures = [
    { name: 'Issued', value: totals && formatSigned(totals.given), worth: null },
    { name: 'Deducted', value: totals && formatSigned(-totals.taken), worth: null },
    {
      name: isNarrowed ? 'Difference' : 'Outstanding',
      value: left?.toLocaleString(),
      worth: isNarrowed || left === undefined || pointsValue === 0 ? null : pointsWorth(left, pointsValue),
    },
  ];
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 max-sm:basis-full">
        {figures.map(({ name, value, worth }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-xl font-bold tracking-tight text-text">
              {value ?? (hasFailed ? '–' : <Skeleton className="h-[1lh] w-20" />)}
              {worth && <span className="ml-2 text-sm font-normal text-muted">= {formatPrice(worth)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {pointsValue === 0 && <NotSpendable />}
    </>
  );
};

/** Points are worth nothing as long as an owner has not said what they pay. */
const NotSpendable = () => {
  const maySet = useMay('settings.write');
  return (
    // Beside the button, so that a phone shows the first row too.
    <p className="min-w-0 flex-1 text-xs text-muted sm:text-sm">
      Members can't spend points yet.{' '}
      {maySet && (
        <Link href={sectionAddress('points', 'POINTS_VALUE')} className="link">
          Set their value
        </Link>
      )}
    </p>
  );
};
