import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mosaicSpans } from './mosaic.ts';

describe('the mosaic of categories', () => {
  test.each([
    ['ten with In-House on a desktop', 10, 4, true, [2, 1, 1, 1, 1, 1, 1, 1, 1, 2]],
    ['ten with In-House on a phone', 10, 2, true, [2, 1, 1, 1, 1, 1, 1, 1, 1, 2]],
    ['nine without In-House on a phone', 9, 2, false, [1, 1, 1, 1, 1, 1, 1, 1, 2]],
    ['nine with In-House on a phone', 9, 2, true, [2, 1, 1, 1, 1, 1, 1, 1, 1]],
    ['one alone', 1, 4, true, [4]],
    ['two of them', 2, 4, true, [2, 2]],
    ['none', 0, 4, true, []],
  ])('of %s', (_, tiles, columns, firstIsWide, spans) => {
    expect(mosaicSpans(tiles, columns, firstIsWide)).toEqual(spans);
  });

  test('does not end with its widest tile if that is a rest', () => {
    expect(mosaicSpans(9, 4, false)).toEqual([1, 1, 2, 2, 1, 1, 1, 1, 2]);
    expect(mosaicSpans(9, 4, false, true)).toEqual([1, 1, 2, 2, 1, 1, 2, 1, 1]);
    expect(mosaicSpans(9, 2, false, true)).toEqual(mosaicSpans(9, 2, false));
  });

  test('contains every tile once and fills every row', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (tiles, columns, wide) => {
          const spans = mosaicSpans(tiles, columns, wide);
          expect(spans).toHaveLength(tiles);
          let filled = 0;
          for (const span of spans) {
            expect(span).toBeGreaterThan(0);
            filled += span;
            if (filled === columns) filled = 0;
            expect(filled).toBeLessThan(columns);
          }
          expect(filled).toBe(0);
        },
      ),
    );
  });

  test('never makes a tile more than one column wider than the others, except In-House', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 40 }), fc.integer({ min: 2, max: 5 }), (tiles, columns) => {
        expect(Math.max(...mosaicSpans(tiles, columns, false))).toBeLessThanOrEqual(2);
      }),
    );
  });
});
