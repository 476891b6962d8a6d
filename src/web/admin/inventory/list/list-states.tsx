import { useQueryClient } from '@tanstack/react-query';
import { SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../../api/failure.ts';
import { LOAD_FAILED } from '../../../api/panel-list.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { TryAgain } from '../../../ui/try-again.tsx';
import { failureCause } from '../../action-toasts.ts';
import { EmptyInventory } from '../upload/empty-inventory.tsx';

/** No items at all, or none that the filters let through. */
export const NothingShown = ({
  hasItems,
  mayWrite,
  narrowed,
  onClear,
  importButton,
  onAdd,
}: {
  hasItems: boolean;
  mayWrite: boolean;
  narrowed: boolean;
  onClear: () => void;
  importButton: ReactNode;
  onAdd: () => void;
}) => {
  if (!hasItems) return <EmptyInventory mayWrite={mayWrite} importButton={importButton} onAdd={onAdd} />;
  return (
    <EmptyState
      icon={<SearchX />}
      title="No items match the current filters"
      text="Try adjusting your category or brand selection"
      action={narrowed && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
};

/** The list could not be loaded. */
export const LoadFailure = ({ error, isTrying, tryAgain }: Failure) => {
  const queryClient = useQueryClient();
  /** The cause is the same for everything that is missing on the page. */
  const tryAll = () => {
    tryAgain();
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title={LOAD_FAILED}
        text={failureCause(error)}
        action={<TryAgain tryAgain={tryAll} isTrying={isTrying} prominent />}
      />
    </div>
  );
};

const SKELETON_ROWS = Array.from({ length: 12 }, (_, row) => row);

/** Until the list is loaded. */
export const ListSkeleton = ({ mayWrite }: { mayWrite: boolean }) => (
  <div aria-busy className="rounded-card border border-line bg-surface">
    <p className="sr-only">Loading inventory...</p>
    {SKELETON_ROWS.map((row) => (
      <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-4 last:border-b-0 max-md:h-18">
        {mayWrite && <Skeleton className="size-5 rounded-small" />}
        <Skeleton className="h-4 w-56 max-w-1/2" />
        <Skeleton className="h-4 w-24 max-md:hidden" />
        <Skeleton className="h-6 w-24 rounded-full max-md:hidden" />
        <Skeleton className="h-4 flex-1 max-lg:hidden" />
        <Skeleton className="h-7 w-20 rounded-full max-sm:hidden" />
      </div>
    ))}
  </div>
);
