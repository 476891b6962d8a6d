import { expect, test } from 'vitest';
import { stockAsOf } from './stock-as-of.ts';

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();

test.each([
  ['the time alone today', at(21, 14, 2), at(21, 18, 0), /^stock as of 14:02$/],
  ['the time of this minute', at(21, 14, 2), at(21, 14, 2), /^stock as of 14:02$/],
  ['midnight as 00, not 24', at(21, 0, 5), at(21, 9, 0), /^stock as of 00:05$/],
  [
    'the day too when it was yesterday, a minute ago or not',
    at(20, 23, 59),
    at(21, 0, 0),
    /^stock as of .*20.*, 23:59$/,
  ],
  ['the day too on the same day of another month', at(-10, 14, 2), at(21, 14, 2), /^stock as of .*21.*, 14:02$/],
])('a member reads %s', (_, knownAt, now, words) => {
  expect(stockAsOf(knownAt, now)).toMatch(words);
});
