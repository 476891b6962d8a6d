import { expect, test } from 'vitest';
import { differenceText, readStock, reasonOf, stockCall, stockTextProblem, type TypedStock } from './typed-stock.ts';

const typed = (text: string, changes: Partial<TypedStock> = {}): TypedStock => ({
  text,
  base: 24,
  reason: null,
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

test('more pieces are a delivery and fewer are a count, until somebody chooses a reason', () => {
  expect(reasonOf(typed('24'))).toBe('restock');
  expect(reasonOf(typed('30'))).toBe('restock');
  expect(reasonOf(typed('20'))).toBe('count');
  expect(reasonOf(typed('20', { reason: 'damaged' }))).toBe('damaged');
});

test('a count says how many pieces there are, and any other reason by how many they changed', () => {
  expect(stockCall(typed('20', { note: ' box 7 ' }))).toEqual({
    body: { quantity: 20, reason: 'count', note: 'box 7' },
  });
  expect(stockCall(typed('34'))).toEqual({ body: { delta: 10, reason: 'restock', note: null } });
  expect(stockCall(typed('-1', { reason: 'sample' }))).toEqual({ body: { delta: -1, reason: 'sample', note: null } });
});

test('the same figure is no change, unless somebody has counted it', () => {
  expect(stockCall(typed('24'))).toBe(null);
  expect(stockCall(typed('24', { reason: 'lost' }))).toBe(null);
  expect(stockCall(typed('24', { reason: 'count' }))).toEqual({ body: { quantity: 24, reason: 'count', note: null } });
});

test('what is no stock says so before it is sent', () => {
  expect(stockCall(typed('-30'))).toEqual({ problem: "Stock can't go below 0." });
  expect(stockCall(typed('2.5'))).toEqual({ problem: 'Enter a whole number, such as 24 or +10.' });
});

test('a figure of more than a million is a slip, unless there are as many already', () => {
  const problem = 'These are more than 1,000,000 pieces. Please check the figure.';
  expect(stockCall(typed('1000000000'))).toEqual({ problem });
  expect(stockCall(typed('1000001'))).toEqual({ problem });
  expect(stockCall(typed('1000000'))).toHaveProperty('body.delta', 999_976);
  expect(stockCall(typed('2999999', { base: 3_000_000 }))).toHaveProperty('body.quantity', 2_999_999);
});

test.each([
  ['24', null],
  ['+10', null],
  ['-2', null],
  ['ten', 'Enter a whole number, such as 24 or +10.'],
  ['+2000000', 'These are more than 1,000,000 pieces. Please check the figure.'],
])('for many items the text "%s" is answered with %j', (text, problem) => {
  expect(stockTextProblem(text)).toBe(problem);
});

test('the difference has a sign', () => {
  expect(differenceText(typed('34'))).toBe('+10');
  expect(differenceText(typed('20'))).toBe('−4');
  expect(differenceText(typed('24'))).toBe(null);
});
