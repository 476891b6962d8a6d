import { expect, test } from 'vitest';
import { nextSort, sortDirection, USER_SORTS, type UserColumn } from './user-sort.ts';

test('names start with A, points and dates with the largest, and a second press reverses the order', () => {
  expect(nextSort('-createdAt', 'username')).toBe('username');
  expect(nextSort('username', 'username')).toBe('-username');
  expect(nextSort('-username', 'username')).toBe('username');
  expect(nextSort('username', 'points')).toBe('-points');
  expect(nextSort('-points', 'points')).toBe('points');
});

test('every order that can be chosen shows in exactly one column', () => {
  const columns: UserColumn[] = ['username', 'points', 'createdAt'];
  for (const { value } of USER_SORTS) {
    const shown = columns.map((column) => sortDirection(value, column)).filter(Boolean);
    expect(shown).toEqual([value.startsWith('-') ? 'desc' : 'asc']);
  }
});
