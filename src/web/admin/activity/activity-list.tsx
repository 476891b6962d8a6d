import type { AuditEntry } from '#contract/audit.ts';
import { formatDate, formatDateTime, formatRecentTime } from '../../browser/dates.ts';
import { actorText, describeEntry, type Part } from './entry-text.ts';

interface ActivityListProps {
  entries: readonly AuditEntry[];
  onActor: (entry: AuditEntry) => void;
}

/** Entries as sentences under the day on which they happened, with the time on the left. */
export const ActivityList = ({ entries, onActor }: ActivityListProps) => (
  <div className="overflow-hidden rounded-card border border-line bg-surface">
    {groupByDay(entries).map(({ day, entries: ofDay }) => (
      <section key={ofDay[0]!.id} aria-label={formatDate(day)}>
        <h2 className="border-b border-line bg-raised px-4 py-1.5 text-xs font-semibold text-muted">
          {formatDate(day)}
        </h2>
        <ol>
          {ofDay.map((entry) => (
            <Entry key={entry.id} entry={entry} onActor={onActor} />
          ))}
        </ol>
      </section>
    ))}
  </div>
);

const Entry = ({ entry, onActor }: { entry: AuditEntry; onActor: (entry: AuditEntry) => void }) => {
  const time = Date.parse(entry.at);
  return (
    <li className="grid grid-cols-[4.5rem_1fr] items-baseline gap-x-3 border-b border-line px-4 py-2 last:border-b-0 sm:grid-cols-[5.5rem_1fr_auto]">
      <time dateTime={entry.at} title={formatDateTime(entry.at)} className="text-sm text-muted tabular-nums">
        {formatRecentTime(time, time)}
      </time>
      <p className="min-w-0 text-text [overflow-wrap:anywhere]">
        <Sentence entry={entry} onActor={onActor} />
      </p>
      <p className="text-xs text-muted tabular-nums max-sm:col-start-2">
        {entry.address && <span className="mr-3">{entry.address}</span>}
        {entry.seq === null ? 'waiting' : `entry ${entry.seq}`}
      </p>
    </li>
  );
};

const LINK = 'font-medium text-text underline decoration-edge underline-offset-3 hover:decoration-text';

/** The sentence, with the actor as a button that shows only what this actor did. */
const Sentence = ({ entry, onActor }: { entry: AuditEntry; onActor: (entry: AuditEntry) => void }) => {
  const parts = describeEntry(entry);
  const actor = actorText(entry);
  const [first, ...rest] = parts;
  if (typeof first !== 'string' || !first.startsWith(actor)) return <Parts parts={parts} />;
  return (
    <>
      <button
        type="button"
        title="Show only what they did"
        className="font-semibold hover:underline"
        onClick={() => onActor(entry)}
      >
        {actor}
      </button>
      <Parts parts={[first.slice(actor.length), ...rest]} />
    </>
  );
};

const Parts = ({ parts }: { parts: readonly Part[] }) =>
  parts.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a key={part.href} href={part.href} className={LINK}>
        {part.text}
      </a>
    ),
  );

/** Entries in the order of a list, in groups of one day of this browser's time zone. */
const groupByDay = <Entry extends { at: string }>(entries: readonly Entry[]): { day: string; entries: Entry[] }[] => {
  const days: { day: string; key: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const key = new Date(entry.at).toDateString();
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ day: entry.at, key, entries: [entry] });
  }
  return days;
};
