import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridMeasures, listMeasures } from './list-measures.ts';

describe('the grid', () => {
  test.each([
    [256, 16, 1],
    [288, 16, 2],
    [336, 16, 2],
    [366, 16, 2],
    [720, 16, 2],
    [960, 16, 3],
    [1272, 16, 4],
    [1696, 16, 6],
    [366, 32, 1],
  ])('of %i px at %i px per rem has %i columns', (width, rem, columns) => {
    expect(gridMeasures(width, rem).columns).toBe(columns);
  });

  test('always fills its width exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 240, max: 4000 }), fc.constantFrom(16, 20, 24, 32), (width, rem) => {
        const { columns, cardWidth, gap } = gridMeasures(width, rem);
        expect(columns * cardWidth + (columns - 1) * gap).toBeCloseTo(width);
        expect(cardWidth).toBeGreaterThan(0);
      }),
    );
  });
});

test('a list row is 72 px high on a desktop, and at most 96 px on a phone', () => {
  expect(listMeasures(1272, 16)).toMatchObject({ columns: 1, rowHeight: 72, compact: false });
  expect(listMeasures(366, 16)).toMatchObject({ columns: 1, rowHeight: 96, compact: true });
});

test('with very large text on a small screen the list has cards, because its rows have no room for their parts', () => {
  expect(listMeasures(296, 16)).toMatchObject({ look: 'list' });
  expect(listMeasures(366, 32)).toEqual(gridMeasures(366, 32));
});
