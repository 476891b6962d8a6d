import { expect, test } from 'vitest';
import { buildProduct } from '../../testing/products.ts';
import { emptyCart, withChanges } from './cart-changes.ts';
import { addedAnew, inPlaces, withPlaces } from './line-places.ts';

/** The items of a cart with these products, in this order. */
const itemsOf = (...ids: number[]) =>
  withChanges(
    emptyCart(),
    ids.map((id) => ({ kind: 'add', product: buildProduct({ id }), quantity: 1 })),
  ).items;
const idsOf = (items: ReturnType<typeof itemsOf>) => items.map(({ productId }) => productId);

test('a line that is put back returns to its place, wherever the shop has it', () => {
  const places = withPlaces([], itemsOf(1, 2, 3));
  const afterRemoval = withPlaces(places, itemsOf(2, 3));
  expect(idsOf(inPlaces(itemsOf(2, 3), afterRemoval))).toEqual([2, 3]);
  expect(idsOf(inPlaces(itemsOf(2, 3, 1), withPlaces(afterRemoval, itemsOf(2, 3, 1))))).toEqual([1, 2, 3]);
});

test('new products come last, and so does one that was removed and is added anew', () => {
  const places = withPlaces(withPlaces([], itemsOf(1, 2)), itemsOf(1, 2, 3));
  expect(idsOf(inPlaces(itemsOf(3, 1, 2), places))).toEqual([1, 2, 3]);
  const anew = withPlaces(addedAnew(places, 1), itemsOf(2, 3, 1));
  expect(idsOf(inPlaces(itemsOf(2, 3, 1), anew))).toEqual([2, 3, 1]);
});
