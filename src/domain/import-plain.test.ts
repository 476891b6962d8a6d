import { expect, test } from 'vitest';
import { readPlainTable } from './import-plain.ts';

const COLUMNS = ['Name', 'Brand', 'Price', 'Stock', 'Notes'];
const roleOf = (...cells: string[]) => readPlainTable({ columns: COLUMNS, rows: [{ place: 2, cells }] }).rows[0]!.role;

test.each([
  ['Total', '', '', '20', ''],
  ['TOTALS:', '', '$1,240.50', '20', ''],
  ['Grand total', '', '', '20 pcs', ''],
  ['Subtotal Flower', '', '', '12', ''],
  ['Flower', '', '', '', ''],
])('a row that begins with %s is no product', (...cells) => {
  expect(roleOf(...cells)).toBe('skipped');
});

test.each([
  ['Total Eclipse', '', '40', '5', ''],
  ['Total Eclipse', 'Kindred', '', '5', ''],
  ['Totally Baked', '', '', '5', ''],
  ['Flower', '', '', '5', ''],
])('a product may be called %s', (...cells) => {
  expect(roleOf(...cells)).toBe('product');
});

const fieldsOf = (columns: string[], ...rows: string[][]) =>
  readPlainTable({ columns, rows: rows.map((cells, at) => ({ place: at + 2, cells })) }).mapping.fields;

test('money, the address of a picture and a weight say what an unknown column is', () => {
  const columns = ['Xa', 'Xb', 'Xc', 'Xd'];
  const rows = [
    ['Lemon', '18,90 €', 'https://cdn.test/a.jpg', '3,5 g'],
    ['Moss', '$24.00', 'https://cdn.test/b.png?v=1', ''],
    ['Drift', '€ 1.200', '', '28g'],
  ];
  expect(fieldsOf(columns, ...rows)).toEqual([null, 'price', 'images', 'size']);
});

test.each<[about: string, columns: string[], ...rows: string[][]]>([
  ['two columns of money', ['Xa', 'Xb'], ['$5', '$9']],
  ['what the shop pays', ['Xa', 'Einkauf'], ['Lemon', '$9']],
  ['a number without its money', ['Xa', 'Xb'], ['Lemon', '9.50']],
  ['money in some cells', ['Xa', 'Xb'], ['Lemon', '$9'], ['Moss', 'ask']],
  ['pieces, which are a stock or a pack', ['Xa', 'Xb'], ['Lemon', '10 pcs']],
])('%s can be read in two ways and is not guessed', (_, columns, ...rows) => {
  expect(fieldsOf(columns, ...rows)).toEqual(columns.map(() => null));
});
