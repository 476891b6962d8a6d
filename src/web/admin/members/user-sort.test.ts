import { expect, test } from 'vitest';
import { flipped, sortedBy, USER_SORTS, type UserColumn } from './user-sort.ts';

test('names are sorted from A first, points and dates from the top, and a second press turns the order', () => {
  expect(flipped('-createdAt', 'username')).toBe('username');
  expect(flipped('username', 'username')).toBe('-username');
  expect(flipped('-username', 'username')).toBe('username');
  expect(flipped('username', 'points')).toBe('-points');
  expect(flipped('-points', 'points')).toBe('points');
});

test('every order that can be chosen shows at exactly one column', () => {
  const columns: UserColumn[] = ['username', 'points', 'createdAt'];
  for (const { value } of USER_SORTS) {
    const shown = columns.map((column) => sortedBy(value, column)).filter(Boolean);
    expect(shown).toEqual([value.startsWith('-') ? 'desc' : 'asc']);
  }
});
