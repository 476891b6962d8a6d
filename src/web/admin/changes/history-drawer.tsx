import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, History, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { type Change, changeKind } from '#contract/changes.ts';
import { useFailure } from '../../api/failure.ts';
import { changeQuery, changesQuery } from '../../api/queries/changes.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Select } from '../../ui/select.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { undoChange } from '../action-toasts.ts';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';
import { CHANGE_KIND_LABELS, formatCounts } from './plan-labels.ts';
import { PlanRows } from './plan-rows.tsx';

/** The history of one item, or of the whole inventory if `item` is null. With `kind`, it starts with that kind only. */
export interface HistorySubject {
  item: { id: number; name: string } | null;
  kind?: Change['kind'];
}

interface HistoryDrawerProps {
  subject: HistorySubject | null;
  onClose: () => void;
}

/** The changes of the inventory, with actor, time and Undo (behavior 9.13). A role that only reads has no Undo. */
export const HistoryDrawer = ({ subject, onClose }: HistoryDrawerProps) => {
  const shown = useLastShown(subject);
  return (
    <Drawer open={subject !== null} onClose={onClose} title={shown?.item ? `History of ${shown.item.name}` : 'History'}>
      {shown && (
        <Changes key={`${shown.item?.id} ${shown.kind}`} item={shown.item?.id ?? null} firstKind={shown.kind ?? null} />
      )}
    </Drawer>
  );
};

const ANY_KIND = 'all';

const Changes = ({ item, firstKind }: { item: number | null; firstKind: Change['kind'] | null }) => {
  const [kind, setKind] = useState(firstKind);
  const history = useInfiniteQuery(changesQuery({ item, kind }));
  const failure = useFailure(history);
  const mayUndo = useMay('inventory.write');
  const changes = history.data?.pages.flatMap((page) => page.changes);
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Kind of change"
        hideLabel
        size="sm"
        value={kind ?? ANY_KIND}
        onChange={({ target }) => setKind(changeKind.options.find((known) => known === target.value) ?? null)}
        options={[
          { value: ANY_KIND, label: 'All changes' },
          ...changeKind.options.map((value) => ({ value, label: CHANGE_KIND_LABELS[value] })),
        ]}
      />
      {changes === undefined ? (
        failure ? (
          <ListFailure {...failure} failed="Failed to load the history" />
        ) : (
          <div aria-busy className="flex flex-col gap-5 py-3">
            <SkeletonText />
            <SkeletonText />
            <SkeletonText />
          </div>
        )
      ) : changes.length === 0 ? (
        <EmptyState icon={<History />} title="No changes yet" text="Edits, uploads and syncs will be listed here." />
      ) : (
        <ul className="divide-y divide-line">
          {changes.map((change) => (
            <ChangeEntry key={change.id} change={change} mayUndo={mayUndo} />
          ))}
        </ul>
      )}
      <LoadMore pages={history} label="Older changes" />
    </div>
  );
};

/** One change-set: summary, actor and time, Undo, and its rows when opened. */
const ChangeEntry = ({ change, mayUndo }: { change: Change; mayUndo: boolean }) => {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const rowsId = useId();
  const undo = useMutation({ mutationFn: () => undoChange(queryClient, change.id) });
  const isReverted = change.revertedBy !== null;
  return (
    <li className="py-3">
      <p className={cx('text-sm font-medium text-text', isReverted && 'text-muted line-through')}>{change.summary}</p>
      <p className="mt-0.5 text-xs text-muted">
        {change.actor} · <time dateTime={change.createdAt}>{formatDateTime(change.createdAt)}</time>
        {change.kind !== 'sync' && ` · ${formatCounts(change.counts)}`}
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
          <Badge>Undone</Badge>
        ) : mayUndo ? (
          <Button size="sm" variant="ghost" busy={undo.isPending} onClick={() => undo.mutate()}>
            <Undo2 aria-hidden className="size-4" />
            {change.kind === 'revert' ? 'Redo' : 'Undo'}
          </Button>
        ) : null}
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
      <LoadMore pages={detail} label="More rows" size="sm" />
    </>
  );
};
