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
