import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Ellipsis, Users } from 'lucide-react';
import { useState } from 'react';
import type { View } from '#contract/views.ts';
import { useFailure } from '../../../api/failure.ts';
import { userQuery } from '../../../api/queries/users.ts';
import { deleteView, saveView, viewsQuery } from '../../../api/queries/views.ts';
import { cx } from '../../../ui/cx.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { ScrollRow } from '../../../ui/scroll-row.tsx';
import { toast } from '../../../ui/toast.ts';
import { TryAgain } from '../../../ui/try-again.tsx';
import { errorToast, failureMessage } from '../../action-toasts.ts';
import { type InventoryView, readInventoryView, viewQuery } from '../list/inventory-view.ts';
import { ViewDialog } from './view-dialog.tsx';

interface ViewsBarProps {
  view: InventoryView;
  onView: (view: InventoryView) => void;
  /** The list beside it says already that the shop does not respond. */
  hidesFailure: boolean;
}

/** The same view has the same text, from any maker. */
const canonical = (query: string): string => viewQuery(readInventoryView(query));

/** The saved views as chips, own and shared (behavior 10.10). Absent while there is none. */
export const ViewsBar = ({ view, onView, hidesFailure }: ViewsBarProps) => {
  const answer = useQuery(viewsQuery);
  const failed = useFailure(answer);
  const failure = hidesFailure ? null : failed;
  const views = answer.data ?? [];
  const query = viewQuery(view);
  if (views.length === 0 && !failure) return null;
  return (
    <ScrollRow className="max-w-full items-center gap-1.5 sm:flex-wrap">
      {failure && answer.data === undefined && (
        <span className="flex shrink-0 items-center gap-2 text-sm whitespace-nowrap text-danger-text">
          Failed to load views
          <TryAgain {...failure} />
        </span>
      )}
      {views.length > 0 && (
        <ul aria-label="Saved views" className="contents list-none">
          {views.map((each) => (
            <li key={`${each.by} ${each.name}`}>
              <ViewChip saved={each} current={query} views={views} onView={onView} />
            </li>
          ))}
        </ul>
      )}
    </ScrollRow>
  );
};

/** Beside the filters, where its coming and going moves nothing. */
export const SaveViewButton = ({ view, onPress }: { view: InventoryView; onPress: () => void }) => (
  <IconButton label="Save view" disabled={viewQuery(view) === ''} onClick={onPress}>
    <Bookmark aria-hidden />
  </IconButton>
);

/** Asks for the name of what the list shows. */
export const SaveView = (props: { open: boolean; onClose: () => void; view: InventoryView }) => {
  const { data: views = [] } = useQuery(viewsQuery);
  return <ViewDialog {...props} views={views} />;
};

interface ViewChipProps {
  saved: View;
  /** The query of the list as it is. */
  current: string;
  views: readonly View[];
  onView: (view: InventoryView) => void;
}

const ViewChip = ({ saved, current, views, onView }: ViewChipProps) => {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const { name, shared, by } = saved;
  const isOwn = by === user?.username;
  const isShown = canonical(saved.query) === current;
  const maker = isOwn ? undefined : by;
  const replace = (changes: Partial<View>, done: string) =>
    saveView(queryClient, { name, by: maker, query: saved.query, shared, expected: saved.query, ...changes }).then(
      () => toast({ title: done, kind: 'success' }),
      (error) => errorToast(failureMessage('Failed to save the view', error)),
    );
  const remove = () => {
    setAsking(null);
    deleteView(queryClient, { name, by: maker }).then(
      () => toast({ title: `"${name}" deleted`, kind: 'success' }),
      (error) => errorToast(failureMessage('Failed to delete the view', error)),
    );
  };
  return (
    <span
      className={cx(
        'inline-flex h-9 items-stretch rounded-full border text-sm pointer-coarse:h-11',
        isShown ? 'border-accent bg-accent-wash text-accent-text' : 'border-edge text-muted hover:text-text',
      )}
    >
      <button
        type="button"
        aria-pressed={isShown}
        title={isOwn ? undefined : `Shared by ${by}`}
        onClick={() => onView(readInventoryView(isShown ? '' : saved.query))}
        className={cx(
          'flex items-center gap-1.5 rounded-full pl-3.5',
          isOwn || user?.role === 'owner' ? 'pr-1' : 'pr-3.5',
        )}
      >
        {shared && <Users aria-label={isOwn ? 'Shared' : `Shared by ${by}`} className="size-3.5" />}
        <span className="max-w-48 truncate whitespace-nowrap">{name}</span>
      </button>
      {(isOwn || user?.role === 'owner') && (
        <Menu
          trigger={
            <button
              type="button"
              aria-label={`Change the view ${name}`}
              className="flex w-9 items-center justify-center rounded-full hover:text-text pointer-coarse:w-11"
            >
              <Ellipsis aria-hidden className="size-4" />
            </button>
          }
        >
          <MenuItem
            disabled={isShown || current === ''}
            onSelect={() => void replace({ query: current }, `"${name}" replaced`)}
          >
            Replace with what is shown
          </MenuItem>
          {isOwn && <MenuItem onSelect={() => setAsking('rename')}>Rename…</MenuItem>}
          {isOwn && (
            <MenuItem
              onSelect={() =>
                void replace({ shared: !shared }, shared ? `Only you see "${name}" now` : `"${name}" shared`)
              }
            >
              {shared ? 'Stop sharing' : 'Share with the panel'}
            </MenuItem>
          )}
          <MenuItem onSelect={() => setAsking('delete')}>Delete…</MenuItem>
        </Menu>
      )}
      <ViewDialog open={asking === 'rename'} onClose={() => setAsking(null)} renamed={saved} views={views} />
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={`Delete "${name}"?`}
        confirmLabel="Delete the view"
        danger
        onConfirm={remove}
      >
        {isOwn ? 'The items stay as they are.' : `${by} made this view. The items stay as they are.`}
      </ConfirmDialog>
    </span>
  );
};
