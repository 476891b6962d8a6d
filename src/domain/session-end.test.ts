import { expect, test } from 'vitest';
import { isRepeated, sessionEnd } from './session-end.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test.each([
  ['a member', 'member', 0, 30 * DAY_MS],
  ['a member in the ninth week', 'member', 60 * DAY_MS, 90 * DAY_MS],
  ['a member in the thirteenth week', 'member', 89 * DAY_MS, 90 * DAY_MS],
  ['an owner', 'owner', 0, 12 * HOUR_MS],
  ['the order desk in the evening', 'orders', 8 * HOUR_MS, 20 * HOUR_MS],
  ['a stock clerk on the seventh day', 'inventory', 7 * DAY_MS - HOUR_MS, 7 * DAY_MS],
] as const)('the session of %s ends as the role says', (_who, role, usedAt, end) => {
  expect(sessionEnd(role, { signedInAt: 0, usedAt })).toBe(end);
});

test.each([
  ['at once', 0, true],
  ['ten minutes later', 600_000, true],
  ['later than that', 600_001, false],
])('a refused call is repeated if its user logs in again %s: %s ms, %s', (_when, later, repeated) => {
  expect(isRepeated({ refusedAt: 1000, now: 1000 + later })).toBe(repeated);
});
