import { expect, test } from 'vitest';
import { NO_ITEM, type TypedItem } from './typed-item.ts';
import { editProblems, fieldProblems, newItemProblems } from './typed-problems.ts';

test('each problem that the shop names is at its field', () => {
  expect(
    fieldProblems([
      'price must be a number of 0 or more',
      'qty must be a whole number of 0 or more',
      'tiers must be in ascending order of "from"',
      'lab expires must be a date such as 2026-11-22',
      'lab tested is missing',
      'Markup must be a number from 0 to 100,000',
      'The threshold must be a whole number from 0 to 1,000,000',
      'images must have at most 20 entries',
      'The item is odd',
    ]),
  ).toEqual({
    price: 'Enter a price in dollars, such as 18.50.',
    qty: 'Enter a whole number of pieces, such as 24.',
    tiers: 'Each line needs more pieces than the one above it.',
    expires: 'Expires must be a date such as 2026-11-22',
    tested: 'A lab result needs the day of its test.',
    markup: 'Markup must be a number from 0 to 100,000',
    lowStock: 'The threshold must be a whole number from 0 to 1,000,000',
    root: 'Images must have at most 20 entries',
  });
});

const tier = (from: string, price: string) => ({ key: 1, from, price });
const FINE: TypedItem = { ...NO_ITEM, name: 'Fern', qty: '4', price: '18.50' };

test('a new item needs a name, a quantity and a price', () => {
  expect(Object.keys(newItemProblems(NO_ITEM)).sort()).toEqual(['name', 'price', 'qty']);
  expect(newItemProblems({ ...NO_ITEM, name: 'A', qty: '0', price: '0' })).toEqual({});
  expect(newItemProblems({ ...FINE, price: '$18.50', markup: '$7', lowStock: '3', tiers: [tier('3', '15')] })).toEqual(
    {},
  );
});

test('all problems of a new item are named in one round', () => {
  const wrong: Partial<TypedItem> = {
    name: ' ',
    qty: '1.5',
    price: 'abc',
    markup: 'much',
    lowStock: '-1',
    tiers: [tier('1', '10')],
    expires: '2026-12-01',
  };
  expect(newItemProblems({ ...FINE, ...wrong })).toEqual({
    name: 'The item needs a name',
    qty: 'Enter a whole number of pieces, such as 24.',
    price: 'Enter a price in dollars, such as 18.50.',
    markup: 'Markup must be a number from 0 to 100,000',
    lowStock: 'The threshold must be a whole number from 0 to 1,000,000',
    tiers: 'A lower price begins at 2 or more whole pieces.',
    tested: 'A lab result needs the day of its test.',
  });
});

test.each([
  ['1000000', undefined],
  ['1000001', 'These are more than 1,000,000 pieces. Please check the figure.'],
  ['1e9', 'These are more than 1,000,000 pieces. Please check the figure.'],
])('a new item with %s pieces is refused with %j', (qty, problem) => {
  expect(newItemProblems({ ...FINE, qty }).qty).toBe(problem);
});

test('an edit is about what was edited, and a new price about the tiers too', () => {
  const typed: TypedItem = { ...FINE, name: '', price: '12', markup: '', tiers: [tier('3', '15')], lowStock: 'few' };
  expect(editProblems(typed, ['brand'])).toEqual({});
  expect(editProblems(typed, ['markupDollars'])).toEqual({ markup: 'Markup must be a number from 0 to 100,000' });
  expect(Object.keys(editProblems(typed, ['name', 'price', 'lowStock'])).sort()).toEqual(['lowStock', 'name', 'tiers']);
  expect(editProblems(FINE, ['name', 'price', 'tiers', 'tags', 'lab'])).toEqual({});
});

test.each([
  [{ tested: '2026-11-20', expires: '2026-11-19' }, { expires: 'Expires is before the day of the test' }],
  [{ tested: '2026-11-20', expires: '2026-11-20' }, {}],
  [{ tested: '2026-11-20', thc: 'abc' }, { thc: 'Enter an amount, such as 22.9 % or 10 mg, or ND.' }],
  [{ tested: '2026-11-20', thc: '22.9 %', cbd: 'ND' }, {}],
  [{ tested: '2026-11-20', thc: '<LOQ', cbd: 'Not detected' }, {}],
  [{ name: 'x'.repeat(201) }, { name: 'Name must be at most 200 characters' }],
  [{ category: 'x'.repeat(101) }, { category: 'Category must be at most 100 characters' }],
])('a new item with %j is answered with %j', (typed, problems) => {
  expect(newItemProblems({ ...FINE, ...typed })).toEqual(problems);
});

test('a tier that is not below the own price says which price that is', () => {
  expect(newItemProblems({ ...FINE, tiers: [tier('3', '20')] })).toEqual({
    tiers: 'Each price has to be below that of one piece, $18.50.',
  });
});
