import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowsNear } from './visible-rows.ts';

const rows = { count: 100, pitch: 100, overscan: 1 };

describe('the rows that are drawn', () => {
  test.each([
    ['at the top', 0, { first: 0, end: 10 }],
    ['while the list begins below the top of the window', -250, { first: 0, end: 8 }],
    ['in the middle of a row', 1050, { first: 9, end: 21 }],
    ['at the end', 9_100, { first: 90, end: 100 }],
    ['long past the end', 50_000, { first: 100, end: 100 }],
  ])('%s', (_, scrolledPast, range) => {
    expect(rowsNear(scrolledPast, 900, rows)).toEqual(range);
  });

  test('cover the window, and are no more than it needs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2000, max: 40_000 }),
        fc.integer({ min: 200, max: 3000 }),
        fc.record({ count: fc.nat(300), pitch: fc.integer({ min: 60, max: 600 }), overscan: fc.nat(4) }),
        (scrolledPast, height, list) => {
          const { first, end } = rowsNear(scrolledPast, height, list);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(list.count);
          for (let row = 0; row < list.count; row += 1) {
            const top = row * list.pitch - scrolledPast;
            if (top < height && top + list.pitch > 0) expect(row >= first && row < end).toBe(true);
          }
          expect(end - first).toBeLessThanOrEqual(Math.ceil(height / list.pitch) + 1 + 2 * list.overscan);
        },
      ),
    );
  });
});
