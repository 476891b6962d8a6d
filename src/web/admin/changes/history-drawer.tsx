import { useInfiniteQuery } from '@tanstack/react-query';
import { History, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type Change, changeKind } from '#contract/changes.ts';
import { useFailure } from '../../api/failure.ts';
import { changesQuery } from '../../api/queries/changes.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Drawer } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Select } from '../../ui/select.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { ListFailure } from '../lists/paged-list.tsx';
import { useMay } from '../panel-role.ts';
import { ChangeEntry, FoldedEntry } from './change-entry.tsx';
import { foldSyncs } from './fold-syncs.ts';
import { CHANGE_KIND_LABELS } from './plan-labels.ts';

/** The history of one item, or of the whole inventory if `item` is null. With `kind`, it starts with that kind only. */
export interface HistorySubject {
  item: { id: number; name: string } | null;
  kind?: Change['kind'];
}

interface HistoryDrawerProps {
  subject: HistorySubject | null;
  onClose: () => void;
}

/**
 * The changes of the inventory, with actor, time and Undo (behavior 9.13). Syncs are left out until they are asked for, and
 * folded then. A role that only reads has no Undo.
 */
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
  const [syncs, setSyncs] = useState(false);
  const ofAllKinds = kind === null;
  const history = useInfiniteQuery(changesQuery({ item, kind, syncs: syncs || !ofAllKinds }));
  const failure = useFailure(history);
  const entry = { mayUndo: useMay('inventory.write'), isOfItem: item !== null };
  const changes = history.data?.pages.flatMap((page) => page.changes);
  const lines = changes && foldSyncs(changes);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
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
          className="min-w-40 flex-1"
        />
        <Button
          size="sm"
          aria-pressed={syncs}
          disabled={!ofAllKinds}
          onClick={() => setSyncs(!syncs)}
          className="aria-pressed:border-accent-text aria-pressed:text-accent-text"
        >
          <RefreshCw aria-hidden className="size-4" />
          Show syncs
        </Button>
      </div>
      {lines === undefined ? (
        failure ? (
          <ListFailure {...failure} failed="Failed to load the history" />
        ) : (
          <div aria-busy className="flex flex-col gap-5 py-3">
            <SkeletonText />
            <SkeletonText />
            <SkeletonText />
          </div>
        )
      ) : lines.length === 0 ? (
        <EmptyState
          icon={<History />}
          title="No changes yet"
          text={
            syncs || !ofAllKinds
              ? 'Edits, uploads and syncs will be listed here.'
              : 'Edits and uploads will be listed here. “Show syncs” adds what syncs changed.'
          }
        />
      ) : (
        <ul className={cx('divide-y divide-line transition-opacity', history.isPlaceholderData && 'opacity-60')}>
          {lines.map((line) =>
            'change' in line ? (
              <ChangeEntry key={line.change.id} change={line.change} {...entry} />
            ) : (
              <FoldedEntry key={`hour ${line.folded.hour}`} folded={line.folded} {...entry} />
            ),
          )}
        </ul>
      )}
      <LoadMore pages={history} label="Older changes" />
    </div>
  );
};
