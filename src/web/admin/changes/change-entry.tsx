import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Change, ChangeRow } from '#contract/changes.ts';
import { touched } from '#domain/inventory-plan.ts';
import { counted } from '#domain/text.ts';
import { useFailure } from '../../api/failure.ts';
import { changeQuery } from '../../api/queries/changes.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { undoChange } from '../action-toasts.ts';
import { ListFailure } from '../lists/paged-list.tsx';
import { type FoldedSyncs, formatHour } from './fold-syncs.ts';
import { formatCounts } from './plan-labels.ts';
import { PlanRows } from './plan-rows.tsx';

interface EntryProps {
  mayUndo: boolean;
  /** The history is that of one item, so Undo of a change of more items asks first. */
  isOfItem: boolean;
}

/** One change-set: summary, actor and time, Undo, and its rows when opened. */
export const ChangeEntry = ({ change, mayUndo, isOfItem }: EntryProps & { change: Change }) => {
  const [open, setOpen] = useState(false);
  const rowsId = useId();
  const isReverted = change.revertedBy !== null;
  return (
    <li className="py-3">
      <p className={cx('text-sm font-medium text-text', isReverted && 'text-muted line-through')}>{change.summary}</p>
      <p className="mt-0.5 text-xs text-muted">
        {change.actor} · <time dateTime={change.createdAt}>{formatDateTime(change.createdAt)}</time>
        {change.kind !== 'sync' && ` · ${formatCounts(change.counts)}`}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <MoreButton open={open} controls={rowsId} onClick={() => setOpen(!open)}>
          Details
        </MoreButton>
        {isReverted ? (
          <Badge>Undone</Badge>
        ) : (
          mayUndo && <UndoButton id={change.id} asksAbout={isOfItem ? touched(change.counts) : 1} />
        )}
      </div>
      <div id={rowsId}>{open && <ChangeRows id={change.id} mayUndo={mayUndo} />}</div>
    </li>
  );
};

/** The syncs of an hour in one line: "14 syncs, 7:00–8:00 AM: 3 changed". */
export const FoldedEntry = ({ folded: { hour, syncs, counts }, ...entry }: EntryProps & { folded: FoldedSyncs }) => {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <li className="py-1.5">
      <MoreButton open={open} controls={listId} onClick={() => setOpen(!open)}>
        {counted(syncs.length, 'sync')}, {formatHour(hour, shopNow())}: {formatCounts(counts)}
      </MoreButton>
      <ul id={listId} className={cx('ml-2 divide-y divide-line border-l border-line pl-4', !open && 'hidden')}>
        {open && syncs.map((change) => <ChangeEntry key={change.id} change={change} {...entry} />)}
      </ul>
    </li>
  );
};

const MoreButton = ({
  open,
  controls,
  onClick,
  children,
}: {
  open: boolean;
  controls: string;
  onClick: () => void;
  children: React.ReactNode;
}) => (
  <Button
    size="sm"
    variant="ghost"
    aria-expanded={open}
    aria-controls={controls}
    onClick={onClick}
    className="-ml-3 h-auto! min-h-9 max-w-full py-1.5 text-left whitespace-normal! pointer-coarse:min-h-11"
  >
    <ChevronDown aria-hidden className={cx('size-4 shrink-0 transition-transform', open && 'rotate-180')} />
    <span>{children}</span>
  </Button>
);

interface UndoProps {
  id: number;
  row?: { itemId: number; name: string };
  /** The items of the change, if it asks before it takes back more than one. */
  asksAbout?: number;
}

/** Undoes a change-set, or its row of one item. A second press before the first has finished does nothing. */
const UndoButton = ({ id, row, asksAbout = 1 }: UndoProps) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const undo = useMutation({
    mutationFn: () => undoChange(queryClient, id, row && [row.itemId]),
    onSettled: () => setAsks(false),
  });
  const press = useOneAtATime(undo.mutateAsync);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        busy={undo.isPending}
        onClick={() => (asksAbout > 1 ? setAsks(true) : press())}
        aria-label={row && `Undo ${row.name}`}
      >
        {!undo.isPending && <Undo2 aria-hidden className="size-4" />}
        Undo
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Undo for all items?"
        confirmLabel={`Undo ${counted(asksAbout)}`}
        busy={undo.isPending}
        onConfirm={() => press()}
      >
        This takes back the change of {counted(asksAbout)}, not only this one.
      </ConfirmDialog>
    </>
  );
};

const ChangeRows = ({ id, mayUndo }: { id: number; mayUndo: boolean }) => {
  const detail = useInfiniteQuery(changeQuery(id));
  const failure = useFailure(detail);
  if (!detail.data) {
    return failure ? <ListFailure {...failure} failed="Failed to load the details" /> : <SkeletonText />;
  }
  const rows = detail.data.pages.flatMap((page) => page.rows);
  return (
    <>
      <PlanRows rows={rows} action={(row) => <RowUndo id={id} row={row as ChangeRow} mayUndo={mayUndo} />} />
      <LoadMore pages={detail} label="More rows" size="sm" />
    </>
  );
};

/** Undo of one row; or that it is undone. */
const RowUndo = ({ id, row, mayUndo }: { id: number; row: ChangeRow; mayUndo: boolean }) => {
  if (row.revertedBy !== null) return <Badge>Undone</Badge>;
  if (!mayUndo || row.itemId === null) return null;
  return <UndoButton id={id} row={{ itemId: row.itemId, name: row.name }} />;
};
