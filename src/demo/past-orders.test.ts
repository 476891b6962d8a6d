import { expect, test } from 'vitest';
import { canMove, type ReceiptStatus } from '#domain/receipt-state.ts';
import { DEMO_DAYS, pastOrders } from './index.ts';

const DAY_MS = 86_400_000;

test('the past orders of the demo cover 90 days, and become more', () => {
  const ages = pastOrders().map(({ ago }) => ago / DAY_MS);
  expect(ages).toEqual(ages.toSorted((a, b) => b - a));
  expect(Math.max(...ages)).toBeLessThanOrEqual(DEMO_DAYS);
  const late = ages.filter((age) => age < DEMO_DAYS / 2).length;
  expect(late).toBeGreaterThan(ages.length * 0.55);
  expect(pastOrders()).toEqual(pastOrders());
});

test('every past order is paid or cancelled within the time for it, and takes only steps that a receipt may take', () => {
  for (const { ago, lines, steps } of pastOrders()) {
    expect(lines.length).toBeGreaterThan(0);
    expect(ago - steps[0]!.ago).toBeLessThan(DAY_MS);
    let [from, before]: [ReceiptStatus, number] = ['awaiting_payment', ago];
    for (const { to, ago: then } of steps) {
      expect(canMove(from, to), `${from} to ${to}`).toBe(true);
      expect(then).toBeLessThan(before);
      expect(then).toBeGreaterThan(0);
      [from, before] = [to, then];
    }
  }
});
