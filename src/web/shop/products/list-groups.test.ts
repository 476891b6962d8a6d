import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';
import { buildProduct } from '../../testing/products.ts';
import { type ListGroup, newListGroups, updatedListGroups } from './list-groups.ts';

const named = (id: number, name: string, overrides: Partial<Product> = {}) => buildProduct({ id, name, ...overrides });
const apple = named(1, 'Apple Fritter');
const blue = named(2, 'Blue Dream');
const cherry = named(3, 'Cherry Pie');
const shown = newListGroups(groupProducts([apple, blue, cherry]));
const texts = (groups: readonly ListGroup[]) => groups.map(({ name, isGone }) => (isGone ? `(${name})` : name));

test('a group that a keystroke does not change is the same object, so that its card is not drawn again', () => {
  const again = newListGroups(groupProducts([blue, cherry]));
  expect(again[0]).toBe(shown[1]);
  const cheaper = newListGroups(groupProducts([{ ...blue, finalPrice: 1 }]));
  expect(cheaper[0]).not.toBe(shown[1]);
});

describe('a live change does not move the list', () => {
  test('a new price changes in place, even under a price sort', () => {
    const now = [apple, { ...blue, finalPrice: 999 }, cherry];
    const after = updatedListGroups(shown, now, now);
    expect(texts(after)).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie']);
    expect(after[1]?.variants[0].finalPrice).toBe(999);
  });

  test('a product that left the shop keeps its place, marked as gone', () => {
    const now = [apple, cherry];
    expect(texts(updatedListGroups(shown, now, now))).toEqual(['Apple Fritter', '(Blue Dream)', 'Cherry Pie']);
  });

  test('and is in the same place when it returns', () => {
    const without = updatedListGroups(shown, [apple, cherry], [apple, cherry]);
    const now = [apple, cherry, blue];
    expect(texts(updatedListGroups(without, now, now))).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie']);
  });

  test('a new product is added at the end', () => {
    const now = [named(9, 'Aardvark'), apple, blue, cherry];
    expect(texts(updatedListGroups(shown, now, now))).toEqual([
      'Apple Fritter',
      'Blue Dream',
      'Cherry Pie',
      'Aardvark',
    ]);
  });

  test('a renamed product stays in its place', () => {
    const now = [apple, named(2, 'Blue Velvet'), cherry];
    expect(texts(updatedListGroups(shown, now, now))).toEqual(['Apple Fritter', 'Blue Velvet', 'Cherry Pie']);
  });

  test('a product that no longer matches the filters stays until the next filter', () => {
    const now = [apple, blue, cherry];
    expect(texts(updatedListGroups(shown, now, [apple, cherry]))).toEqual([
      'Apple Fritter',
      'Blue Dream',
      'Cherry Pie',
    ]);
  });

  test('a new variant joins its group', () => {
    const now = [apple, blue, named(8, 'Blue Dream - Ounce'), cherry];
    const after = updatedListGroups(shown, now, now);
    expect(texts(after)).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie']);
    expect(after[1]?.variants).toHaveLength(2);
  });

  test('every matching product is in exactly one place, and no product that left the shop', () => {
    const catalogue = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 12 }),
        name: fc.constantFrom('Blue Dream', 'Gelato 41', 'Zkittlez OG', 'Kush'),
      }),
      { selector: ({ id }) => id, maxLength: 10 },
    );
    fc.assert(
      fc.property(catalogue, catalogue, (before, after) => {
        const old = before.map(({ id, name }) => named(id, name));
        const now = after.map(({ id, name }) => named(id, name));
        const first = newListGroups(groupProducts(old));
        const then = updatedListGroups(first, now, now);
        const living = then.filter(({ isGone }) => !isGone).flatMap(({ variants }) => variants.map(({ id }) => id));
        expect(living.sort((a, b) => a - b)).toEqual(now.map(({ id }) => id).sort((a, b) => a - b));
        // Each group shown before is in its place, or marked as gone there.
        expect(then.length).toBeGreaterThanOrEqual(first.length);
      }),
    );
  });
});
