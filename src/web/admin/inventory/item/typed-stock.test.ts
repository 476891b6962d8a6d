import { expect, test } from 'vitest';
import { differenceText, readStock, reasonOf, stockCall, stockProblem, type TypedStock } from './typed-stock.ts';

const typed = (text: string, changes: Partial<TypedStock> = {}): TypedStock => ({
  text,
  base: 24,
  reason: null,
  kept: null,
  isLow: false,
  note: '',
  ...changes,
});

test.each([
  ['34', 34],
  [' 0 ', 0],
  ['+10', 34],
  ['-4', 20],
  ['−4', 20],
  ['- 30', -6],
  ['', null],
  ['2.5', null],
  ['1e9', null],
  ['many', null],
])('the stock 24 with "%s" typed is %s', (text, stock) => {
  expect(readStock(typed(text))).toBe(stock);
});

test.each([
  ['30', null, 'count'],
  ['20', null, 'count'],
  ['+6', null, 'restock'],
  ['-4', null, 'count'],
  ['20', 'damaged', 'damaged'],
  ['-1', 'damaged', 'damaged'],
  ['30', 'damaged', 'count'],
  ['30', 'count', 'count'],
  ['+6', 'damaged', 'restock'],
  ['+6', 'count', 'restock'],
  ['+6', 'returned', 'returned'],
  ['30', 'restock', 'restock'],
  ['20', 'restock', 'count'],
] as const)('the stock 24 with "%s" typed after the reason %s is recorded as %s', (text, kept, reason) => {
  expect(reasonOf(typed(text, { kept }))).toBe(reason);
});

test('what is low is most likely restocked, unless fewer pieces are left', () => {
  expect(reasonOf(typed('24', { isLow: true }))).toBe('restock');
  expect(reasonOf(typed('30', { isLow: true }))).toBe('restock');
  expect(reasonOf(typed('20', { isLow: true }))).toBe('count');
  expect(reasonOf(typed('24', { isLow: true, kept: 'count' }))).toBe('count');
  expect(stockCall(typed('24', { isLow: true }))).toBe(null);
});

test('a reason that was chosen for this change wins', () => {
  expect(reasonOf(typed('+6', { reason: 'count', kept: 'restock' }))).toBe('count');
});

test('a count says how many pieces there are, and any other reason by how many they changed', () => {
  expect(stockCall(typed('20', { note: ' box 7 ' }))).toEqual({
    body: { quantity: 20, reason: 'count', note: 'box 7' },
  });
  expect(stockCall(typed('34'))).toEqual({ body: { quantity: 34, reason: 'count', note: null } });
  expect(stockCall(typed('34', { kept: 'restock' }))).toEqual({ body: { delta: 10, reason: 'restock', note: null } });
  expect(stockCall(typed('+10'))).toEqual({ body: { delta: 10, reason: 'restock', note: null } });
  expect(stockCall(typed('-2'))).toEqual({ body: { delta: -2, reason: 'count', note: null } });
  expect(stockCall(typed('-1', { reason: 'sample' }))).toEqual({ body: { delta: -1, reason: 'sample', note: null } });
});

test('the same figure is no change, unless somebody has counted it', () => {
  expect(stockCall(typed('24'))).toBe(null);
  expect(stockCall(typed('24', { reason: 'lost' }))).toBe(null);
  expect(stockCall(typed('24', { reason: 'count' }))).toEqual({ body: { quantity: 24, reason: 'count', note: null } });
  expect(stockCall(typed('24', { kept: 'count' }))).toHaveProperty('body.quantity', 24);
  expect(stockCall(typed('+0', { kept: 'count' }))).toBe(null);
});

test('what is no stock says so before it is sent', () => {
  expect(stockCall(typed('-30'))).toEqual({ problem: "Stock can't go below 0." });
  expect(stockCall(typed('2.5'))).toEqual({ problem: 'Enter a whole number, such as 24 or +10.' });
});

test('a figure of more than a million is a slip, unless there are as many already', () => {
  const problem = 'These are more than 1,000,000 pieces. Please check the figure.';
  expect(stockCall(typed('1000000000'))).toEqual({ problem });
  expect(stockCall(typed('1000001'))).toEqual({ problem });
  expect(stockCall(typed('1000000'))).toHaveProperty('body.quantity', 1_000_000);
  expect(stockCall(typed('2999999', { base: 3_000_000 }))).toHaveProperty('body.quantity', 2_999_999);
});

test.each([
  ['24', null],
  ['+10', null],
  ['-2', null],
  ['ten', 'Enter a whole number, such as 24 or +10.'],
  ['+2000000', 'These are more than 1,000,000 pieces. Please check the figure.'],
])('for many items the text "%s" is answered with %j', (text, problem) => {
  expect(stockProblem(text, [24])).toBe(problem);
});

test('a difference that none of many items can give is refused before anything is sent', () => {
  expect(stockProblem('-5', [9000, 3])).toBe(null);
  expect(stockProblem('-9001', [9000, 3])).toBe("Stock can't go below 0. The most that one of them has is 9,000.");
});

test('the difference says what was there, what goes or comes, and what is left', () => {
  expect(differenceText(typed('34'))).toBe('24 + 10 = 34');
  expect(differenceText(typed('-1'))).toBe('24 − 1 = 23');
  expect(differenceText(typed('24'))).toBe(null);
  expect(differenceText(typed('-30'))).toBe(null);
});
