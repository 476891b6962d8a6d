import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJump, jumpsFrom, referencesOf, remember, type SinceThen } from './jump-guard.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test.each([
  ['100', '120', 20, false],
  ['100', '120.00000001', 20, true],
  ['100', '80', 20, false],
  ['100.0', '79.99999999', 20, true],
  ['0.00000001', '0.00000002', 50, true],
  ['65000.00', '65000', 0.001, false],
  ['999999999999', '1', 0, false],
  [0, 1, 1_000_000, true],
  [0, 0, 50, false],
  [2000, 3001, 50, true],
])('from %s to %s with a limit of %s percent is a jump: %s', (before, after, limit, expected) => {
  expect(isJump(before, after, limit)).toBe(expected);
});

test('a value is compared with the last one and with the one of a day ago', () => {
  const history: SinceThen<number>[] = [
    { value: 100, at: 0 },
    { value: 90, at: HOUR_MS },
    { value: 80, at: 2 * HOUR_MS },
  ];
  expect(referencesOf(history, DAY_MS)).toEqual([80, 100]);
  expect(referencesOf(history, DAY_MS + HOUR_MS - 1)).toEqual([80, 100]);
  expect(referencesOf(history, DAY_MS + HOUR_MS)).toEqual([80, 90]);
  expect(referencesOf(history, 9 * DAY_MS)).toEqual([80, 80]);
  expect(referencesOf([], DAY_MS)).toEqual([]);
  expect(jumpsFrom(70, [80, 100], 20)).toBe(100);
  expect(jumpsFrom(80, [80, 100], 20)).toBeNull();
});

test('what a history forgets is what nothing is compared with any more', () => {
  const steps = fc.array(
    fc.record({ value: fc.integer({ min: 1, max: 4 }), wait: fc.integer({ min: 0, max: DAY_MS }) }),
  );
  fc.assert(
    fc.property(steps, (all) => {
      let now = 0;
      let kept: SinceThen<number>[] = [];
      const whole: SinceThen<number>[] = [];
      for (const { value, wait } of all) {
        now += wait;
        expect(referencesOf(kept, now)).toEqual(referencesOf(whole, now));
        kept = remember(kept, { value, at: now });
        if (whole.at(-1)?.value !== value) whole.push({ value, at: now });
        expect(kept.filter(({ at }) => at <= now - DAY_MS).length).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('no steps within a day, however small, move a value by more than the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 50 }), (values) => {
      let history: SinceThen<number>[] = [{ value: 10_000, at: 0 }];
      for (const [step, value] of values.entries()) {
        const now = step * 60_000;
        if (jumpsFrom(value, referencesOf(history, now), 20) === null) history = remember(history, { value, at: now });
      }
      expect(isJump(10_000, history.at(-1)!.value, 20)).toBe(false);
    }),
  );
});
