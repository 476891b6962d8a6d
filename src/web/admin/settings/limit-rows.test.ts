import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMIT_KINDS, LIMIT_UNITS } from '#domain/purchase-limits.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import { changeRow, checkRow, meantRow, newRow, otherWindow, rowsOf, textOf } from './limit-rows.ts';

test.each([
  'flower=28g/1d?3.5g; edible=800mg/3d',
  ' Flower = 28.0 g / 1 D ? 3.5 g ;edible=.5g/12h',
  'any=5pcs/36h',
  'flower=1g/0.5d',
])('rows that nobody changed are stored as they were written: %s', (text) => {
  expect(textOf(rowsOf(text))).toBe(text.trim());
});

test('no rows are none', () => {
  expect(rowsOf('')).toEqual([]);
  expect(rowsOf('none')).toEqual([]);
  expect(textOf([])).toBe('none');
});

test('a changed row is written anew, and its neighbors are left alone', () => {
  const [flower, edible] = rowsOf('flower = 28g/1d?3.5g; edible=800.0mg/3d');
  expect(textOf([changeRow(flower!, { amount: '14', window: 'h', length: '36' }), edible!])).toBe(
    'flower=14g/36h?3.5g; edible=800.0mg/3d',
  );
  expect(textOf([edible!])).toBe('edible=800.0mg/3d');
});

test('a comma is understood as a point', () => {
  const row = { ...newRow([]), amount: '3,5', unknown: '0,5', length: '1,5' };
  expect(textOf([row])).toBe('flower=3.5g/1.5d?0.5g');
});

test.each([
  [{ amount: '28g' }, 'flower=28g/1d'],
  [{ amount: '3,5 grams' }, 'flower=3.5g/1d'],
  [{ amount: '1 oz' }, 'flower=28g/1d'],
  [{ amount: 'half ounce' }, 'flower=14g/1d'],
  [{ amount: '800 mg' }, 'flower=800mg/1d'],
  [{ amount: '5 pcs' }, 'flower=5pcs/1d'],
  [{ amount: '28', unknown: '1/8 oz' }, 'flower=28g/1d?3.5g'],
  [{ amount: '28', length: '2 days' }, 'flower=28g/2d'],
  [{ amount: '28', length: '36h' }, 'flower=28g/36h'],
])('a unit that is typed with its number is understood: %j', (changes, text) => {
  const row = changeRow(newRow([]), changes);
  expect(textOf([row])).toBe(text);
  // Once the field is left, it shows what was understood.
  expect(textOf([changeRow(row, meantRow(row))])).toBe(text);
  expect(meantRow(meantRow(row))).toEqual(meantRow(row));
});

test('a new row is for the first kind without a limit, in its unit', () => {
  expect(newRow(rowsOf('concentrate=8g/1d'))).toMatchObject({ kind: 'flower', unit: 'g' });
  expect(newRow(rowsOf('flower=28g/1d; concentrate=8g/1d; vape=2g/1d'))).toMatchObject({ kind: 'edible', unit: 'mg' });
  expect(newRow(rowsOf('flower=1g/1d;concentrate=1g/1d;vape=1g/1d;edible=1g/1d;topical=1g/1d')).kind).toBe('flower');
});

test('pieces have no weight', () => {
  const row = { ...newRow([]), kind: 'any', amount: '3', unit: 'pcs', unknown: '2' };
  expect(textOf([row])).toBe('any=3pcs/1d');
});

test.each([
  [{ amount: '' }, 'amount', 'Enter a number above 0, such as 28.'],
  [{ amount: '28x' }, 'amount', 'Enter a number above 0, such as 28.'],
  [{ amount: '28/2' }, 'amount', 'Enter a number above 0, such as 28.'],
  [{ amount: '0' }, 'amount', 'An amount must be above 0 and at most 1,000,000.'],
  [{ amount: '1.5', unit: 'pcs' }, 'amount', 'Pieces must be a whole number.'],
  [{ length: '' }, 'length', 'Enter a number above 0, such as 1.'],
  [{ length: '2 weeks' }, 'length', 'Enter a number above 0, such as 1.'],
  [{ length: '400' }, 'length', 'A window has at least a second and at most 366 days.'],
  [{ unknown: 'a lot' }, 'unknown', 'Enter a number above 0, such as 3.5, or leave it empty.'],
] as const)('what is wrong with %j is said at its field', (changes, field, problem) => {
  const row = { ...newRow([]), amount: '28' };
  expect(checkRow(changeRow(row, changes))).toEqual({ field, problem });
});

test('whatever the fields say, the text of good rows means the same', () => {
  const amount = fc.integer({ min: 1, max: 999 }).map(String);
  const row = fc.record({
    kind: fc.constantFrom(...LIMIT_KINDS),
    amount,
    unit: fc.constantFrom(...LIMIT_UNITS),
    length: fc.integer({ min: 1, max: 300 }).map(String),
    window: fc.constantFrom('d' as const, 'h' as const),
    unknown: fc.oneof(fc.constant(''), amount),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (fields) => {
      const rows = fields.map((each, id) => ({ ...each, id, written: null }));
      const { rules } = parseLimits(textOf(rows));
      expect(rules?.map(({ kind, unit, max, window }) => `${kind} ${max} ${unit} ${window}`)).toEqual(
        fields.map(({ kind, amount: max, unit, length, window }) => `${kind} ${max} ${unit} ${length}${window}`),
      );
      expect(rowsOf(textOf(rows)).map((each) => each.unknown)).toEqual(
        fields.map(({ unit, unknown }) => (unit === 'pcs' ? '' : unknown)),
      );
    }),
  );
});

test.each([
  ['1', 'd', '24', 'h'],
  ['30', 'd', '720', 'h'],
  ['48', 'h', '2', 'd'],
  ['5', 'h', '5', 'd'],
  ['a day', 'd', 'a day', 'h'],
  ['', 'd', '', 'h'],
] as const)('"%s" %s in the other unit are "%s" %s', (length, window, otherLength, otherUnit) => {
  expect(otherWindow({ ...newRow([]), length, window })).toEqual({ length: otherLength, window: otherUnit });
});
