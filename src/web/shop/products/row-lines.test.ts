import { expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import { buildProduct } from '../../testing/products.ts';
import { newListGroups } from './list-groups.ts';
import { gridMeasures } from './list-measures.ts';
import { linesOfRow } from './row-lines.ts';

const SHORT = { name: 'Blue Dream - Wax', description: 'Strain: Blue Dream.' };
const LONG = { name: 'Amber Tide', description: 'Cool and mineral, with a long finish. '.repeat(9) };

const linesOf = (products: readonly Partial<typeof SHORT>[], row = 0): number => {
  const built = products.map((product, at) => buildProduct({ ...product, id: at + 1, brand: `Brand ${at}` }));
  return linesOfRow(newListGroups(groupProducts(built)), row, gridMeasures(366, 16));
};

test('the cards of a row have the lines of the longest text, at most five', () => {
  expect(linesOf([SHORT, SHORT])).toBe(2);
  expect(linesOf([SHORT, LONG])).toBe(5);
  expect(linesOf([SHORT, SHORT, LONG, LONG])).toBe(2);
  expect(linesOf([SHORT, SHORT, LONG, LONG], 1)).toBe(5);
});
