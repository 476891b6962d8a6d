import { useMutation } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { SyncStatus } from '#contract/feed.ts';
import { previewSync } from '../../api/queries/feed.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { errorToast, failureMessage, hasToken } from '../action-toasts.ts';
import { formatCounts } from '../changes/plan-labels.ts';
import { PlanPreview } from '../changes/plan-preview.tsx';
import { ManualSync } from './manual-sync.tsx';
import { NO_FEED } from './sync-messages.tsx';

/** "Preview sync": what a sync would do now, before anything changes (behavior 9.10). The sync itself is one more press. */
export const PreviewSync = ({ status }: { status: SyncStatus }) => {
  const [isOpen, setOpen] = useState(false);
  const preview = useMutation({
    mutationFn: previewSync,
    onSuccess: () => setOpen(true),
    onError: (error) => errorToast(failureMessage('Failed to preview the sync', error)),
  });
  const press = useOneAtATime(preview.mutateAsync);
  const shown = useLastShown(isOpen ? (preview.data ?? null) : null);
  const impossible = status.feedConfigured ? undefined : NO_FEED;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="sm"
        disabled={impossible !== undefined}
        title={impossible}
        busy={preview.isPending}
        onClick={() => hasToken() && press()}
      >
        {!preview.isPending && <ListChecks aria-hidden className="size-4" />}
        Preview sync
      </Button>
      {shown && (
        <Dialog
          open={isOpen}
          onClose={close}
          title="Preview of the sync"
          aside={formatCounts(shown.counts)}
          size="lg"
          phone="full"
          footer={
            <div className="flex flex-wrap items-center justify-end gap-2">
              <p className="mr-auto text-sm text-muted">Nothing has changed yet.</p>
              <Button onClick={close}>Cancel</Button>
              <ManualSync isRunning={status.isRunning} impossible={impossible} onSynced={close} />
            </div>
          }
        >
          <PlanPreview preview={shown} source="feed" />
        </Dialog>
      )}
    </>
  );
};
