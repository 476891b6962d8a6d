import { describe, expect, test } from 'vitest';
import type { Product } from '#domain/product.ts';
import { buildProduct } from '../../testing/products.ts';
import { type Arrangement, arrange, type Ingredients } from './arrangement.ts';
import { chosenVariant } from './use-chosen-variant.ts';

const cheap = buildProduct({ id: 1, name: 'Apple Fritter', finalPrice: 10 });
const dear = buildProduct({ id: 2, name: 'Blue Dream', finalPrice: 90 });
const middling = buildProduct({ id: 3, name: 'Cherry Pie', finalPrice: 50 });

const given = (products: readonly Product[], said: Partial<Ingredients> = {}): Ingredients => ({
  key: 'a look',
  sort: 'high-low',
  products,
  matching: products,
  ...said,
});
const prices = ({ groups }: Arrangement) => groups.map(({ variants }) => variants[0].finalPrice);

describe('a list under a price sort', () => {
  test('is sorted when its products arrive after the page', () => {
    const waiting = arrange(given([]), null);
    expect(prices(arrange(given([cheap, dear, middling]), waiting))).toEqual([90, 50, 10]);
  });

  test('keeps its order when a price moves, until the next look', () => {
    const shown = arrange(given([cheap, dear, middling]), null);
    const moved = [{ ...cheap, finalPrice: 999 }, dear, middling];
    const after = arrange(given(moved), shown);
    expect(prices(after)).toEqual([90, 50, 999]);
    expect(prices(arrange(given(moved, { key: 'another look' }), after))).toEqual([999, 90, 50]);
  });

  test('is the very same while nothing changes', () => {
    const ingredients = given([cheap, dear]);
    const shown = arrange(ingredients, null);
    expect(arrange({ ...ingredients }, shown)).toBe(shown);
    const waiting = arrange(given([]), null);
    expect(arrange(given([]), waiting)).toBe(waiting);
  });
});

describe('a chosen variant', () => {
  const half = buildProduct({ id: 4, name: 'Gelato 41 - Half', finalPrice: 40 });
  const ounce = buildProduct({ id: 5, name: 'Gelato 41 - Ounce', finalPrice: 70 });
  const chooseOunce = (shown: Arrangement) => {
    const [group] = shown.groups;
    shown.choices.set(group!.id, group!.variants.find(({ id }) => id === 5)!);
  };
  const chosen = (shown: Arrangement) => chosenVariant(shown.groups[0]!, shown.sort, shown.choices).variant.id;

  test('stays through a search that still finds it', () => {
    const shown = arrange(given([half, ounce], { sort: 'none' }), null);
    chooseOunce(shown);
    expect(chosen(arrange(given([half, ounce], { sort: 'none', key: 'searched' }), shown))).toBe(5);
  });

  test('gives way to what another sort puts forward', () => {
    const shown = arrange(given([half, ounce], { sort: 'none' }), null);
    chooseOunce(shown);
    expect(chosen(arrange(given([half, ounce], { sort: 'low-high', key: 'sorted' }), shown))).toBe(4);
  });
});
