import { useQuery } from '@tanstack/react-query';
import { syncStatusQuery } from '../../api/queries/feed.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { cx } from '../../ui/cx.ts';

/** The state of the sync in a few words: a dot, and when the last one was. */
export const SyncSummary = () => {
  const { data } = useQuery(syncStatusQuery);
  if (!data) return null;
  const { autoSyncEnabled, isRunning, lastSync, lastError } = data;
  const dot = isRunning ? 'bg-accent breathe' : lastError ? 'bg-danger' : autoSyncEnabled ? 'bg-good' : 'bg-edge';
  const text = isRunning ? 'Running' : lastError ? 'Failed' : lastSync === null ? 'Never' : formatDateTime(lastSync);
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className={cx('size-2.5 rounded-full', dot)} />
      {text}
    </span>
  );
};
