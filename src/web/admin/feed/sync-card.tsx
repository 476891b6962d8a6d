import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import type { SyncStatus } from '#contract/feed.ts';
import { counted } from '#domain/text.ts';
import { useFailure } from '../../api/failure.ts';
import {
  lastRunQuery,
  pendingSyncQuery,
  STATUS_FAILED,
  switchAutoSync,
  syncStatusQuery,
} from '../../api/queries/feed.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton, SkeletonText } from '../../ui/loading.tsx';
import { MessageArea } from '../../ui/message-area.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { errorToast, failureMessage, hasToken } from '../action-toasts.ts';
import { formatCounts } from '../changes/plan-labels.ts';
import { sectionAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { LeftOutButton, LeftOutDialog } from './left-out-rows.tsx';
import { ManualSync } from './manual-sync.tsx';
import { PendingSync } from './pending-sync.tsx';
import { SyncRunsButton } from './sync-runs-drawer.tsx';

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

  const noFeed = useId();
  const hasNoFeed = data?.feedConfigured === false;
  const message = useStatusMessage({ status: data, mayWrite, reasonId: noFeed });

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
          <Notice tone="danger" title={STATUS_FAILED} action={<TryAgain {...failure} />} className="sm:-my-2.5">
            {failure.error.message !== STATUS_FAILED && failure.error.message}
          </Notice>
        ) : (
          <Skeleton className="h-25 w-full max-w-md sm:h-11" />
        )}
        <MessageArea className="flex-1" message={message}>
          <div className="flex min-h-40 flex-col gap-3 text-sm text-muted sm:min-h-34">
            <LastResult status={data} onHistory={onHistory} />
            <div>
              <p>{(data?.autoSyncEnabled ?? true) && `Checks your supplier's feed ${interval}.`}</p>
              <p>
                Automatic sync uses an inventory data endpoint, runs {interval} and keeps in-stock items only (qty &gt;=
                1).
              </p>
            </div>
          </div>
        </MessageArea>
        <div className="mt-auto flex flex-wrap gap-2 max-sm:*:grow">
          {mayWrite && (
            <>
              <ManualSync isRunning={data?.isRunning ?? false} impossible={hasNoFeed ? noFeed : undefined} />
              {children}
            </>
          )}
          <SyncRunsButton />
        </div>
        {data && <LeftOutDialog rows={data.rows} />}
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

/** What a shop without a feed can do. Only owners can set one. */
const HowToFill = () =>
  useMay('settings.write') ? (
    <>
      <Link href={sectionAddress('feed', 'INVENTORY_FEED_URL')} className="link">
        Set a feed
      </Link>
      , or replace the inventory from a file.
    </>
  ) : (
    'Replace the inventory from a file, or ask an owner to set a feed.'
  );

/**
 * What needs to be known before anything else: a sync that waits, that there is no feed, or why the last sync changed
 * nothing. Null if there is nothing of that.
 */
const useStatusMessage = ({
  status,
  mayWrite,
  reasonId,
}: {
  status: SyncStatus | undefined;
  mayWrite: boolean;
  reasonId: string;
}): ReactNode => {
  const { data: pending } = useQuery(pendingSyncQuery);
  const { data: lastRun } = useQuery(lastRunQuery);
  if (!status) return null;
  const { feedConfigured, lastError } = status;
  if (pending) return <PendingSync pending={pending} mayWrite={mayWrite} />;
  if (!feedConfigured) {
    return (
      <Notice title={<span id={reasonId}>No inventory feed is configured</span>}>{mayWrite && <HowToFill />}</Notice>
    );
  }
  if (lastError !== null) {
    return (
      <Notice tone="danger" title="The last sync failed. Nothing was changed.">
        <span className="line-clamp-4">{lastError}</span>
      </Notice>
    );
  }
  if (lastRun?.result !== 'refused') return null;
  return (
    <Notice tone="warning" title="The prices of the feed were refused">
      Syncs change nothing until the feed has other prices.
    </Notice>
  );
};

/** What the last sync changed. Its place is kept while nothing is known. */
const LastResult = ({ status, onHistory }: { status: SyncStatus | undefined; onHistory: () => void }) => {
  const [open, setOpen] = useState(false);
  if (!status) return <SkeletonText className="min-h-10 w-60 sm:min-h-5" lines={1} />;
  const { lastResult, rows } = status;
  if (lastResult === null) return <p className="min-h-10 sm:min-h-5">Last result: none yet.</p>;
  const { warnings } = lastResult;
  return (
    <div className="min-h-10 sm:min-h-5">
      Last result: {formatCounts(lastResult)}, {lastResult.unchanged} unchanged.{' '}
      <button type="button" className="link" onClick={onHistory}>
        See what syncs changed
      </button>
      {warnings.length > 0 && (
        <>
          {' · '}
          <button type="button" className="link text-warning-text" onClick={() => setOpen(true)}>
            {counted(warnings.length, 'warning')}
          </button>
        </>
      )}
      {rows.length > 0 && (
        <>
          {' · '}
          <LeftOutButton rows={rows} />
        </>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title="Warnings of the last sync" phone="sheet">
        <ul className="list-disc pl-5">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </Dialog>
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
