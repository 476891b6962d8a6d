import { mayOpenPanel, type Role } from './permissions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts without a call, and in all, in milliseconds (behavior 3.4). */
export const sessionLimits = (role: Role): { idle: number; total: number } =>
  mayOpenPanel(role) ? { idle: 12 * HOUR_MS, total: 7 * DAY_MS } : { idle: 30 * DAY_MS, total: 90 * DAY_MS };

/** How long a refused call waits for a new login, in milliseconds (behavior 3.21). */
const REPEATED_FOR_MS = 10 * 60_000;

/** Returns whether a call that was refused at `refusedAt` is still repeated when the same user logs in at `now`. */
export const isRepeated = ({ refusedAt, now }: { refusedAt: number; now: number }): boolean =>
  now - refusedAt <= REPEATED_FOR_MS;

/** When a session ends if it was used at `usedAt` for the last time. All times are epoch milliseconds. */
export const sessionEnd = (role: Role, { signedInAt, usedAt }: { signedInAt: number; usedAt: number }): number => {
  const { idle, total } = sessionLimits(role);
  return Math.min(usedAt + idle, signedInAt + total);
};
