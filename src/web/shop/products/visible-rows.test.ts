import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DrawnRows, NO_ROWS, rowsAfterLeave, rowsAfterMove, rowsNear } from './visible-rows.ts';

const rows = { count: 100, rowStride: 100, overscan: 1 };

describe('the rows that are drawn', () => {
  test.each([
    ['at the top', 0, { first: 0, end: 10 }],
    ['when the list begins below the top of the window', -250, { first: 0, end: 8 }],
    ['in the middle of a row', 1050, { first: 9, end: 21 }],
    ['at the end', 9_100, { first: 90, end: 100 }],
    ['far past the end', 50_000, { first: 100, end: 100 }],
  ])('%s', (_, scrolledPast, range) => {
    expect(rowsNear(scrolledPast, 900, rows)).toEqual(range);
  });

  test('cover the window, and are not more than needed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2000, max: 40_000 }),
        fc.integer({ min: 200, max: 3000 }),
        fc.record({ count: fc.nat(300), rowStride: fc.integer({ min: 60, max: 600 }), overscan: fc.nat(4) }),
        (scrolledPast, height, list) => {
          const { first, end } = rowsNear(scrolledPast, height, list);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(list.count);
          for (let row = 0; row < list.count; row += 1) {
            const top = row * list.rowStride - scrolledPast;
            if (top < height && top + list.rowStride > 0) expect(row >= first && row < end).toBe(true);
          }
          expect(end - first).toBeLessThanOrEqual(Math.ceil(height / list.rowStride) + 1 + 2 * list.overscan);
        },
      ),
    );
  });
});

describe('the rows on the page while the list is scrolled', () => {
  const from = (first: number, end: number) => Array.from({ length: end - first }, (_, at) => first + at);
  const move = (before: DrawnRows, first: number, end: number) => rowsAfterMove(before, { first, end });
  const at = (first: number, end: number) => move(NO_ROWS, first, end);

  test('are added at once and removed one at a time, the farthest first', () => {
    const moved = move(at(0, 4), 2, 6);
    expect(moved.rows).toEqual([0, 1, 2, 3, 4, 5]);
    const one = rowsAfterLeave(moved);
    expect(one.rows).toEqual([1, 2, 3, 4, 5]);
    const both = rowsAfterLeave(one);
    expect(both.rows).toEqual([2, 3, 4, 5]);
    expect(rowsAfterLeave(both)).toBe(both);
  });

  test('are the same object if nothing changed', () => {
    const before = at(3, 7);
    expect(move(before, 3, 7).rows).toBe(before.rows);
  });

  test('that come back before they are removed stay', () => {
    const back = move(move(at(0, 4), 2, 6), 0, 4);
    expect(back.rows).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rowsAfterLeave(back).rows).toEqual([0, 1, 2, 3, 4]);
  });

  test('stay few during a long fling, and each is there once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 12 }), fc.nat(3)), { maxLength: 40 }),
        (moves) => {
          let drawn = NO_ROWS;
          for (const [first, length, turns] of moves) {
            drawn = move(drawn, first, first + length);
            for (let turn = 0; turn < turns; turn++) drawn = rowsAfterLeave(drawn);
            expect(drawn.rows).toEqual([...new Set(drawn.rows)].sort((a, b) => a - b));
            expect(drawn.rows).toEqual(expect.arrayContaining(from(first, first + length)));
            expect(drawn.rows.length).toBeLessThanOrEqual(length + 6);
          }
        },
      ),
    );
  });
});
