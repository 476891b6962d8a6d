import { expect, test } from 'vitest';
import { idsBetween } from './use-row-selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'd', ['d']],
  ['gone', 'd', ['d']],
])('Shift from %s to %s selects %j', (from, to, ids) => {
  expect(idsBetween(rows, from, to)).toEqual(ids);
});
