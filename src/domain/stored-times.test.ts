import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLOCK_TOLERANCE_MS, happenedWithin, isPending, isToCome, renewedWait, waitEnd } from './stored-times.ts';

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

const LENGTH = 500;
const renew = (wait: { began: number; ends: number }, now: number) => renewedWait(wait, { now, length: LENGTH });
const endOf = (wait: { began: number; ends: number }, now: number) => waitEnd(wait, { now, length: LENGTH });
const FAR = NOW + LENGTH + CLOCK_TOLERANCE_MS + 1;

test('a wait that began far in time to come ends its length after now, and is not renewed again', () => {
  const usual = { began: NOW - 100, ends: NOW + 400 };
  expect(renew(usual, NOW)).toEqual(usual);
  const nearly = { began: FAR - 1, ends: FAR - 1 + LENGTH };
  expect(renew(nearly, NOW)).toEqual(nearly);
  const renewed = renew({ began: FAR, ends: FAR + LENGTH }, NOW);
  expect(renewed).toEqual({ began: FAR, ends: NOW + LENGTH });
  expect(renew(renewed, NOW + 100)).toEqual(renewed);
  expect([NOW, FAR - 1].map((now) => endOf(renewed, now))).toEqual([NOW + LENGTH, NOW + LENGTH]);
});

test('a wait that was renewed by a clock that was behind for a while ends when it first should', () => {
  const renewed = renew({ began: FAR, ends: FAR + LENGTH }, NOW);
  expect([FAR, FAR + LENGTH].map((now) => endOf(renewed, now))).toEqual([FAR + LENGTH, FAR + LENGTH]);
});

test('a wait whose clock is set back, for good or for a while, ends neither earlier nor never', () => {
  const day = 86_400_000;
  const shifts = fc.constantFrom(-30, -3, -1, -0.5, 0, 0.5, 1, 3, 30);
  const phase = fc.record({ from: fc.integer({ min: -20, max: 20 }), lasts: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(shifts, phase, (shift, { from, lasts }) => {
      // A clock that is set forward looks the same as time that passes.
      fc.pre(shift > 0 ? from <= 0 : from > 0);
      const clock = (hour: number) =>
        1000 * day + hour * (day / 24) + (hour >= from && hour < from + lasts ? shift * day : 0);
      const of = (hour: number) => ({ now: clock(hour), length: day });
      let wait = { began: clock(0), ends: clock(0) + day };
      let ended: number | undefined;
      for (let hour = 0; hour < 100; hour++) {
        wait = renewedWait(wait, of(hour));
        if (waitEnd(wait, of(hour)) <= clock(hour)) ended ??= hour;
      }
      expect(ended).toBeGreaterThanOrEqual(24);
      expect(ended).toBeLessThanOrEqual(3 * 24);
    }),
  );
});
