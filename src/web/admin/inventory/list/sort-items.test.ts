import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { COLUMNS } from './columns.ts';
import type { Sorting } from './inventory-view.ts';
import { addedFirst, sortItems } from './sort-items.ts';

const items = [
  adminItem({ id: 1, name: 'Fog - 14G', price: 30, brand: 'b', quantity: 3, isActive: false, finalPrice: 45 }),
  adminItem({ id: 2, name: 'Fog - 3.5G', price: 9.5, brand: null, description: 'Zesty', weightLabel: 'Eighth' }),
  adminItem({ id: 3, name: 'Balm', price: 30, brand: 'a', markupDollars: 0, tiers: [{ from: 2, price: 9 }] }),
];

const order = (sort: Sorting) => sortItems(items, sort).map(({ id }) => id);

test.each([
  ['name', [3, 2, 1], [1, 2, 3]],
  ['brand', [3, 1, 2], [1, 3, 2]],
  ['category', [1, 2, 3], [1, 2, 3]],
  ['description', [2, 1, 3], [2, 1, 3]],
  ['label', [2, 1, 3], [2, 1, 3]],
  ['qty', [1, 2, 3], [2, 3, 1]],
  ['price', [2, 1, 3], [1, 3, 2]],
  ['markup', [3, 1, 2], [1, 2, 3]],
  ['final', [2, 3, 1], [1, 2, 3]],
  ['status', [2, 3, 1], [1, 2, 3]],
  ['tiers', [3, 1, 2], [3, 1, 2]],
] as const)(
  'the column "%s" sorts upward and downward; equal items keep their order, and those without a value come last',
  (by, up, down) => {
    expect(order({ by, down: false })).toEqual(up);
    expect(order({ by, down: true })).toEqual(down);
  },
);

test('without a column the order of the shop stays, and the list is the same one', () => {
  expect(sortItems(items, null)).toBe(items);
});

test('items that were just added stand before the others, the last one first', () => {
  const ids = (added: readonly number[]) => addedFirst(items, added).map(({ id }) => id);
  expect(ids([3, 2])).toEqual([3, 2, 1]);
  // One of them has been taken off the list since.
  expect(ids([9, 2])).toEqual([2, 1, 3]);
  expect(addedFirst(items, [])).toBe(items);
});

test('the order does not depend on what was shown before', () => {
  const anItem = fc.record({
    id: fc.nat(30),
    name: fc.constantFrom('A', 'B 2', 'B 10'),
    price: fc.nat(3),
    brand: fc.constantFrom('x', null),
  });
  const anyList = fc.uniqueArray(anItem, { selector: ({ id }) => id }).map((list) => list.map(adminItem));
  fc.assert(
    fc.property(anyList, anyList, fc.constantFrom(...COLUMNS), fc.boolean(), (list, before, by, down) => {
      expect(sortItems(list, { by, down }, before)).toEqual(sortItems(list, { by, down }));
    }),
  );
});
