import { mayOpenPanel, type Role } from './permissions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lasts without a call, and in all, in milliseconds (behavior 3.4). */
export const sessionLimits = (role: Role): { idle: number; total: number } =>
  mayOpenPanel(role) ? { idle: 12 * HOUR_MS, total: 7 * DAY_MS } : { idle: 30 * DAY_MS, total: 90 * DAY_MS };

/** When a session ends if it was used at `usedAt` for the last time. All times are epoch milliseconds. */
export const sessionEnd = (role: Role, { signedInAt, usedAt }: { signedInAt: number; usedAt: number }): number => {
  const { idle, total } = sessionLimits(role);
  return Math.min(usedAt + idle, signedInAt + total);
};
