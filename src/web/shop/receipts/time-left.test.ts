import { expect, test } from 'vitest';
import { formatTimeLeft } from './time-left.ts';

test.each([
  [6 * 3_600_000, '6 h 0 min'],
  [5 * 3_600_000 + 59 * 60_000 + 59_999, '5 h 59 min'],
  [3_600_000, '1 h 0 min'],
  [3_599_999, '59 min'],
  [10 * 60_000, '10 min'],
  [10 * 60_000 - 1, '9:59'],
  [65_000, '1:05'],
  [0, '0:00'],
  [-1, '0:00'],
])('%d milliseconds are %s', (ms, text) => {
  expect(formatTimeLeft(ms)).toBe(text);
});
