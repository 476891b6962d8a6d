import { expect, test } from 'vitest';
import { categoryTiles } from '#domain/categories.ts';
import { groupProducts } from '#domain/grouping.ts';
import { readInventoryFile } from '#domain/inventory-file.ts';
import { checkLabel, type LabeledProduct } from '#domain/label-check.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';
import { sampleProducts } from './samples.ts';
import { shown } from './testing/shown.ts';

const samples = sampleProducts();
const products = samples.map(({ product }) => product);

test('there are 12 samples, which the check of files accepts without warnings', () => {
  const read = readInventoryFile({ data: products }, { imageOrigin: null });
  expect(read).toMatchObject({ ok: true, warnings: [], stats: { totalProducts: 12, productsWithStock: 12 } });
  expect(new Set(products.map(({ id }) => id)).size).toBe(12);
});

test('each says that it is a sample, and has a brand, pieces in stock and no lab result', () => {
  for (const { description, brand, qty, ...rest } of products) {
    expect(description).toMatch(/^Sample product\. [A-Z].*\.$/);
    expect(brand).toEqual(expect.any(String));
    expect(qty).toBeGreaterThan(4);
    expect(Object.keys(rest)).not.toEqual(expect.arrayContaining(['lab']));
  }
});

test('they show every category of the picker, a card with three sizes, and two products with tiers', () => {
  const all = products.map(shown);
  expect(categoryTiles(all).map(({ name }) => name)).toEqual([
    ...['In-House Products', 'Carts', 'Flower', 'Concentrates', 'Edibles', 'Pre-rolls', 'Topical', 'BYOB'],
    ...['Munchies', 'Accessories'],
  ]);
  const sizes = groupProducts(all).map(({ members }) => members.length);
  expect(sizes.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
  expect(products.filter(({ tiers }) => tiers).length).toBe(2);
});

test('their weight labels are right', () => {
  const labeled = products.map(shown).filter(({ weightLabel }) => isWeightLabel(weightLabel));
  expect(labeled.length).toBe(9);
  expect(labeled.filter((product) => checkLabel(product as LabeledProduct) !== null)).toEqual([]);
});

test('each has a drawn picture of its own', () => {
  const drawings = samples.map(({ draw }) => draw());
  for (const drawing of drawings) expect(drawing).toMatch(/^<svg /);
  expect(new Set(drawings).size).toBe(12);
});
