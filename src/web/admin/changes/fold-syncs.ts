import type { Change } from '#contract/changes.ts';

/** The syncs of one hour, as one line of the history. */
export interface FoldedSyncs {
  /** The start of the hour here, epoch milliseconds. */
  hour: number;
  /** Newest first. */
  syncs: Change[];
  /** The total of all of them. */
  counts: Pick<Change['counts'], 'added' | 'changed' | 'removed'>;
}

/** A line of the history: a change, or the syncs of an hour. */
export type HistoryLine = { change: Change } | { folded: FoldedSyncs };

/**
 * Folds the syncs of each hour into one line, at the place of the newest of them (behavior 9.13). Other changes keep their
 * order. `changes` are newest first.
 */
export const foldSyncs = (changes: readonly Change[]): HistoryLine[] => {
  const lines: HistoryLine[] = [];
  const hours = new Map<number, FoldedSyncs>();
  for (const change of changes) {
    if (change.kind !== 'sync') {
      lines.push({ change });
      continue;
    }
    const hour = startOfHour(change.createdAt);
    const known = hours.get(hour);
    const folded = known ?? { hour, syncs: [], counts: { added: 0, changed: 0, removed: 0 } };
    folded.syncs.push(change);
    for (const count of ['added', 'changed', 'removed'] as const) folded.counts[count] += change.counts[count];
    if (known) continue;
    hours.set(hour, folded);
    lines.push({ folded });
  }
  return lines;
};

const startOfHour = (time: string): number => new Date(time).setMinutes(0, 0, 0);

const HOUR_MS = 3_600_000;

/** "7:00–8:00 AM", with the day before it if that is another one: "Nov 20, 7:00–8:00 AM". */
export const formatHour = (hour: number, now: number, locale?: string): string => {
  const isToday = new Date(hour).toDateString() === new Date(now).toDateString();
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
  // Some languages put thin spaces around the dash and before "AM", which are hard to read here.
  const range = clock
    .formatRange(hour, hour + HOUR_MS)
    .replace(/\s*–\s*/u, '–')
    .replaceAll('\u202f', ' ');
  return isToday ? range : `${day.format(hour)}, ${range}`;
};
