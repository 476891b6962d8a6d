import { expect, test } from 'vitest';
import { USER_SORTS as SUPPORTED } from '#contract/users.admin.ts';
import { nextSort, sortDirection, USER_SORTS, type UserColumn } from './user-sort.ts';

test('names start with A, points and dates with the largest, and a second press reverses the order', () => {
  expect(nextSort('-createdAt', 'username')).toBe('username');
  expect(nextSort('username', 'username')).toBe('-username');
  expect(nextSort('-username', 'username')).toBe('username');
  expect(nextSort('username', 'points')).toBe('-points');
  expect(nextSort('-points', 'points')).toBe('points');
  expect(nextSort('-points', 'email')).toBe('email');
  expect(nextSort('email', 'lastSeenAt')).toBe('-lastSeenAt');
});

test('every order of the call can be chosen once', () => {
  expect(USER_SORTS.map(({ value }) => value).toSorted()).toEqual(SUPPORTED.toSorted());
});

test('every order that can be chosen shows in exactly one column', () => {
  const columns = SUPPORTED.filter((sort): sort is UserColumn => !sort.startsWith('-'));
  for (const { value } of USER_SORTS) {
    const shown = columns.map((column) => sortDirection(value, column)).filter(Boolean);
    expect(shown).toEqual([value.startsWith('-') ? 'desc' : 'asc']);
  }
});
