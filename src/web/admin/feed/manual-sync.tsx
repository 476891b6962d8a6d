import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { runSync, syncStatusKey } from '../../api/queries/feed.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken } from '../action-toasts.ts';
import { showSynced } from './show-synced.ts';

interface ManualSyncProps {
  isRunning: boolean;
  /** Why it is not possible; absent if it is. */
  impossible: string | undefined;
  onSynced?: () => void;
}

/** "Manual Sync Now". It asks before a sync that would drop more than half of the shop (behavior 9.11). */
export const ManualSync = ({ isRunning, impossible, onSynced }: ManualSyncProps) => {
  const queryClient = useQueryClient();
  const [largeDrop, setLargeDrop] = useState<string | null>(null);
  const sync = useMutation({
    mutationFn: runSync,
    onSuccess: (synced) => {
      setLargeDrop(null);
      void queryClient.invalidateQueries({ queryKey: syncStatusKey });
      showSynced(queryClient, synced);
      onSynced?.();
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: syncStatusKey });
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'large_drop') return setLargeDrop(error.message);
      setLargeDrop(null);
      if (code === 'sync_running') return toast({ title: 'Sync', description: error.message });
      errorToast(failureMessage('Failed to sync inventory', error));
    },
  });
  const press = useOneAtATime(sync.mutateAsync);
  return (
    <>
      <Button
        size="sm"
        disabled={impossible !== undefined}
        title={impossible}
        busy={sync.isPending && largeDrop === null}
        onClick={() => hasToken() && press(false)}
      >
        {!sync.isPending && <RefreshCw aria-hidden className={cx('size-4.5', isRunning && 'spin')} />}
        Manual Sync Now
      </Button>
      <ConfirmDialog
        open={largeDrop !== null}
        onClose={() => setLargeDrop(null)}
        title="Drop more than half of the shop?"
        confirmLabel="Sync and drop these items"
        danger
        busy={sync.isPending}
        onConfirm={() => press(true)}
      >
        {largeDrop} If the feed is right, sync anyway. Items that are not in it leave the lists. You can undo this from
        the history.
      </ConfirmDialog>
    </>
  );
};
