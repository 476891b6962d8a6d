import { describe, expect, test } from 'vitest';
import { LEDGER_SORTS } from '#contract/points.admin.ts';
import { RECEIPT_SORTS } from '#contract/receipts.admin.ts';
import { USER_SORTS } from '#contract/users.admin.ts';
import { LEDGER_SORT } from '../points/ledger-sort.ts';
import { RECEIPT_SORT } from '../receipts/receipts-view.ts';
import { USER_SORT } from '../users/user-sort.ts';
import { columnSort, type ListSort, readSort, writeSort } from './list-sort.tsx';

type AnySort = ListSort<string, string>;

/** The lists of the panel, the orders of their calls, and the columns whose first press starts with A. */
const LISTS: readonly [string, { list: AnySort; sorts: readonly string[]; names: readonly string[] }][] = [
  ['ledger', { list: LEDGER_SORT as AnySort, sorts: LEDGER_SORTS, names: ['member'] }],
  ['receipts', { list: RECEIPT_SORT as AnySort, sorts: RECEIPT_SORTS, names: ['state', 'member'] }],
  ['users', { list: USER_SORT as AnySort, sorts: USER_SORTS, names: ['username', 'memberType', 'email'] }],
];

describe.each(LISTS)('%s', (_name, { list, sorts, names }) => {
  const columns = Object.keys(list.columns);
  const head = (column: string, sort: string) => {
    const chosen: string[] = [];
    const { sorted, onSort } = columnSort(list, sort, (next) => chosen.push(next))(column);
    onSort();
    return { sorted, next: chosen[0]! };
  };

  test('names start with A, numbers and dates with the largest, and a second press turns the order around', () => {
    const reached = columns.flatMap((column) => {
      const first = head(column, 'another').next;
      const second = head(column, first).next;
      expect(head(column, 'another').sorted).toBe(false);
      expect(head(column, first).sorted).toBe(names.includes(column) ? 'asc' : 'desc');
      expect(head(column, second).sorted).toBe(names.includes(column) ? 'desc' : 'asc');
      expect(head(column, second).next).toBe(first);
      return [first, second];
    });
    // Every order of the call belongs to the head of exactly one column.
    expect(reached.toSorted()).toEqual(sorts.toSorted());
  });

  test('every order of the call can be chosen once, and the usual one is the first', () => {
    const choices = Object.keys(list.labels);
    expect(choices.toSorted()).toEqual(sorts.toSorted());
    expect(new Set(Object.values(list.labels)).size).toBe(sorts.length);
    expect(choices[0]).toBe(list.usual);
  });

  test('an address keeps every order but the usual one, and an unknown order is the usual one', () => {
    for (const sort of sorts) {
      expect(writeSort(list, sort) === '').toBe(sort === list.usual);
      expect(readSort(list, writeSort(list, sort))).toBe(sort);
    }
    for (const unknown of ['loudest', 'toString', '']) expect(readSort(list, unknown)).toBe(list.usual);
  });
});

test('the words of a direction are those of the orders', () => {
  expect(LEDGER_SORT.columns.points).toEqual(['desc', 'points-high', 'points-low']);
  expect(RECEIPT_SORT.columns.total).toEqual(['desc', 'total-high', 'total-low']);
  expect(RECEIPT_SORT.columns.confirmed).toEqual(['desc', 'newest', 'oldest']);
  expect(USER_SORT.columns.points).toEqual(['desc', '-points', 'points']);
});
