import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLOCK_TOLERANCE_MS } from './stored-times.ts';
import {
  addFailure,
  FREE_FAILURES,
  NO_FAILURES,
  type Throttle,
  throttleEnd,
  waitBeforeAttempt,
  waitText,
} from './throttle.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const LONGEST = 15 * MINUTE;
const START = Date.UTC(2026, 10, 22);

const waitAt = (throttle: Throttle, now: number) => waitBeforeAttempt(throttle, { now, longestWait: LONGEST });
const failAt = (times: readonly number[], before = NO_FAILURES) => times.reduce(addFailure, before);
/** Failures one after the other, each as soon as it may be. Returns the time of the last one, too. */
const failAsSoonAsAllowed = (count: number): { throttle: Throttle; now: number } => {
  let throttle = NO_FAILURES;
  let now = START;
  for (let failure = 1; failure <= count; failure++) {
    now += waitAt(throttle, now);
    throttle = addFailure(throttle, now);
  }
  return { throttle, now };
};

test.each([
  [0, 0],
  [1, 0],
  [9, 0],
  [10, 1 * SECOND],
  [11, 2 * SECOND],
  [12, 4 * SECOND],
  [19, 512 * SECOND],
  [20, LONGEST],
  [200, LONGEST],
])('after %i failures the next attempt waits %i milliseconds', (failures, wait) => {
  const { throttle, now } = failAsSoonAsAllowed(failures);
  expect(waitAt(throttle, now)).toBe(wait);
});

test.each([
  ['ten failures within an hour', [0, 6, 12, 18, 24, 30, 36, 42, 48, 54], 1 * SECOND],
  ['ten failures in a little more than an hour', [0, 7, 14, 21, 28, 35, 42, 49, 56, 63], 0],
  ['nine failures, and nine more an hour later', [...Array(9).fill(0), ...Array(9).fill(60)], 0],
  [
    'nine failures at the end of one hour, and one at the beginning of the next',
    [...Array(9).fill(59), 61],
    1 * SECOND,
  ],
])('%s', (_what, minutes, wait) => {
  const times = minutes.map((minute) => START + minute * MINUTE);
  expect(waitAt(failAt(times), times.at(-1)!)).toBe(wait);
});

test('an attempt that is made later waits only for the rest', () => {
  const { throttle, now } = failAsSoonAsAllowed(12);
  expect(waitAt(throttle, now + 3 * SECOND)).toBe(1 * SECOND);
  expect(waitAt(throttle, now + 4 * SECOND)).toBe(0);
});

test('an hour without a failure ends the waiting, and the count begins again', () => {
  const { throttle, now } = failAsSoonAsAllowed(30);
  expect(waitAt(throttle, now + HOUR)).toBe(0);
  expect(throttleEnd(throttle)).toBe(now + HOUR);
  expect(waitAt(addFailure(throttle, now + HOUR), now + HOUR)).toBe(0);
  expect(waitAt(addFailure(throttle, now + HOUR - 1), now + HOUR - 1)).toBe(LONGEST);
});

test('a clock that is set back keeps the count, and locks nobody out until it is where it was', () => {
  const { throttle, now } = failAsSoonAsAllowed(12);
  const before = now - 24 * HOUR;
  expect(waitAt(throttle, before)).toBe(0);
  expect(waitAt(addFailure(throttle, before), before)).toBe(8 * SECOND);
});

test('a process whose clock is a little behind lets nobody in too early', () => {
  const { throttle, now } = failAsSoonAsAllowed(12);
  expect(waitAt(throttle, now - 1 * SECOND)).toBe(5 * SECOND);
  const next = addFailure(throttle, now + 3 * SECOND);
  const ahead = addFailure(next, now + 2 * SECOND);
  expect(waitAt(ahead, now + 2 * SECOND)).toBe(17 * SECOND);
  expect(waitAt(ahead, now + 3 * SECOND)).toBe(16 * SECOND);
});

/** Moves of the clock between attempts, mostly small ones. */
const moves = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 2 * MINUTE }),
    fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
    fc.constantFrom(-365 * 24 * HOUR, 365 * 24 * HOUR),
  ),
  { maxLength: 60, size: 'max' },
);

test('however the clock jumps, nobody waits longer than the longest wait, and afterwards the attempt is checked', () => {
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: LONGEST }), (jumps, longestWait) => {
      let throttle = NO_FAILURES;
      let now = START;
      for (const jump of jumps) {
        now += jump;
        const wait = waitBeforeAttempt(throttle, { now, longestWait });
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(longestWait + CLOCK_TOLERANCE_MS);
        expect(waitBeforeAttempt(throttle, { now: now + wait, longestWait })).toBe(0);
        now += wait;
        throttle = addFailure(throttle, now);
        expect(throttle.failedAt.length).toBeLessThanOrEqual(FREE_FAILURES);
        const last = Math.max(...throttle.failedAt);
        expect(last).toBeGreaterThanOrEqual(now);
        expect(last).toBeLessThanOrEqual(now + CLOCK_TOLERANCE_MS);
      }
    }),
  );
});

test('whoever guesses all day long gets ten free guesses an hour, and one for each wait', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { maxLength: 60, size: 'max' }), (pauses) => {
      let throttle = NO_FAILURES;
      let now = START;
      let free = 0;
      for (const pause of pauses) {
        now += pause;
        now += waitAt(throttle, now);
        if (throttle.waits === 0) free++;
        throttle = addFailure(throttle, now);
      }
      expect(free).toBeLessThanOrEqual(FREE_FAILURES * (Math.floor((now - START) / HOUR) + 1));
    }),
  );
});

test.each([
  [null, 'Please wait a moment and try again.'],
  [0, 'Please wait a moment and try again.'],
  [1, 'Try again in 1 second.'],
  [59, 'Try again in 59 seconds.'],
  [60, 'Try again in 1 minute.'],
  [61, 'Try again in 2 minutes.'],
  [3600, 'Try again in 60 minutes.'],
])('a call that came %s seconds too early says when it can be made again', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
