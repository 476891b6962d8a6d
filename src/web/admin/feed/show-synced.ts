import type { QueryClient } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import type { syncNow } from '#contract/feed.ts';
import { showChange } from '../../api/queries/inventory.ts';
import { toast } from '../../ui/toast.ts';
import { savedToast } from '../action-toasts.ts';

/** Says what a sync by hand did, and shows the changed items. One that waits for a decision says so (behavior 9.17). */
export const showSynced = (
  queryClient: QueryClient,
  { message, changeId = null, pending }: OutputOf<typeof syncNow>,
): void => {
  if (pending) {
    const description = 'It would move prices too far. Nothing has changed yet.';
    toast({ title: 'The sync is waiting for you', description });
  } else if (changeId === null) {
    toast({ title: message, kind: 'success' });
  } else {
    savedToast(queryClient, { title: message }, changeId);
    void showChange(queryClient, changeId);
  }
};
