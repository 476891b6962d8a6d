import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupProducts } from '#domain/grouping.ts';
import type { Product } from '#domain/product.ts';
import { buildProduct } from '../../testing/products.ts';
import { freshGroups, type ShownGroup, steadyGroups } from './steady-groups.ts';

const named = (id: number, name: string, said: Partial<Product> = {}) => buildProduct({ id, name, ...said });
const apple = named(1, 'Apple Fritter');
const blue = named(2, 'Blue Dream');
const cherry = named(3, 'Cherry Pie');
const shown = freshGroups(groupProducts([apple, blue, cherry]));
const texts = (groups: readonly ShownGroup[]) => groups.map(({ name, isGone }) => (isGone ? `(${name})` : name));

test('what a keystroke leaves as it was is the very same, so that its card is not drawn again', () => {
  const again = freshGroups(groupProducts([blue, cherry]));
  expect(again[0]).toBe(shown[1]);
  const cheaper = freshGroups(groupProducts([{ ...blue, finalPrice: 1 }]));
  expect(cheaper[0]).not.toBe(shown[1]);
});

describe('a live change leaves the list where it is', () => {
  test('a new price stands in its place, even under a price sort', () => {
    const now = [apple, { ...blue, finalPrice: 999 }, cherry];
    const after = steadyGroups(shown, now, now);
    expect(texts(after)).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie']);
    expect(after[1]?.variants[0].finalPrice).toBe(999);
  });

  test('a product that left keeps its place, marked as gone', () => {
    const now = [apple, cherry];
    expect(texts(steadyGroups(shown, now, now))).toEqual(['Apple Fritter', '(Blue Dream)', 'Cherry Pie']);
  });

  test('and is back in its place when it returns', () => {
    const without = steadyGroups(shown, [apple, cherry], [apple, cherry]);
    const now = [apple, cherry, blue];
    expect(texts(steadyGroups(without, now, now))).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie']);
  });

  test('a new product comes at the end', () => {
    const now = [named(9, 'Aardvark'), apple, blue, cherry];
    expect(texts(steadyGroups(shown, now, now))).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie', 'Aardvark']);
  });

  test('a renamed product stays where it was', () => {
    const now = [apple, named(2, 'Blue Velvet'), cherry];
    expect(texts(steadyGroups(shown, now, now))).toEqual(['Apple Fritter', 'Blue Velvet', 'Cherry Pie']);
  });

  test('a product that no longer matches the filters stays until the next filter', () => {
    const now = [apple, blue, cherry];
    expect(texts(steadyGroups(shown, now, [apple, cherry]))).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie']);
  });

  test('a new variant joins its group', () => {
    const now = [apple, blue, named(8, 'Blue Dream - Ounce'), cherry];
    const after = steadyGroups(shown, now, now);
    expect(texts(after)).toEqual(['Apple Fritter', 'Blue Dream', 'Cherry Pie']);
    expect(after[1]?.variants).toHaveLength(2);
  });

  test('every product of the shop that matches is in exactly one place, and none that left', () => {
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
        const first = freshGroups(groupProducts(old));
        const then = steadyGroups(first, now, now);
        const living = then.filter(({ isGone }) => !isGone).flatMap(({ variants }) => variants.map(({ id }) => id));
        expect(living.sort((a, b) => a - b)).toEqual(now.map(({ id }) => id).sort((a, b) => a - b));
        // Whoever was there first is at the same place still, or is marked as gone there.
        expect(then.length).toBeGreaterThanOrEqual(first.length);
      }),
    );
  });
});
