import type { Loss } from '../../api/connection.ts';
import { INVENTORY_FAILED } from '../../api/queries/catalogue.ts';

/** "stock as of 14:02", by this device's clock; with the day where it is not today. Both in epoch milliseconds. */
export const stockAsOf = (knownAt: number, now: number): string => {
  const [then, today] = [new Date(knownAt), new Date(now)];
  // Made here: rarely needed, and a phone would be busy with it for some 10 ms whenever the shop is opened.
  const words = (form: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, form).format(then);
  const time = words({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return then.toDateString() === today.toDateString()
    ? `stock as of ${time}`
    : `stock as of ${words({ day: 'numeric', month: 'short' })}, ${time}`;
};

/** What is the matter; a shop that does not answer is told as any failed inventory call (specification §8). */
export const LOSS_WORDS: Record<Loss, string> = {
  offline: 'You are offline',
  unreachable: INVENTORY_FAILED,
};
