import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SyncStatus } from '#contract/feed.ts';
import { counted } from '#domain/text.ts';
import { ApiError } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { runSync, STATUS_FAILED, switchAutoSync, syncStatusKey, syncStatusQuery } from '../../api/queries/feed.ts';
import { showChange } from '../../api/queries/inventory.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { TryAgain } from '../../ui/try-again.tsx';
import { errorToast, failureMessage, hasToken, savedToast } from '../action-toasts.ts';
import { formatCounts } from '../changes/plan-labels.ts';
import { useMay } from '../panel-role.ts';

/** The specified interval, until the status is loaded. */
const INTERVAL_SECONDS = 120;

/**
 * "Sync Controls": the state of the automatic sync, its switch, and a manual sync (behavior 9.10 to 9.12). A role that only
 * reads sees the state.
 */
export const SyncCard = ({
  onHistory,
  children,
}: {
  /** Opens the history of the syncs. */
  onHistory: () => void;
  /** Further actions on the whole inventory, for a role that may change it. */
  children: ReactNode;
}) => {
  const status = useQuery(syncStatusQuery);
  const { data, error } = status;
  const failure = useFailure(status);
  const mayWrite = useMay('inventory.write');
  const interval = formatInterval(data?.intervalSeconds ?? INTERVAL_SECONDS);
  useEffect(() => {
    if (error) errorToast(STATUS_FAILED);
  }, [error]);

  return (
    <Card className="flex flex-col" aria-labelledby="sync-controls">
      <CardHeader
        title={<span id="sync-controls">Sync Controls</span>}
        actions={data && mayWrite && <AutoSyncSwitch status={data} />}
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
        {data && <StatusNotice status={data} mayWrite={mayWrite} onHistory={onHistory} />}
        <div className="text-sm text-muted">
          {(data?.autoSyncEnabled ?? true) && <p>Checks your supplier's feed {interval}.</p>}
          <p>
            Automatic sync uses an inventory data endpoint, runs {interval} and keeps in-stock items only (qty &gt;= 1).
          </p>
        </div>
        {mayWrite && (
          <div className="mt-auto flex flex-wrap gap-2 max-sm:*:grow">
            <ManualSync isRunning={data?.isRunning ?? false} />
            {children}
          </div>
        )}
      </CardBody>
    </Card>
  );
};

/** "every 2 minutes": how often the automatic sync runs. */
export const formatInterval = (seconds: number): string => {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  const count = seconds / size;
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
};

const UNITS: readonly (readonly [string, number])[] = [
  ['hour', 3600],
  ['minute', 60],
];

/** As high as the loaded status. On a phone, figures and result take two rows each. */
const StatusSkeleton = () => (
  <div aria-busy className="flex flex-col gap-4">
    <Skeleton className="h-25 w-full max-w-md sm:h-11" />
    <Skeleton className="h-10 w-60 sm:h-5" />
  </div>
);

/** The three figures of the card. The dot pulses while a sync runs. */
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

/** The result of the last sync, the reason why it failed, or a note that there is no feed. */
const StatusNotice = ({
  status,
  mayWrite,
  onHistory,
}: {
  status: SyncStatus;
  mayWrite: boolean;
  onHistory: () => void;
}) => {
  const { feedConfigured, lastError, lastResult } = status;
  if (!feedConfigured) {
    return (
      <Notice title="No inventory feed is configured">
        {mayWrite && 'Set INVENTORY_FEED_URL and restart the shop, or replace the inventory from a file.'}
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
        Last result: {formatCounts(lastResult)}, {lastResult.unchanged} unchanged.{' '}
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
    onError: (error) => errorToast(failureMessage('Failed to switch automatic sync', error)),
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

/** "Manual Sync Now". It asks before a sync that would drop more than half of the shop (behavior 9.11). */
const ManualSync = ({ isRunning }: { isRunning: boolean }) => {
  const queryClient = useQueryClient();
  const [largeDrop, setLargeDrop] = useState<string | null>(null);
  const sync = useMutation({
    mutationFn: runSync,
    onSuccess: async ({ message, result, changeId }) => {
      setLargeDrop(null);
      savedToast(queryClient, { title: message, description: formatCounts(result) }, changeId);
      void queryClient.invalidateQueries({ queryKey: syncStatusKey });
      await showChange(queryClient, changeId);
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
        {largeDrop} If the feed is right, sync anyway. Items that are not in it leave the lists. You can undo this from
        the history.
      </ConfirmDialog>
    </>
  );
};
