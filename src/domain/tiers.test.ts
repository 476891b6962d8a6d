import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeTiers, readTiers, tiersCell, tiersOfCell, writtenTiers } from './tiers.ts';

test('tiers are read as a list of pieces and prices', () => {
  const value = [
    { from: 2, price: 38.5 },
    { from: 10, price: 0 },
  ];
  expect(readTiers(value, 4000)).toEqual({
    tiers: [
      { from: 2, priceCents: 3850 },
      { from: 10, priceCents: 0 },
    ],
  });
  expect(readTiers([], 4000)).toEqual({ tiers: [] });
  expect(readTiers([{ from: 2, price: 50 }], null)).toEqual({ tiers: [{ from: 2, priceCents: 5000 }] });
});

const five = [2, 3, 4, 5, 6].map((from) => ({ from, price: 10 }));

test.each([
  ['3 for 40', 'must be a list of {from, price}'],
  [{ from: 3, price: 10 }, 'must be a list of {from, price}'],
  [['3 = 40'], 'must be a list of {from, price}'],
  [[null], 'must be a list of {from, price}'],
  [[...five, { from: 7, price: 1 }], 'must have at most 5 entries'],
  [[{ from: 1, price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [[{ from: 2.5, price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [[{ from: 'three', price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [[{ from: '2.5', price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [[{ from: [3], price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [[{ from: Number.POSITIVE_INFINITY, price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [[{ from: 1e12, price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [[{ price: 10 }], 'must have whole numbers of 2 or more as "from"'],
  [
    [
      { from: 5, price: 10 },
      { from: 3, price: 12 },
    ],
    'must be in ascending order of "from"',
  ],
  [
    [
      { from: 3, price: 10 },
      { from: 3, price: 9 },
    ],
    'must be in ascending order of "from"',
  ],
  [[{ from: 3, price: '$10' }], 'must have numbers of 0 or more as "price"'],
  [[{ from: 3, price: [10] }], 'must have numbers of 0 or more as "price"'],
  [[{ from: 3, price: -1 }], 'must have numbers of 0 or more as "price"'],
  [[{ from: 3, price: Number.POSITIVE_INFINITY }], 'must have numbers of 0 or more as "price"'],
  [[{ from: 3 }], 'must have numbers of 0 or more as "price"'],
  [[{ from: 3, price: 40 }], `must have prices below the item's own, $40.00`],
  [[{ from: 3, price: 39.999 }], `must have prices below the item's own, $40.00`],
])('tiers %j are refused: %s', (value, problem) => {
  expect(readTiers(value, 4000)).toEqual({ problem });
});

test('at most five tiers are allowed', () => {
  expect(readTiers(five, 4000)).toMatchObject({ tiers: expect.objectContaining({ length: 5 }) });
});

test.each([
  ['', []],
  [' ; ', []],
  ['3 = 40', [{ from: 3, priceCents: 4000 }]],
  [
    ' 3=$40.00 ; 10 = 36.5;',
    [
      { from: 3, priceCents: 4000 },
      { from: 10, priceCents: 3650 },
    ],
  ],
])('the cell "%s" reads as %j', (text, tiers) => {
  expect(readTiers(tiersOfCell(text), null)).toEqual({ tiers });
});

test.each([
  '3',
  'three = 40',
  '3 = forty',
  '3: 40',
  '3 = 1e309',
  '3 = -1',
  '3 = 4 = 5',
  '= 40',
  '3 = ',
  '3, 40',
  '3 = 40 10 = 36',
])('the cell "%s" is refused', (text) => {
  expect(readTiers(tiersOfCell(text), null)).toHaveProperty('problem');
});

test('tiers that were written in a cell read back as the same tiers', () => {
  const anyTiers = fc
    .uniqueArray(fc.integer({ min: 2, max: 1_000_000_000 }), { maxLength: 5 })
    .chain((froms) =>
      fc.tuple(
        ...froms
          .toSorted((a, b) => a - b)
          .map((from) => fc.record({ from: fc.constant(from), priceCents: fc.nat(10 ** 9) })),
      ),
    );
  fc.assert(
    fc.property(anyTiers, (tiers) => {
      expect(readTiers(tiersOfCell(tiersCell(writtenTiers(tiers))), null)).toEqual({ tiers });
    }),
  );
});

test('people read tiers as words', () => {
  const tiers = [
    { from: 3, price: 40 },
    { from: 10, price: 36.5 },
  ];
  expect(describeTiers(tiers)).toBe('3 or more: $40.00, 10 or more: $36.50');
  expect(describeTiers([])).toBe('none');
});
