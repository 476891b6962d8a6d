import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOverTime, chartShape } from './points-history.ts';

const day = (date: number) => new Date(Date.UTC(2026, 0, date)).toISOString();

test('the balance over time is computed backwards from the current balance', () => {
  const entries = [
    { points: -20, createdAt: day(9) },
    { points: 48, createdAt: day(5) },
    { points: 100, createdAt: day(1) },
  ];
  expect(balanceOverTime(128, entries)).toEqual([
    { at: Date.parse(day(1)), balance: 0 },
    { at: Date.parse(day(1)), balance: 100 },
    { at: Date.parse(day(5)), balance: 148 },
    { at: Date.parse(day(9)), balance: 128 },
  ]);
});

test('a part of the ledger begins with the balance before it', () => {
  expect(balanceOverTime(70, [{ points: 20, createdAt: day(3) }])[0]?.balance).toBe(50);
});

test('a member without points has no line', () => {
  expect(balanceOverTime(0, [])).toEqual([]);
  expect(chartShape([], { width: 300, height: 80, now: 0 })).toBeNull();
});

test('a whole ledger begins at 0 and ends at the balance', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 40 }), (given) => {
      const balance = given.reduce((sum, points) => sum + points, 0);
      const newestFirst = given.map((points, index) => ({ points, createdAt: day(index + 1) })).reverse();
      const steps = balanceOverTime(balance, newestFirst);
      expect(steps[0]?.balance).toBe(0);
      expect(steps.at(-1)?.balance).toBe(balance);
    }),
  );
});

test('the line stays inside its box, with the highest balance at the top', () => {
  const steps = balanceOverTime(50, [
    { points: -50, createdAt: day(11) },
    { points: 100, createdAt: day(1) },
  ]);
  const shape = chartShape(steps, { width: 300, height: 80, now: Date.parse(day(21)) });
  expect(shape?.line).toBe('M0 80H0V0H150V40H300');
  expect(shape?.area).toBe('M0 80H0V0H150V40H300V80H0Z');
  expect(shape?.end).toEqual({ x: 300, y: 40 });
});
