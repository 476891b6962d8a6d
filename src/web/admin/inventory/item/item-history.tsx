import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { AdminItem } from '#contract/inventory.ts';
import { useFailure } from '../../../api/failure.ts';
import { changesQuery } from '../../../api/queries/changes.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonText } from '../../../ui/loading.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';

/** How many changes show before the whole history is opened. */
const FEW = 5;

/** The newest changes of an item, and the way to all of them and to Undo. */
export const ItemHistory = ({ item, onAll }: { item: AdminItem; onAll: () => void }) => {
  const answer = useInfiniteQuery(changesQuery({ item: item.id, kind: null, syncs: true }));
  const failure = useFailure(answer);
  const [page] = answer.data?.pages ?? [];
  return (
    <section className="flex flex-col gap-2 text-sm">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-base font-semibold text-text">History</h3>
        <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={onAll}>
          <History aria-hidden className="size-4" />
          All changes and Undo
        </Button>
      </div>
      {page ? (
        page.changes.length === 0 ? (
          <p className="text-muted">No changes yet.</p>
        ) : (
          <ol className="flex list-none flex-col gap-2">
            {page.changes.slice(0, FEW).map(({ id, summary, actor, createdAt }) => (
              <li key={id} className="border-l-2 border-line pl-3">
                <p className="break-words text-text">{summary}</p>
                <p className="text-muted">
                  {actor} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
                </p>
              </li>
            ))}
          </ol>
        )
      ) : failure ? (
        <ListFailure {...failure} failed="Failed to load the history" />
      ) : (
        <SkeletonText lines={3} />
      )}
    </section>
  );
};
