import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { syncStatusQuery } from '../../../api/queries/feed.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { showDropZone } from './upload-parts.tsx';

/** An inventory without items: a sync fills it. Without a feed there are other ways. */
export const EmptyInventory = ({
  mayWrite,
  importButton,
  onAdd,
}: {
  mayWrite: boolean;
  importButton: ReactNode;
  onAdd: () => void;
}) => {
  const { data } = useQuery(syncStatusQuery);
  const hasFeed = data?.feedConfigured ?? true;
  return (
    <EmptyState
      icon={<PackageOpen />}
      title="No inventory items found"
      text={
        <>
          <span className="block">Run a sync to import products</span>
          {!hasFeed && (
            <span className="mt-1 block">Or add products by hand or from a file, or set a feed in Settings.</span>
          )}
        </>
      }
      action={
        mayWrite &&
        !hasFeed && (
          <div className="flex flex-wrap justify-center gap-2">
            {importButton}
            <Button onClick={onAdd}>Add your first item</Button>
            <Button variant="ghost" onClick={showDropZone}>
              Go to the drop zone
            </Button>
          </div>
        )
      }
    />
  );
};
