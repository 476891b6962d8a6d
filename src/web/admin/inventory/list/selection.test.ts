import { expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { idsBetween, NONE_SELECTED, selectedItems, withItems, withoutLeft } from './selection.ts';

const items = [4, 2, 9, 7].map((id) => adminItem({ id }));

test('selecting with Shift selects all rows between, upward and downward', () => {
  expect(idsBetween(items, 2, 7)).toEqual([2, 9, 7]);
  expect(idsBetween(items, 7, 2)).toEqual([2, 9, 7]);
  expect(idsBetween(items, null, 9)).toEqual([9]);
  expect(idsBetween(items, 1000, 9)).toEqual([9]);
});

test('an item that leaves the inventory is no longer selected', () => {
  const selection = withItems(withItems(NONE_SELECTED, [9, 4, 1000], true), [4], false);
  expect(selectedItems(items, selection).map(({ id }) => id)).toEqual([9]);
});

test('an item that has left the inventory is not selected when it comes back', () => {
  const selection = withItems(NONE_SELECTED, [9, 4], true);
  const kept = withoutLeft([adminItem({ id: 9 })], selection);
  expect(selectedItems(items, kept).map(({ id }) => id)).toEqual([9]);
  expect(withoutLeft(items, kept)).toBe(kept);
});
