import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPoints, pointsEarned, pointsWorth, spendPoints } from './points.ts';

const paid = (subtotalCents: number, pointsDiscountCents = 0) => ({ subtotalCents, pointsDiscountCents });

test.each([
  [5900, 1, 59],
  [5999, 1, 59],
  [99, 1, 0],
  [100, 1, 1],
  [0, 1, 0],
  [1000, 1.1, 11],
  [10_000, 0.29, 29],
  [1050, 2, 21],
  [5900, 0, 0],
  [333, 0.1, 0],
])('a subtotal of %i cents at %d points a dollar earns %i', (subtotal, rate, points) => {
  expect(pointsEarned(paid(subtotal), rate)).toBe(points);
});

test('nothing is earned on what points paid for', () => {
  expect(pointsEarned(paid(5900, 173), 1)).toBe(57);
  expect(pointsEarned(paid(5900, 5900), 1)).toBe(0);
});

test('a receipt never earns more than the rate, nor a whole point less', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.nat(1000), (subtotal, hundredths) => {
      const exact = subtotal * hundredths;
      const points = pointsEarned(paid(subtotal), hundredths / 100);
      expect(points * 10_000).toBeLessThanOrEqual(exact);
      expect((points + 1) * 10_000).toBeGreaterThan(exact);
    }),
  );
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('%d is not a rate', (rate) => {
  expect(() => pointsEarned(paid(100), rate)).toThrow(new RangeError(`not a rate: ${rate}`));
});

describe('points spent on an order', () => {
  test.each([
    ['each worth a cent', 100, 1, 5000, 100, 100],
    ['worth more than the order: no more than it takes', 9000, 1, 5000, 5000, 5000],
    ['worth half a cent: rounded down', 101, 0.5, 5000, 101, 50],
    ['worth 1.1 cents, exactly', 100, 1.1, 5000, 100, 110],
    ['worth $3 each: the last one is not used up', 10, 300, 1000, 4, 1000],
    ['worth nothing', 100, 0, 5000, 0, 0],
    ['none', 0, 1, 5000, 0, 0],
    ['of an empty cart', 100, 1, 0, 0, 0],
    ['of somebody who owes points', -100, 1, 5000, 0, 0],
    ['of an order that costs less than nothing', 100, 1, -5000, 0, 0],
  ])('are %s', (_, points, pointsValue, subtotal, used, pointsDiscountCents) => {
    expect(spendPoints({ points, pointsValue }, subtotal)).toEqual({ points: used, pointsDiscountCents });
  });

  test('never take more than the subtotal, a part of a point, or a point that is not needed', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.nat(100_000), fc.nat(10 ** 9), (points, thousandths, subtotal) => {
        const spent = spendPoints({ points, pointsValue: thousandths / 1000 }, subtotal);
        const exact = (count: number) => Math.floor((count * thousandths) / 1000);
        expect(Number.isInteger(spent.points)).toBe(true);
        expect(spent.points).toBeGreaterThanOrEqual(0);
        expect(spent.points).toBeLessThanOrEqual(points);
        expect(spent.pointsDiscountCents).toBe(Math.min(subtotal, exact(spent.points)));
        // All of them are used, unless the order is paid without the last one.
        if (thousandths > 0 && subtotal > 0 && spent.points < points) {
          expect(exact(spent.points)).toBeGreaterThanOrEqual(subtotal);
          expect(exact(spent.points - 1)).toBeLessThan(subtotal);
        }
      }),
    );
  });
});

test.each([
  [0, '0 points'],
  [1, '1 point'],
  [1730, '1,730 points'],
])('%i points read "%s"', (points, text) => {
  expect(formatPoints(points)).toBe(text);
});

test.each([
  [0, 5, '0.00'],
  [200, 5, '10.00'],
  [199, 1.5, '2.98'],
  [1_000_000_000, 0.01, '100000.00'],
  [-40, 5, '0.00'],
  [500, 0, '0.00'],
])('%d points at $%d for 100 are worth $%s', (points, value, worth) => {
  expect(pointsWorth(points, value)).toBe(worth);
});
