import { describe, expect, test } from 'vitest';
import type { Product } from '#domain/product.ts';
import { buildProduct } from '../../testing/products.ts';
import { chosenVariant } from './chosen-variant.ts';
import { type ListInput, type ListState, nextListState } from './list-state.ts';

const cheap = buildProduct({ id: 1, name: 'Apple Fritter', finalPrice: 10 });
const dear = buildProduct({ id: 2, name: 'Blue Dream', finalPrice: 90 });
const middling = buildProduct({ id: 3, name: 'Cherry Pie', finalPrice: 50 });

const input = (products: readonly Product[], overrides: Partial<ListInput> = {}): ListInput => ({
  key: 'one key',
  sort: 'high-low',
  products,
  matching: products,
  ...overrides,
});
const prices = ({ groups }: ListState) => groups.map(({ variants }) => variants[0].finalPrice);

describe('a list under a price sort', () => {
  test('is sorted when its products are loaded', () => {
    const waiting = nextListState(input([]), null);
    expect(prices(nextListState(input([cheap, dear, middling]), waiting))).toEqual([90, 50, 10]);
  });

  test('keeps its order when a price changes, until the next filter or sort', () => {
    const shown = nextListState(input([cheap, dear, middling]), null);
    const moved = [{ ...cheap, finalPrice: 999 }, dear, middling];
    const after = nextListState(input(moved), shown);
    expect(prices(after)).toEqual([90, 50, 999]);
    expect(prices(nextListState(input(moved, { key: 'another key' }), after))).toEqual([999, 90, 50]);
  });

  test('is the same object while nothing changes', () => {
    const same = input([cheap, dear]);
    const shown = nextListState(same, null);
    expect(nextListState({ ...same }, shown)).toBe(shown);
    const waiting = nextListState(input([]), null);
    expect(nextListState(input([]), waiting)).toBe(waiting);
  });
});

describe('a chosen variant', () => {
  const half = buildProduct({ id: 4, name: 'Gelato 41 - Half', finalPrice: 40 });
  const ounce = buildProduct({ id: 5, name: 'Gelato 41 - Ounce', finalPrice: 70 });
  const chooseOunce = (shown: ListState) => {
    const [group] = shown.groups;
    shown.choices.set(group!.id, group!.variants.find(({ id }) => id === 5)!);
  };
  const chosen = (shown: ListState) => chosenVariant(shown.groups[0]!, shown.sort, shown.choices).variant.id;

  test('stays during a search that still finds it', () => {
    const shown = nextListState(input([half, ounce], { sort: 'none' }), null);
    chooseOunce(shown);
    expect(chosen(nextListState(input([half, ounce], { sort: 'none', key: 'searched' }), shown))).toBe(5);
  });

  test('is replaced by the preselected variant of another sort', () => {
    const shown = nextListState(input([half, ounce], { sort: 'none' }), null);
    chooseOunce(shown);
    expect(chosen(nextListState(input([half, ounce], { sort: 'low-high', key: 'sorted' }), shown))).toBe(4);
  });
});
