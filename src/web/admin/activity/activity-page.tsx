import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, SearchX, X } from 'lucide-react';
import { useMemo } from 'react';
import { AUDIT_FAILED, auditQuery, KIND_GROUPS } from '../../api/queries/audit.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedList } from '../lists/paged-list.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { ActivityList } from './activity-list.tsx';
import { ChainLine } from './chain-line.tsx';
import { actorText } from './entry-text.ts';

/** The page "Activity" of owners: the evidence as sentences, newest first (behavior 3.14). */
export default function ActivityPage() {
  const [values, change] = useAddressValues(['q', 'group', 'actor', 'who']);
  const group = KIND_GROUPS.find(({ value }) => value === values.group);
  const filter = useMemo(
    () => ({
      ...(values.q && { q: values.q }),
      ...(group && { kind: group.kinds.join(',') }),
      ...(values.actor && { actor: values.actor }),
    }),
    [values.q, values.actor, group],
  );
  const query = useInfiniteQuery(auditQuery(filter));
  const pages = query.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-3">
      {pages[0] && <ChainLine chain={pages[0].chain} />}
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search activity"
          placeholder="Name, receipt number or kind"
          value={values.q}
          onSearch={(q) => change({ q })}
          className="min-w-0 basis-full sm:grow sm:basis-72 lg:max-w-md"
        />
        <GroupChips value={group?.value ?? ''} onChange={(next) => change({ group: next })} />
        {values.actor && (
          <Button onClick={() => change({ actor: '', who: '' })} aria-label="Show what everybody did">
            <span className="max-w-40 truncate">Only {values.who || values.actor}</span>
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      <PagedList
        query={query}
        count={entries.length}
        total={pages[0]?.total}
        noun="entries"
        failed={AUDIT_FAILED}
        empty={
          isNarrowed ? (
            <EmptyState
              icon={<SearchX />}
              title="No entries match"
              text="Try other words or fewer filters."
              action={<Button onClick={() => change({ q: '', group: '', actor: '', who: '' })}>Clear Filters</Button>}
            />
          ) : (
            <EmptyState icon={<ScrollText />} title="No activity yet" text="What people do will be listed here." />
          )
        }
      >
        <ActivityList entries={entries} onActor={(entry) => change({ actor: entry.actorId, who: actorText(entry) })} />
      </PagedList>
    </div>
  );
}

const CHIP =
  'h-9 pointer-coarse:h-11 shrink-0 rounded-full border border-edge bg-well px-3 text-sm text-muted hover:text-text ' +
  'aria-pressed:border-transparent aria-pressed:bg-accent-wash aria-pressed:font-semibold aria-pressed:text-accent-text';

/** One chip for each group of kinds, of which one or none is chosen. */
const GroupChips = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row that wraps
  <div role="group" aria-label="Kind of activity" className="flex flex-wrap gap-1.5">
    {[{ value: '', label: 'All' }, ...KIND_GROUPS].map((group) => (
      <button
        key={group.value}
        type="button"
        aria-pressed={group.value === value}
        onClick={() => onChange(group.value)}
        className={cx(CHIP, 'forced-colors:aria-pressed:outline-2')}
      >
        {group.label}
      </button>
    ))}
  </div>
);
