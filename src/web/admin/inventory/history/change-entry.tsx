import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Change } from '#contract/changes.ts';
import { useFailure } from '../../../api/failure.ts';
import { changeQuery } from '../../../api/queries/changes.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { LoadMore } from '../../../ui/load-more.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { takeBack } from '../admin-calls.ts';
import { PlanRows } from '../plan-rows.tsx';
import { countsWords } from '../sync/sync-words.ts';

/** What a kind of change is called. */
export const KIND_WORDS: Record<Change['kind'], string> = {
  edit: 'Edits',
  bulk: 'Bulk edits',
  markup: 'Bulk markup',
  labels: 'Label corrections',
  upload: 'Uploads',
  sync: 'Syncs',
  revert: 'Taken back',
};

/** One change-set: what, who, when; its rows when opened, and the way back. */
export const ChangeEntry = ({ change }: { change: Change }) => {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const rowsId = useId();
  const back = useMutation({ mutationFn: () => takeBack(queryClient, change.id) });
  const isReverted = change.revertedBy !== null;
  return (
    <li className="py-3">
      <p className={cx('text-sm font-medium text-text', isReverted && 'text-muted line-through')}>{change.summary}</p>
      <p className="mt-0.5 text-xs text-muted">
        {change.actor} · <time dateTime={change.createdAt}>{formatDateTime(change.createdAt)}</time>
        {change.kind !== 'sync' && ` · ${countsWords(change.counts)}`}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={open}
          aria-controls={rowsId}
          onClick={() => setOpen(!open)}
          className="-ml-3"
        >
          <ChevronDown aria-hidden className={cx('size-4 transition-transform', open && 'rotate-180')} />
          Details
        </Button>
        {isReverted ? (
          <Badge>Taken back</Badge>
        ) : (
          <Button size="sm" variant="ghost" busy={back.isPending} onClick={() => back.mutate()}>
            <Undo2 aria-hidden className="size-4" />
            {change.kind === 'revert' ? 'Redo' : 'Take back'}
          </Button>
        )}
      </div>
      <div id={rowsId}>{open && <ChangeRows id={change.id} />}</div>
    </li>
  );
};

const ChangeRows = ({ id }: { id: number }) => {
  const detail = useInfiniteQuery(changeQuery(id));
  const failure = useFailure(detail);
  if (!detail.data) {
    return failure ? <ListFailure {...failure} failed="Failed to load the details" /> : <SkeletonText />;
  }
  const rows = detail.data.pages.flatMap((page) => page.rows);
  return (
    <>
      <PlanRows rows={rows} />
      <LoadMore pages={detail} words="More rows" size="sm" />
    </>
  );
};
