import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SyncStatus } from '#contract/feed.ts';
import { pendingSyncQuery } from '../../api/queries/feed.ts';
import { formatDateTime, formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { cx } from '../../ui/cx.ts';
import { leftOutText } from './left-out-rows.tsx';

/** The three figures of the sync. The dot pulses while a sync runs. */
export const StatusFigures = ({ status, isLine }: { status: SyncStatus; isLine?: boolean }) => {
  const { autoSyncEnabled, isRunning, lastSync, lastError } = status;
  const dot = isRunning ? 'bg-accent breathe' : lastError ? 'bg-danger' : autoSyncEnabled ? 'bg-good' : 'bg-edge';
  return (
    <dl className={cx('flex gap-y-1 text-sm', isLine ? 'min-w-0 gap-x-4 overflow-hidden' : 'flex-wrap gap-x-5')}>
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
  <div className="flex gap-1.5 whitespace-nowrap">
    <dt className="text-muted">{name}</dt>
    <dd className="flex items-center gap-1.5 font-semibold text-text">{children}</dd>
  </div>
);

const shortTime = (time: string): string => formatRecentTime(Date.parse(time), shopNow());

interface Summary {
  dot: string;
  text: string;
  /** Set if somebody has to look at it: the most important word of it, for a phone. */
  word?: string;
}

const summaryOf = (status: SyncStatus, isPending: boolean): Summary => {
  const { autoSyncEnabled, feedConfigured, isRunning, lastSync, lastError, rows } = status;
  if (isRunning) return { dot: 'bg-accent breathe', text: 'Running' };
  if (isPending) return { dot: 'bg-warning', text: 'Waiting for you', word: 'Waiting' };
  if (!feedConfigured) return { dot: 'bg-edge', text: 'No feed' };
  if (lastError) return { dot: 'bg-danger', text: 'Failed', word: 'Failed' };
  const text = lastSync === null ? 'Never synced' : `Last sync ${shortTime(lastSync)}`;
  if (rows.length > 0) return { dot: 'bg-warning', text, word: `${rows.length} left out` };
  return { dot: autoSyncEnabled ? 'bg-good' : 'bg-edge', text };
};

const useSummary = (status: SyncStatus | undefined): Summary | null => {
  const { data: pending } = useQuery(pendingSyncQuery);
  return status ? summaryOf(status, Boolean(pending)) : null;
};

interface SyncChipProps {
  status: SyncStatus | undefined;
  hasFailed: boolean;
}

/** The state of the sync on a phone: a dot at its sign, and a word only if somebody has to look at it. */
export const SyncChip = ({ status, hasFailed }: SyncChipProps) => {
  const known = useSummary(status);
  const { dot, text, word } = hasFailed
    ? { dot: 'bg-danger', text: 'Failed to load', word: 'Failed' }
    : (known ?? { dot: 'bg-edge', text: '' });
  return (
    <>
      <span className="relative">
        <RefreshCw aria-hidden className="size-5 text-muted" />
        <span aria-hidden className={cx('absolute -right-1 -bottom-0.5 size-2.5 rounded-full', dot)} />
      </span>
      {word && (
        <span aria-hidden data-word className="text-sm font-medium whitespace-nowrap">
          {word}
        </span>
      )}
      <span className="sr-only">{status && status.rows.length > 0 ? leftOutText(status.rows) : text}</span>
    </>
  );
};

/** The state of the sync in a few words: a dot, and when the last one was, or what is wrong with it. */
export const SyncSummary = ({ status }: { status: SyncStatus }) => {
  const { dot, text } = useSummary(status)!;
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
      <span aria-hidden className={cx('size-2.5 shrink-0 rounded-full', dot)} />
      <span className="truncate">{text}</span>
    </p>
  );
};
