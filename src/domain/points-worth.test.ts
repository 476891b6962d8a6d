import { expect, test } from 'vitest';
import { pointsWorth } from './points-worth.ts';

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
