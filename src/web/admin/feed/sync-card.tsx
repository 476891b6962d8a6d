import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { SyncStatus } from '#contract/feed.ts';
import { useFailure } from '../../api/failure.ts';
import { STATUS_FAILED, switchAutoSync, syncStatusQuery } from '../../api/queries/feed.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton, SkeletonText } from '../../ui/loading.tsx';
import { MessageArea } from '../../ui/message-area.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { useMedia } from '../../ui/use-size.ts';
import { errorToast, failureMessage, hasToken } from '../action-toasts.ts';
import { formatCounts } from '../changes/plan-labels.ts';
import { FoldCard } from '../lists/fold-card.tsx';
import { useMay } from '../panel-role.ts';
import { LeftOutDialog } from './left-out-rows.tsx';
import { ManualSync } from './manual-sync.tsx';
import { PreviewSync } from './preview-sync.tsx';
import { CardMessage, hasDoubts, LineMessage, NO_FEED, SyncDoubts, useSyncMessage } from './sync-messages.tsx';
import { SyncRunsButton, SyncRunsDrawer } from './sync-runs-drawer.tsx';
import { StatusFigures, SyncChip, SyncSummary } from './sync-state.tsx';

/** The specified interval, until the status is loaded. */
const INTERVAL_SECONDS = 120;

interface SyncCardProps {
  /** Opens the history of the syncs. */
  onHistory: () => void;
  /** A further action on the whole inventory. */
  children: ReactNode;
}

/**
 * "Sync Controls": the state of the automatic sync in one line, with a manual sync (behavior 9.10 to 9.12). The rest opens
 * in place. A role that only reads sees the state.
 */
export const SyncCard = ({ onHistory, children }: SyncCardProps) => {
  const query = useQuery(syncStatusQuery);
  const { data: status, error } = query;
  const failure = useFailure(query);
  const mayWrite = useMay('inventory.write');
  const isWide = useMedia('(min-width: 48rem)');
  const isRoomy = useMedia('(min-width: 90rem)');
  useEffect(() => {
    if (error) errorToast(STATUS_FAILED);
  }, [error]);

  const message = useSyncMessage(status);
  const isMessage = message !== null && message.kind !== 'no-feed';
  const doubts = status && hasDoubts(status);
  // A message, or a link to what was left out, needs their room in the line.
  const hasFigures = isRoomy && !isMessage && !doubts;
  const configuration = `Automatic sync uses an inventory data endpoint, runs ${formatInterval(status?.intervalSeconds ?? INTERVAL_SECONDS)} and keeps in-stock items only (qty >= 1).`;
  const failed = failure && (
    <Notice tone="danger" title={STATUS_FAILED} action={<TryAgain {...failure} />}>
      {failure.error.message !== STATUS_FAILED && failure.error.message}
    </Notice>
  );
  const manualSync = mayWrite && (
    <ManualSync
      isRunning={status?.isRunning ?? false}
      impossible={status?.feedConfigured === false ? NO_FEED : undefined}
    />
  );
  return (
    <>
      <FoldCard
        name="Sync Controls"
        storedAs="sync"
        // Beside the actions of the list where there is room for its messages.
        className="border-line bg-surface md:basis-full min-[80rem]:grow min-[80rem]:basis-0"
        chip={!isWide && <SyncChip status={status} hasFailed={failure !== null} />}
        state={
          status ? (
            hasFigures ? (
              <StatusFigures status={status} isLine />
            ) : (
              isWide && message === null && <SyncSummary status={status} />
            )
          ) : failure ? (
            <p className="text-sm text-danger-text">{STATUS_FAILED}</p>
          ) : (
            <Skeleton className="h-4 w-28 rounded-small min-[90rem]:w-100" />
          )
        }
        note={
          isWide &&
          (message ? (
            <LineMessage message={message} />
          ) : (
            doubts && <SyncDoubts status={status} className="relative block truncate text-sm" />
          ))
        }
        action={isWide && manualSync}
      >
        <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
          {failed}
          {status && !hasFigures && <StatusFigures status={status} />}
          <MessageArea message={message && <CardMessage message={message} />}>
            <div className="flex min-h-36 flex-col gap-2 text-sm text-muted sm:min-h-19">
              <LastResult status={status} onHistory={onHistory} />
              <div>
                <p>{configuration}</p>
                <p>
                  That is your supplier's feed: what it has in stock is listed here, and what it sells out of is not.
                </p>
              </div>
            </div>
          </MessageArea>
          <div className="flex flex-wrap items-center gap-2 max-sm:[&>button]:grow">
            {!isWide && manualSync}
            {status && mayWrite && <AutoSyncSwitch status={status} />}
            {status && mayWrite && <PreviewSync status={status} />}
            {mayWrite && children}
            <SyncRunsButton />
          </div>
        </div>
      </FoldCard>
      <SyncRunsDrawer />
      {status && <LeftOutDialog rows={status.rows} />}
    </>
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

/** The changes of the last sync. Its place is kept while they are unknown. */
const LastResult = ({ status, onHistory }: { status: SyncStatus | undefined; onHistory: () => void }) => {
  const place = 'min-h-10 sm:min-h-5';
  if (!status) return <SkeletonText className={cx('w-60', place)} lines={1} />;
  const { lastResult } = status;
  if (lastResult === null) return <p className={place}>Last result: none yet.</p>;
  return (
    <div className={place}>
      Last result: {formatCounts(lastResult)}, {lastResult.unchanged} unchanged.{' '}
      <button type="button" className="link" onClick={onHistory}>
        See what syncs changed
      </button>
      {hasDoubts(status) && (
        <>
          {' · '}
          <SyncDoubts status={status} />
        </>
      )}
    </div>
  );
};

const AutoSyncSwitch = ({ status }: { status: SyncStatus }) => {
  const queryClient = useQueryClient();
  const flip = useMutation({
    mutationFn: (isOn: boolean) => switchAutoSync(queryClient, isOn),
    onError: (error) => errorToast(failureMessage('Failed to switch automatic sync', error)),
  });
  const shown = flip.isPending ? flip.variables : status.autoSyncEnabled;
  return (
    <Switch
      label="Automatic sync"
      checked={shown}
      onChange={(event) => hasToken() && flip.mutate(event.target.checked)}
      className="mr-3"
    />
  );
};
