import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointsEarned } from './points.ts';

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
  expect(pointsEarned(subtotal, rate)).toBe(points);
});

test('a receipt never earns more than the rate, nor a whole point less', () => {
  fc.assert(
    fc.property(fc.nat(10 ** 9), fc.nat(1000), (subtotal, hundredths) => {
      const exact = subtotal * hundredths;
      const points = pointsEarned(subtotal, hundredths / 100);
      expect(points * 10_000).toBeLessThanOrEqual(exact);
      expect((points + 1) * 10_000).toBeGreaterThan(exact);
    }),
  );
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('%d is not a rate', (rate) => {
  expect(() => pointsEarned(100, rate)).toThrow(new RangeError(`not a rate: ${rate}`));
});
