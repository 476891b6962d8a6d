import type { Loss } from '../api/contact.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** "stock as of 14:02", by this device's clock; with the day where it is not today. Both in epoch milliseconds. */
export function stockAsOf(knownAt: number, now: number): string {
  const [then, today] = [new Date(knownAt), new Date(now)];
  const time = clock.format(then);
  return then.toDateString() === today.toDateString()
    ? `stock as of ${time}`
    : `stock as of ${day.format(then)}, ${time}`;
}

/** What is the matter; a shop that does not answer is told as any failed inventory call (specification §8). */
export const LOSS_WORDS: Record<Loss, string> = {
  offline: 'You are offline',
  unreachable: 'Failed to fetch inventory',
};
