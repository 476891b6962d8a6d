import { onceEachText } from './once-each.ts';

export const DAY_MS = 86_400_000;
/** Every zone is a whole number of quarter hours away from UTC, and changes its clocks at such a moment. */
const QUARTER_MS = 900_000;

/** A time in which a zone is always as far from UTC. Epoch milliseconds. */
export interface OffsetSpan {
  /** When the span ends; Infinity for the last one. */
  until: number;
  /** How far the clocks are ahead of UTC, in milliseconds. */
  offset: number;
}

const createOffsetReader = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (at: number): number => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
    const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
    return sign === '-' ? -size : size;
  };
};

/**
 * Returns how far a time zone is from UTC between two moments, in order. There are several spans if clocks change in
 * between. The first one also holds before `from`, and the last one after `to`.
 */
export const offsetSpans = (from: number, to: number, timeZone: string): OffsetSpan[] => {
  const offsetAt = createOffsetReader(timeZone);
  const spans: OffsetSpan[] = [];
  let start = Math.floor(from / QUARTER_MS) * QUARTER_MS;
  let offset = offsetAt(start);
  while (start < to) {
    const end = start + DAY_MS;
    const next = offsetAt(end);
    if (next !== offset) {
      spans.push({ until: changeBetween(start, end, (at) => offsetAt(at) === offset), offset });
      offset = next;
    }
    start = end;
  }
  return [...spans, { until: Number.POSITIVE_INFINITY, offset }];
};

/** The first quarter hour after `before` at which something no longer holds. It holds at `before`, and not at `after`. */
const changeBetween = (before: number, after: number, holds: (at: number) => boolean): number => {
  let last = before;
  let first = after;
  while (first - last > QUARTER_MS) {
    const middle = last + Math.floor((first - last) / 2 / QUARTER_MS) * QUARTER_MS;
    if (holds(middle)) last = middle;
    else first = middle;
  }
  return first;
};

/** Returns the day of a moment in a zone as a number: 0 is January 1, 1970, and each day counts one more. */
export const dayAt = (at: number, spans: readonly OffsetSpan[]): number => {
  const { offset } = spans.find(({ until }) => at < until)!;
  return Math.floor((at + offset) / DAY_MS);
};

/** The ISO date of a numbered day. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The earliest moment that a day can begin at, in any zone. Epoch milliseconds. */
export const earliestStart = (day: number): number => (day - 1) * DAY_MS;

/** The latest moment that a day can end at, in any zone. Epoch milliseconds. */
export const latestEnd = (day: number): number => (day + 2) * DAY_MS;

/** When a day (an ISO date) begins in a zone, in epoch milliseconds. Clocks that are changed move it. */
export const startOfDay = (date: string, timeZone: string): number =>
  startOfNumbered(Date.parse(date) / DAY_MS, timeZone);

/** When the day after a day begins. */
export const endOfDay = (date: string, timeZone: string): number =>
  startOfNumbered(Date.parse(date) / DAY_MS + 1, timeZone);

const startOfNumbered = (day: number, timeZone: string): number => {
  const spans = offsetSpans(earliestStart(day), latestEnd(day), timeZone);
  let spanStart = Number.NEGATIVE_INFINITY;
  for (const { until, offset } of spans) {
    // A day that begins in an hour which clocks skip begins with the next span.
    const start = Math.max(spanStart, day * DAY_MS - offset);
    if (start < until) return start;
    spanStart = until;
  }
  return spanStart;
};

/** More than there are. */
const MOST_ZONES = 1000;

/** Returns the format of a time zone. Creating one costs more than the rest of a small call. */
const isoFormat = onceEachText(
  // Sweden writes dates as ISO 8601 does.
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
  MOST_ZONES,
);

/** The date at a moment (epoch milliseconds) in a time zone, as an ISO date. */
export const localDate = (moment: number, timeZone: string): string => isoFormat(timeZone).format(moment);
