import { expect, test } from 'vitest';
import { formatDay, formatRecentTime, localDay } from './dates.ts';

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();
test.each([
  ['today as the time alone', at(21, 14, 2), at(21, 18, 0), /^2:02\sPM$/],
  ['in the current minute as the time alone', at(21, 14, 2), at(21, 14, 2), /^2:02\sPM$/],
  ['just after midnight as 12', at(21, 0, 5), at(21, 9, 0), /^12:05\sAM$/],
  ['yesterday with the day, even a minute ago', at(20, 23, 59), at(21, 0, 0), /^Nov 20, 11:59\sPM$/],
  ['on the same day of another month with the day', at(-10, 14, 2), at(21, 14, 2), /^Oct 21, 2:02\sPM$/],
])('a recent time is shown %s', (_, time, now, text) => {
  expect(formatRecentTime(time, now, 'en-US')).toMatch(text);
});

test('the day here begins at midnight here, and a day is shown as itself in every time zone', () => {
  expect(localDay(at(21, 0, 0))).toBe('2026-11-21');
  expect(localDay(at(21, 23, 59))).toBe('2026-11-21');
  expect(formatDay('2026-11-21')).toMatch(/\b21\b.*2026/);
});
