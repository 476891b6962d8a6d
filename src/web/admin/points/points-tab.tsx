import { useInfiniteQuery } from '@tanstack/react-query';
import { Coins, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { POINTS_KINDS } from '#domain/points.ts';
import { downloadLedger, wholeLedgerQuery } from '../../api/queries/points.admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { CsvButton } from '../lists/csv-button.tsx';
import { NothingFound } from '../lists/nothing-found.tsx';
import { PagedList } from '../lists/paged-list.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { GivePointsDialog } from './give-points-dialog.tsx';
import { KIND_NAMES, signed } from './kind-words.ts';
import { LedgerCards, LedgerTable } from './ledger-rows.tsx';

const WIDE = '(min-width: 56rem)';
const ALL_KINDS = 'all';

/** The ledger of all members, what it comes to, and the form that writes in it (decisions §6). */
export default function PointsTab() {
  const [values, change] = useAddressValues(['q', 'kind', 'user']);
  const kind = POINTS_KINDS.find((known) => known === values.kind);
  const filter = useMemo(
    () => ({ q: values.q, user: values.user, ...(kind && { kind }) }),
    [values.q, values.user, kind],
  );
  const answer = useInfiniteQuery(wholeLedgerQuery(filter));
  const [isGiving, setGiving] = useState(false);
  const isWide = useMedia(WIDE);

  const first = answer.data?.pages[0];
  const entries = answer.data?.pages.flatMap((page) => page.transactions) ?? [];
  const isNarrowed = values.q !== '' || values.user !== '' || kind !== undefined;
  const give = (
    <Button variant="primary" onClick={() => setGiving(true)}>
      <Coins aria-hidden className="size-4.5" />
      Grant or deduct
    </Button>
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Totals totals={first?.totals} isNarrowed={isNarrowed} />
        {give}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search transactions"
          placeholder="Member or reason"
          value={values.q}
          onSearch={(q) => change({ q })}
          className="min-w-0 basis-full sm:grow sm:basis-72 lg:max-w-md"
        />
        <Select
          label="Kind"
          hideLabel
          value={kind ?? ALL_KINDS}
          onChange={({ target }) => change({ kind: target.value === ALL_KINDS ? '' : target.value })}
          options={[
            { value: ALL_KINDS, label: 'All kinds' },
            ...POINTS_KINDS.map((value) => ({ value, label: KIND_NAMES[value] })),
          ]}
          className="w-36"
        />
        {values.user !== '' && (
          <Button onClick={() => change({ user: '' })} aria-label={`Only ${values.user}: show all members`}>
            <span className="max-w-40 truncate">Only {values.user}</span>
            <X aria-hidden className="size-4" />
          </Button>
        )}
        <div className="sm:ml-auto">
          <CsvButton name="transactions" fetchFile={() => downloadLedger(filter)} />
        </div>
      </div>
      <PagedList
        answer={answer}
        count={entries.length}
        total={first?.total}
        noun="transactions"
        failed="Failed to load transactions"
        rowClassName={isWide ? 'h-11' : 'h-28'}
        empty={
          isNarrowed ? (
            <NothingFound noun="transactions" onClear={() => change({ q: '', kind: '', user: '' })} />
          ) : (
            <EmptyState
              icon={<Coins />}
              title="No points yet"
              text="A completed receipt earns its member points. You can also grant some, with a reason."
              action={give}
            />
          )
        }
      >
        {isWide ? <LedgerTable entries={entries} /> : <LedgerCards entries={entries} />}
      </PagedList>
      <GivePointsDialog open={isGiving} onClose={() => setGiving(false)} username={values.user} />
    </div>
  );
}

interface TotalsProps {
  totals: { given: number; taken: number } | undefined;
  isNarrowed: boolean;
}

/** What all that is found comes to: given, taken, and what is left with the members. */
const Totals = ({ totals, isNarrowed }: TotalsProps) => {
  const figures = [
    { name: 'Given', value: totals && signed(totals.given) },
    { name: 'Taken', value: totals && signed(-totals.taken) },
    {
      name: isNarrowed ? 'Difference' : 'With members',
      value: totals && (totals.given - totals.taken).toLocaleString(),
    },
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-xl font-bold tracking-tight text-text">
            {value ?? <Skeleton className="mt-1 h-7 w-20" />}
          </dd>
        </div>
      ))}
    </dl>
  );
};
