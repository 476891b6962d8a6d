import { expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { roundIds } from './use-round.ts';

const list = (...ids: number[]) => ids.map((id) => adminItem({ id }));

test('a round keeps the rows that the list had when it began, until an item of another list is opened', () => {
  const begun = roundIds([], 2, list(1, 2, 3));
  expect(begun).toEqual([1, 2, 3]);
  // The edit of item 2 took it out of the filter.
  expect(roundIds(begun, 2, list(1, 3))).toBe(begun);
  expect(roundIds(begun, 3, list(1))).toBe(begun);
  expect(roundIds(begun, 9, list(8, 9))).toEqual([8, 9]);
  expect(roundIds(begun, null, list(1, 2, 3))).toEqual([]);
});

test('an item that the list does not show has no round', () => {
  expect(roundIds([], 9, list(1, 2))).toEqual([]);
});
