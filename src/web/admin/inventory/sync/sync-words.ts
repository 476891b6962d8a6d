import type { SyncStatus } from '#contract/feed.ts';

type Counts = Pick<NonNullable<SyncStatus['lastResult']>, 'added' | 'changed' | 'removed' | 'unchanged'>;

/** "3 added, 2 changed": what a sync or an upload did; nothing is left unsaid by being 0 everywhere. */
export const countsWords = ({ added, changed, removed }: Counts): string => {
  const parts = [
    added > 0 && `${added} added`,
    changed > 0 && `${changed} changed`,
    removed > 0 && `${removed} removed`,
  ];
  return parts.filter(Boolean).join(', ') || 'No differences';
};
