import { expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { itemFinder, itemsLike } from './match-files.ts';

const items = [
  adminItem({ id: 1, externalId: 'c1', name: 'Blue Hour Cart' }),
  adminItem({ id: 2, externalId: 'c12', name: 'Fern - 3.5G' }),
  adminItem({ id: 3, externalId: 'F/7 G', name: 'Fern - 7G' }),
  adminItem({ id: 4, externalId: 'x4', name: 'Harvest Moon' }),
  adminItem({ id: 5, externalId: 'x5', name: 'Harvest Moon' }),
  adminItem({ id: 6, externalId: 'x6', name: 'c1' }),
  adminItem({ id: 7, externalId: 'x7', name: 'Größe Ä' }),
];
const find = itemFinder(items);

test.each([
  ['c1.jpg', 1],
  ['C12.JPEG', 2],
  ['c12-2.png', 2],
  ['c12 (3).png', 2],
  ['c12(3).png', 2],
  ['blue-hour-cart.webp', 1],
  ['Blue Hour Cart_02.jpg', 1],
  ['fern-3.5g.jpg', 2],
  ['Fern 3.5G', 2],
  ['f_7_g.avif', 3],
  ['größe ä.png', 7],
  ['x5-1.jpg', 5],
])('the file "%s" is for item %i', (name, id) => {
  expect(find(name)).toMatchObject({ item: { id } });
});

test.each([
  ['c13.jpg', 0],
  ['cart.jpg', 0],
  ['.jpg', 0],
  ['Harvest Moon.jpg', 2],
])('the file "%s" is for none of %i items', (name, among) => {
  expect(find(name)).toEqual({ among });
});

test('an item is offered by a part of its name or its id', () => {
  expect(itemsLike(items, 'fern', 5).map(({ id }) => id)).toEqual([2, 3]);
  expect(itemsLike(items, 'X5', 5).map(({ id }) => id)).toEqual([5]);
  expect(itemsLike(items, 'h', 2)).toHaveLength(2);
  expect(itemsLike(items, ' ', 5)).toEqual([]);
});
