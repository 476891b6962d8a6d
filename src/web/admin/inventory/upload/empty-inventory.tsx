import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { syncStatusQuery } from '../../../api/queries/feed.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** The id of the drop zone's button, which the empty list points to. */
export const DROP_ZONE = 'drop-zone';

const showDropZone = (): void => {
  const zone = document.getElementById(DROP_ZONE);
  const folded = zone?.closest('[hidden]');
  // Its card may be folded to one line, which has the button that opens it.
  if (folded) document.querySelector<HTMLElement>(`[aria-controls="${folded.id}"]`)?.click();
  requestAnimationFrame(() => {
    zone?.scrollIntoView({ block: 'center' });
    zone?.focus();
  });
};

/** An inventory without items: a sync fills it, or without a feed a file. */
export const EmptyInventory = ({ mayWrite }: { mayWrite: boolean }) => {
  const { data } = useQuery(syncStatusQuery);
  const hasFeed = data?.feedConfigured ?? true;
  const icon = <PackageOpen />;
  const title = 'No inventory items found';
  if (!mayWrite) return <EmptyState {...{ icon, title }} />;
  if (hasFeed) return <EmptyState {...{ icon, title }} text="Run a sync to import products" />;
  return (
    <EmptyState
      {...{ icon, title }}
      text="This shop has no feed to sync from. Drop a file with your products into “Complete Inventory Replacement”."
      action={<Button onClick={showDropZone}>Go to the drop zone</Button>}
    />
  );
};
