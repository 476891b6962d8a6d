import { useInfiniteQuery } from '@tanstack/react-query';
import { ListRestart } from 'lucide-react';
import type { SyncRun } from '#contract/feed.ts';
import { syncRunsQuery } from '../../api/queries/feed.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCounts } from '../changes/plan-labels.ts';
import { PagedList } from '../lists/paged-list.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';

const RESULTS: Readonly<Record<SyncRun['result'], { tone: Tone; name: string }>> = {
  applied: { tone: 'good', name: 'Applied' },
  empty: { tone: 'plain', name: 'Nothing to change' },
  failed: { tone: 'danger', name: 'Failed' },
  waiting: { tone: 'warning', name: 'Waiting' },
  refused: { tone: 'notice', name: 'Refused' },
};

const OPEN = 'open';

/** "Sync runs": opens the list of syncs. */
export const SyncRunsButton = () => {
  const [, change] = useAddressValues(['runs']);
  return (
    <Button size="sm" variant="ghost" onClick={() => change({ runs: OPEN })}>
      <ListRestart aria-hidden className="size-4.5" />
      Sync runs
    </Button>
  );
};

/** The list of syncs, opened by the address `runs=open`, such as the link of Needs you. */
export const SyncRunsDrawer = () => {
  const [{ runs }, change] = useAddressValues(['runs']);
  return (
    <Drawer open={runs === OPEN} onClose={() => change({ runs: '' })} parameter="runs" title="Sync runs">
      {runs === OPEN && <Runs />}
    </Drawer>
  );
};

const Runs = () => {
  const query = useInfiniteQuery(syncRunsQuery);
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <PagedList
      query={query}
      count={runs.length}
      noun="syncs"
      failed="Failed to load the syncs"
      rowClassName="h-16"
      empty={
        <EmptyState
          icon={<ListRestart />}
          title="No syncs yet"
          text="Every sync will be listed here, also those that failed or changed nothing."
        />
      }
    >
      <ul className="divide-y divide-line">
        {runs.map((run) => (
          <Run key={`${run.at} ${run.result} ${run.by}`} run={run} />
        ))}
      </ul>
    </PagedList>
  );
};

const Run = ({ run: { at, by, result, counts, error } }: { run: SyncRun }) => (
  <li className="py-3 first:pt-0">
    <p className="flex items-center justify-between gap-2">
      <time dateTime={at} className="font-medium text-text">
        {formatDateTime(at)}
      </time>
      <Badge tone={RESULTS[result].tone}>{RESULTS[result].name}</Badge>
    </p>
    <p className="mt-0.5 text-sm text-muted">
      {by === 'system' ? 'Automatic' : by}
      {describeCounts(result, counts)}
    </p>
    {error && <p className="mt-0.5 text-sm break-words text-text">{error}</p>}
  </li>
);

/** A sync that changed nothing has no counts that would say anything. */
const describeCounts = (result: SyncRun['result'], counts: SyncRun['counts']): string => {
  if (result === 'failed' || result === 'empty') return '';
  return ` · ${formatCounts(counts)}${result === 'applied' ? '' : ' if applied'}`;
};
