import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint.ts';
import type { listBackups } from '#contract/tasks.ts';
import { useFailure } from '../../../api/failure.ts';
import { BACKUPS_FAILED, backupsQuery } from '../../../api/queries/tasks.ts';
import { formatDateTime } from '../../../browser/dates.ts';
import { shopNow } from '../../../browser/shop-clock.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SkeletonText } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ListFailure } from '../../lists/paged-list.tsx';
import { BackUp } from '../../tasks/back-up.tsx';
import { scheduleText } from '../typed-values.ts';
import { useSection } from '../use-section.ts';

/** The backups on the server: an owner without a terminal sees that there is one, and makes one (behavior 1.12). */
export const BackupList = () => {
  const { settings } = useSection();
  const query = useQuery(backupsQuery);
  const failure = useFailure(query);
  const backups = query.data?.backups;
  const every = settings.find(({ name }) => name === 'BACKUP_EVERY')?.value;
  return (
    <>
      {backups?.length === 0 && (
        <Notice tone="warning" title="No backup yet">
          If this server broke today, your orders and members would be gone.
        </Notice>
      )}
      <BackUp>
        <p>A backup is a copy of the whole shop. Making one takes a moment, and the shop stays open.</p>
        {every && backups && <p>{scheduleText(every, backups, shopNow())}</p>}
      </BackUp>
      {!backups && (failure ? <ListFailure {...failure} failed={BACKUPS_FAILED} /> : <SkeletonText lines={4} />)}
      {backups && backups.length > 0 && <Backups backups={backups} />}
      <p className="text-sm text-muted">
        Whoever runs the server can give you a backup, bring the shop back from one, and say how often one is made.
      </p>
    </>
  );
};

const Backups = ({ backups }: { backups: OutputOf<typeof listBackups>['backups'] }) => {
  return (
    <ul aria-label="Backups" className="-mb-3 flex flex-col border-t border-line">
      {backups.map(({ name, at, bytes, verified, encrypted }) => (
        <li
          key={name}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-3 first:border-t-0"
        >
          <span className="min-w-0 flex-1 basis-56">
            <span className="block text-sm font-medium text-text">
              {formatDateTime(at)}
              <span className="font-normal text-muted"> · {originOf(name)}</span>
            </span>
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

const originOf = (name: string): string => {
  if (name.startsWith('greenroom-scheduled-')) return 'by the shop itself';
  return name.startsWith('greenroom-panel-') ? 'made here' : 'made on the server';
};

const MEGABYTE = 1_000_000;

const sizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
