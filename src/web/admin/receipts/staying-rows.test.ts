import { expect, test } from 'vitest';
import { withStaying } from './staying-rows.ts';

const rows = (ids: string) => [...ids].map((id) => ({ id, isKept: false }));
const kept = (ids: string) => new Map([...ids].map((id) => [id, { id, isKept: true }]));
const shown = (now: string, before: string, ids: string) =>
  withStaying(rows(now), rows(before), kept(ids))
    .map(({ id, isKept }) => (isKept ? id.toUpperCase() : id))
    .join('');

test('a row that stays keeps its place', () => {
  expect(shown('acd', 'abcd', 'b')).toBe('aBcd');
  expect(shown('bcd', 'abcd', 'a')).toBe('Abcd');
  expect(shown('ab', 'abcd', 'cd')).toBe('abCD');
  expect(shown('', 'ab', 'ab')).toBe('');
  expect(shown('nacd', 'abcd', 'b')).toBe('naBcd');
});

test('only what was moved here stays, and what is in the list is shown as the list has it', () => {
  expect(shown('acd', 'abcd', '')).toBe('acd');
  expect(shown('abcd', 'abcd', 'b')).toBe('abcd');
  expect(shown('acd', '', 'b')).toBe('acd');
});
