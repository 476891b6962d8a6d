import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { PendingSync as Pending, SyncStatus } from '#contract/feed.ts';
import { counted } from '#domain/text.ts';
import { lastRunQuery, pendingSyncQuery } from '../../api/queries/feed.ts';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { sectionAddress } from '../panel-links.ts';
import { useMay } from '../panel-role.ts';
import { LeftOutButton } from './left-out-rows.tsx';
import { PendingSync } from './pending-sync.tsx';

/** The message that comes before anything else about the syncs. */
export type SyncMessage =
  | { kind: 'pending'; pending: Pending }
  | { kind: 'no-feed' }
  | { kind: 'failed'; reason: string }
  | { kind: 'refused' };

export const NO_FEED = 'No inventory feed is configured';

const TITLES: Readonly<Record<Exclude<SyncMessage['kind'], 'pending'>, string>> = {
  'no-feed': NO_FEED,
  failed: 'The last sync failed. Nothing was changed.',
  refused: 'The prices of the feed were refused',
};

/** A sync that waits, that there is no feed, or why the last sync changed nothing. Null if there is nothing of that. */
export const useSyncMessage = (status: SyncStatus | undefined): SyncMessage | null => {
  const { data: pending } = useQuery(pendingSyncQuery);
  const { data: lastRun } = useQuery(lastRunQuery);
  if (!status) return null;
  if (pending) return { kind: 'pending', pending };
  if (!status.feedConfigured) return { kind: 'no-feed' };
  if (status.lastError !== null) return { kind: 'failed', reason: status.lastError };
  return lastRun?.result === 'refused' ? { kind: 'refused' } : null;
};

const textOf = (message: Exclude<SyncMessage, { kind: 'pending' }>, mayWrite: boolean): ReactNode => {
  if (message.kind === 'no-feed') return mayWrite && <HowToFill />;
  return message.kind === 'failed' ? message.reason : 'Syncs change nothing until the feed has other prices.';
};

/** The ways to fill a shop without a feed. Only owners can set one. */
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

/** The message in the opened card. */
export const CardMessage = ({ message }: { message: SyncMessage }) => {
  const mayWrite = useMay('inventory.write');
  if (message.kind === 'pending') return <PendingSync pending={message.pending} mayWrite={mayWrite} />;
  const tone = { 'no-feed': 'notice', failed: 'danger', refused: 'warning' } as const;
  return (
    <Notice tone={tone[message.kind]} title={TITLES[message.kind]}>
      <span className="line-clamp-4">{textOf(message, mayWrite)}</span>
    </Notice>
  );
};

/** The message in the line of the folded card, with as much of it as fits. */
export const LineMessage = ({ message }: { message: SyncMessage }) => {
  const mayWrite = useMay('inventory.write');
  if (message.kind === 'pending') return <PendingSync pending={message.pending} mayWrite={mayWrite} isLine />;
  const tone = { 'no-feed': 'text-text', failed: 'text-danger-text', refused: 'text-warning-text' } as const;
  return (
    <p className="truncate text-sm [&_a]:relative">
      <span className={cx('font-semibold', tone[message.kind])}>{TITLES[message.kind]}</span>
      <span className={cx(message.kind === 'no-feed' && 'min-[90rem]:hidden')}>
        {message.kind === 'no-feed' && '.'} {textOf(message, mayWrite)}
      </span>
    </p>
  );
};

/** The values that the last sync did not take as they were: links to the warnings, and to the rows that it left out. */
export const SyncDoubts = ({ status, className }: { status: SyncStatus; className?: string }) => {
  const [open, setOpen] = useState(false);
  const warnings = status.lastResult?.warnings ?? [];
  const { rows } = status;
  return (
    <span className={className}>
      {warnings.length > 0 && (
        <button type="button" className="link text-warning-text" onClick={() => setOpen(true)}>
          {counted(warnings.length, 'warning')}
        </button>
      )}
      {warnings.length > 0 && rows.length > 0 && ' · '}
      {rows.length > 0 && <LeftOutButton rows={rows} />}
      <Dialog open={open} onClose={() => setOpen(false)} title="Warnings of the last sync" phone="sheet">
        <ul className="list-disc pl-5">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </Dialog>
    </span>
  );
};

/** True if the last sync left anything out, or changed a value to one that the shop knows. */
export const hasDoubts = ({ rows, lastResult }: SyncStatus): boolean =>
  rows.length > 0 || (lastResult?.warnings.length ?? 0) > 0;
