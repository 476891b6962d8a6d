import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { type Change, changeKind } from '#contract/changes.ts';
import { useFailure } from '../../../api/failure.ts';
import { changesQuery } from '../../../api/queries/changes.ts';
import { Drawer } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { ChangeEntry, KIND_WORDS } from './change-entry.tsx';

/** Whose history is looked at: of the item, or of the whole inventory; at first of one kind only where that is asked. */
export interface HistorySubject {
  item: { id: number; name: string } | null;
  kind?: Change['kind'];
}

interface HistoryDrawerProps {
  subject: HistorySubject | null;
  onClose: () => void;
}

/** What was done to the inventory, by whom and when, and the way back (decisions §5). */
export const HistoryDrawer = ({ subject, onClose }: HistoryDrawerProps) => {
  // Stays on while the drawer leaves.
  const [shown, setShown] = useState<HistorySubject | null>(subject);
  if (subject && subject !== shown) setShown(subject);
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
          ...changeKind.options.map((value) => ({ value, label: KIND_WORDS[value] })),
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
        <EmptyState icon={<History />} title="No changes yet" text="What you edit, upload or sync is kept here." />
      ) : (
        <ul className="divide-y divide-line">
          {changes.map((change) => (
            <ChangeEntry key={change.id} change={change} />
          ))}
        </ul>
      )}
      <LoadMore pages={history} words="Older changes" />
    </div>
  );
};
