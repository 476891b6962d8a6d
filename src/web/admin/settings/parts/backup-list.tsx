import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useFailure } from '../../../api/failure.ts';
import { BACKUPS_FAILED, backupsQuery } from '../../../api/queries/tasks.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonText } from '../../../ui/loading.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { openTasks } from '../../tasks/open-tasks.ts';

/** The backups on the server, so that an owner without a terminal sees that there is one (behavior 1.12). */
export const BackupList = () => {
  const query = useQuery(backupsQuery);
  const failure = useFailure(query);
  if (!query.data) return failure ? <ListFailure {...failure} failed={BACKUPS_FAILED} /> : <SkeletonText lines={4} />;
  const { backups } = query.data;
  if (backups.length === 0) {
    return (
      <EmptyState
        icon={<Archive />}
        title="No backup yet"
        text="Make one under Tasks. Ask your host for the file."
        action={<Button onClick={openTasks}>Open Tasks</Button>}
        className="py-8!"
      />
    );
  }
  return (
    <ul className="-my-3 flex flex-col">
      {backups.map(({ name, at, bytes, verified, encrypted }) => (
        <li
          key={name}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-3 first:border-t-0"
        >
          <span className="min-w-0 flex-1 basis-56">
            <span className="block text-sm font-medium text-text">{formatDateTime(at)}</span>
            <span className="block font-mono text-xs break-all text-muted">{name}</span>
          </span>
          <span className="text-sm text-muted">{sizeText(bytes)}</span>
          {encrypted && <Badge>Encrypted</Badge>}
          <Badge tone={verified ? 'good' : 'warning'}>{verified ? 'Verified' : 'Not verified'}</Badge>
        </li>
      ))}
    </ul>
  );
};

const MEGABYTE = 1_000_000;

const sizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
