import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SyncStatus } from '#contract/feed.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { counted } from '#domain/text.ts';
import { ApiError } from '../../../api/client.ts';
import { useFailure } from '../../../api/failure.ts';
import { runSync, STATUS_FAILED, switchAutoSync, syncStatusKey, syncStatusQuery } from '../../../api/queries/feed.ts';
import { reloadInventory } from '../../../api/queries/inventory.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import { TryAgain } from '../../../ui/try-again.tsx';
import { errorToast, failureWords, hasToken, savedToast } from '../admin-calls.ts';
import { BulkMarkup } from './bulk-markup.tsx';
import { intervalWords } from './interval-words.ts';
import { countsWords } from './sync-words.ts';

/** "Sync Controls": what the automatic sync does, and the two acts on the whole inventory (specification §2). */
export const SyncCard = ({
  items,
  onHistory,
}: {
  items: readonly AdminItem[] | undefined;
  /** Opens the history of the syncs. */
  onHistory: () => void;
}) => {
  const status = useQuery(syncStatusQuery);
  const { data, error } = status;
  const failure = useFailure(status);
  useEffect(() => {
    if (error) errorToast(STATUS_FAILED);
  }, [error]);

  return (
    <Card className="flex flex-col" aria-labelledby="sync-controls">
      <CardHeader
        title={<span id="sync-controls">Sync Controls</span>}
        actions={data && <AutoSyncSwitch status={data} />}
      />
      <CardBody className="flex flex-1 flex-col gap-4 pt-3">
        {data ? (
          <StatusFigures status={data} />
        ) : failure ? (
          <Notice tone="danger" title={STATUS_FAILED} action={<TryAgain {...failure} />}>
            {failure.error.message !== STATUS_FAILED && failure.error.message}
          </Notice>
        ) : (
          <StatusSkeleton />
        )}
        {data && <StatusNotice status={data} onHistory={onHistory} />}
        <p className="text-sm text-muted">
          Automatic sync uses an inventory data endpoint, runs {intervalWords(data?.intervalSeconds ?? 120)} and keeps
          in-stock items only (qty &gt;= 1).
        </p>
        <div className="mt-auto flex flex-wrap gap-2 max-sm:*:grow">
          <ManualSync isRunning={data?.isRunning ?? false} />
          <BulkMarkup items={items} />
        </div>
      </CardBody>
    </Card>
  );
};

/** As high as what comes: on a phone figures and result take two rows each. */
const StatusSkeleton = () => (
  <div aria-busy className="flex flex-col gap-4">
    <Skeleton className="h-25 w-full max-w-md sm:h-11" />
    <Skeleton className="h-10 w-60 sm:h-5" />
  </div>
);

/** The three figures of the card, with a dot that lives while the sync does. */
const StatusFigures = ({ status }: { status: SyncStatus }) => {
  const { autoSyncEnabled, isRunning, lastSync, lastError } = status;
  const dot = isRunning ? 'bg-accent breathe' : lastError ? 'bg-danger' : autoSyncEnabled ? 'bg-good' : 'bg-edge';
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      <Figure name="Auto Sync">{autoSyncEnabled ? 'Enabled' : 'Disabled'}</Figure>
      <Figure name="Status">
        <span aria-hidden className={cx('size-2.5 rounded-full', dot)} />
        {isRunning ? 'Running' : 'Idle'}
      </Figure>
      <Figure name="Last Sync">{lastSync === null ? 'Never' : formatDateTime(lastSync)}</Figure>
    </dl>
  );
};

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="flex items-center gap-2 font-semibold text-text">{children}</dd>
  </div>
);

/** What went wrong at the last run, that there is no feed, or what the last run did. */
const StatusNotice = ({ status, onHistory }: { status: SyncStatus; onHistory: () => void }) => {
  const { feedConfigured, lastError, lastResult } = status;
  if (!feedConfigured) {
    return (
      <Notice title="No inventory feed is configured">
        Set INVENTORY_FEED_URL and restart the shop, or replace the inventory from a file.
      </Notice>
    );
  }
  if (lastError !== null) {
    return (
      <Notice tone="danger" title="The last sync failed. Nothing was changed.">
        {lastError}
      </Notice>
    );
  }
  if (lastResult === null) return null;
  const { warnings } = lastResult;
  return (
    <div className="text-sm text-muted">
      <p>
        Last result: {countsWords(lastResult)}, {lastResult.unchanged} unchanged.{' '}
        <button type="button" className="link" onClick={onHistory}>
          See what syncs changed
        </button>
      </p>
      {warnings.length > 0 && (
        <details className="mt-1">
          <summary className="rounded-small text-warning-text">{counted(warnings.length, 'warning')}</summary>
          <ul className="mt-1 max-h-40 list-disc overflow-y-auto pl-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};

const AutoSyncSwitch = ({ status }: { status: SyncStatus }) => {
  const queryClient = useQueryClient();
  const flip = useMutation({
    mutationFn: switchAutoSync,
    onSuccess: (fresh) => queryClient.setQueryData(syncStatusQuery.queryKey, fresh),
    onError: (error) => errorToast(failureWords('Failed to switch automatic sync', error)),
  });
  const shown = flip.isPending ? flip.variables : status.autoSyncEnabled;
  return (
    <Switch
      label="Automatic sync"
      checked={shown}
      onChange={(event) => hasToken() && flip.mutate(event.target.checked)}
      className="-my-2.5"
    />
  );
};

/** "Manual Sync Now". A feed that would drop more than half of the shop is asked about first (decisions §5). */
const ManualSync = ({ isRunning }: { isRunning: boolean }) => {
  const queryClient = useQueryClient();
  const [largeDrop, setLargeDrop] = useState<string | null>(null);
  const sync = useMutation({
    mutationFn: runSync,
    onSuccess: async ({ message, result, changeId }) => {
      setLargeDrop(null);
      savedToast(queryClient, { title: message, description: countsWords(result) }, changeId);
      await reloadInventory(queryClient);
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: syncStatusKey });
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'large_drop') return setLargeDrop(error.message);
      setLargeDrop(null);
      if (code === 'sync_running') return toast({ title: 'Sync', description: error.message });
      errorToast(failureWords('Failed to sync inventory', error));
    },
  });
  return (
    <>
      <Button
        variant="primary"
        busy={sync.isPending && largeDrop === null}
        onClick={() => hasToken() && sync.mutate(false)}
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
        onConfirm={() => sync.mutate(true)}
      >
        {largeDrop} If the feed is right, sync anyway: items that are not in it leave the lists. It can be taken back
        from the history.
      </ConfirmDialog>
    </>
  );
};
