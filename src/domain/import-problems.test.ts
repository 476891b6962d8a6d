import { expect, test } from 'vitest';
import { groupProblems, othersInWords, problemKind } from './import-problems.ts';

const problem = (row: number | null, message: string, column: string | null = 'Qty') => ({
  ...{ row, column, message },
  question: null,
});

test('more than three equal problems are one, with all its rows, and others keep their place', () => {
  const blank = [2, 3, 4, 5].map((row) => problem(row, `Stock: "x${row}" is not a number.`));
  const all = [problem(null, 'No column is the price yet.'), ...blank, problem(6, 'The price is missing.', 'Price')];
  expect(groupProblems(all)).toEqual([
    { column: 'Qty', message: 'Stock: "x2" is not a number.', rows: [2, 3, 4, 5], others: ['"x3"', '"x4"', '"x5"'] },
    { column: 'Price', message: 'The price is missing.', rows: [6], others: [] },
  ]);
  expect(groupProblems(all.slice(0, 4)).map(({ rows }) => rows)).toEqual([[2], [3], [4]]);
});

test('problems of two columns, and of two kinds, are not equal', () => {
  const kinds = [
    problem(2, 'The id is the same as in row 7.'),
    problem(3, 'The id is the same as in row 1,008.'),
    problem(2, 'The id is the same as in row 7.', 'SKU'),
    problem(2, 'The id is missing.'),
  ].map(problemKind);
  expect(kinds.map((kind) => kinds.indexOf(kind))).toEqual([0, 0, 2, 3]);
});

test.each([
  [[2, 3, 4, 5], '3 more: rows 3, 4, 5'],
  [Array.from({ length: 300 }, (_, at) => at + 2), '299 more: rows 3, 4, 5, 6, 7, …'],
])('the other rows of a problem in words', (rows, words) => {
  expect(othersInWords({ rows })).toBe(words);
});
