import { expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';
import { buildProduct } from '../../testing/products.ts';
import { newListGroups } from './list-groups.ts';
import { gridMeasures } from './list-measures.ts';
import { shapeOfRow } from './row-lines.ts';

const SHORT = { name: 'Blue Dream - Wax', description: 'Strain: Blue Dream.' };
const NAMED = { name: 'Platinum Girl Scout Cookies of the Valley - Wax', description: null };
const LONG = { name: 'Amber Tide', description: 'Cool and mineral, with a long finish. '.repeat(9) };
const SIZED = { ...SHORT, tags: ['Breakdown = 14G'], size: '14G' };

const shapeOf = (products: readonly Partial<Product>[], row = 0, width = 366) => {
  const built = products.map((product, at) => buildProduct({ brand: `Brand ${at}`, ...product, id: at + 1 }));
  const measures = gridMeasures(width, 16);
  return shapeOfRow(newListGroups(groupProducts(built)), row, 'none', measures, (text) => 0.45 * text.length);
};

test('the cards of a row have the lines of the longest text, at most five, and none for a text that they do not have', () => {
  expect(shapeOf([SHORT, SHORT])).toEqual({ lines: 1, hasChoice: false });
  expect(shapeOf([SHORT, NAMED])).toEqual({ lines: 2, hasChoice: false });
  expect(shapeOf([SHORT, SIZED])).toEqual({ lines: 2, hasChoice: false });
  expect(shapeOf([SHORT, LONG])).toEqual({ lines: 5, hasChoice: false });
  expect(shapeOf([SHORT, SHORT, LONG, LONG])).toEqual({ lines: 1, hasChoice: false });
  expect(shapeOf([SHORT, SHORT, LONG, LONG], 1)).toEqual({ lines: 5, hasChoice: false });
  // A wide card has "View" beside the facts.
  expect(shapeOf([SHORT, SHORT], 0, 1272)).toEqual({ lines: 2, hasChoice: false });
});

test('a variant with a longer description than the one that is shown first makes no room for it', () => {
  const sizes = ['3.5G', '7G'].map((size) => ({ name: `Fog - ${size}`, brand: 'Moss', size, description: 'Mild.' }));
  const [first, second] = sizes;
  expect(shapeOf([first!, { ...second!, description: LONG.description }]).lines).toBe(3);
  expect(shapeOf([{ ...first!, description: LONG.description }, second!]).lines).toBe(5);
});

test('in a row with a choice, the others have two of their lines in its place', () => {
  const choice = ['3.5G', '7G'].map((size) => ({ name: `Fog - ${size}`, brand: 'Moss', description: null, size }));
  const bare = choice.map((product) => ({ ...product, size: null }));
  expect(shapeOf([SIZED, ...choice])).toEqual({ lines: 2, hasChoice: true });
  expect(shapeOf([SIZED, ...bare])).toEqual({ lines: 1, hasChoice: true });
  expect(shapeOf([{ ...SIZED, description: 'Cool and mineral, with pine and a long finish.' }, ...bare])).toEqual({
    lines: 3,
    hasChoice: true,
  });
});
