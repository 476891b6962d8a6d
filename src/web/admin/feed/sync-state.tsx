import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SyncStatus } from '#contract/feed.ts';
import { pendingSyncQuery } from '../../api/queries/feed.ts';
import { formatDateTime, formatRecentTime } from '../../browser/dates.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { cx } from '../../ui/cx.ts';
import { leftOutText } from './left-out-rows.tsx';

/** The three figures of the sync. The dot pulses while a sync runs. */
export const StatusFigures = ({ status, className }: { status: SyncStatus; className?: string }) => {
  const { autoSyncEnabled, isRunning, lastSync, lastError } = status;
  const dot = isRunning ? 'bg-accent breathe' : lastError ? 'bg-danger' : autoSyncEnabled ? 'bg-good' : 'bg-edge';
  return (
    <dl className={cx('flex flex-wrap gap-x-5 gap-y-1 text-sm', className)}>
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

/** The state of the sync in a few words, for a phone: a dot, and when the last one was, or what is wrong with it. */
export const SyncSummary = ({ status }: { status: SyncStatus }) => {
  const { data: pending } = useQuery(pendingSyncQuery);
  const { autoSyncEnabled, feedConfigured, isRunning, lastSync, lastError, rows } = status;
  const [dot, text] = isRunning
    ? ['bg-accent breathe', 'Running']
    : pending
      ? ['bg-warning', 'Waiting for you']
      : !feedConfigured
        ? ['bg-edge', 'No feed']
        : lastError
          ? ['bg-danger', 'Failed']
          : rows.length > 0
            ? ['bg-warning', leftOutText(rows)]
            : [autoSyncEnabled ? 'bg-good' : 'bg-edge', lastSync === null ? 'Never' : shortTime(lastSync)];
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm text-muted">
      <span aria-hidden className={cx('size-2.5 shrink-0 rounded-full', dot)} />
      <span className="truncate">{text}</span>
    </p>
  );
};
