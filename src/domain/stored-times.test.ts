import { expect, test } from 'vitest';
import { CLOCK_TOLERANCE_MS, happenedWithin, isPending, isToCome } from './stored-times.ts';

const NOW = 1_000_000;

test('a time is to come only if it is later than clocks may differ', () => {
  expect([0, NOW, NOW + CLOCK_TOLERANCE_MS, NOW + CLOCK_TOLERANCE_MS + 1].map((at) => isToCome(at, NOW))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('an end is pending until it has passed, and not if nothing lasts that long', () => {
  const ends = [NOW - 1, NOW, NOW + 1, NOW + 500 + CLOCK_TOLERANCE_MS, NOW + 501 + CLOCK_TOLERANCE_MS];
  expect(ends.map((end) => isPending(end, { now: NOW, most: 500 }))).toEqual([false, false, true, true, false]);
});

test('what happened at a time to come did not happen lately', () => {
  const times = [NOW - 500, NOW - 499, NOW, NOW + CLOCK_TOLERANCE_MS, NOW + CLOCK_TOLERANCE_MS + 1];
  expect(times.map((at) => happenedWithin(at, { now: NOW, most: 500 }))).toEqual([false, true, true, true, false]);
});
