import { expect, test } from 'vitest';
import { LEDGER_SORTS, type LedgerSort } from '#contract/points.admin.ts';
import { columnSort } from './ledger-sort.ts';

const COLUMNS = ['member', 'points', 'date'] as const;

/** The orders after a press and after a second one. */
const press = (column: (typeof COLUMNS)[number]): LedgerSort[] => {
  const chosen: LedgerSort[] = [];
  const other = column === 'date' ? 'member' : 'newest';
  columnSort(column, other, (sort) => chosen.push(sort)).onSort();
  columnSort(column, chosen[0]!, (sort) => chosen.push(sort)).onSort();
  return chosen;
};

test('names start with A, points and dates with the largest, and a second press reverses the order', () => {
  expect(COLUMNS.map(press)).toEqual([
    ['member', 'member-last'],
    ['points-high', 'points-low'],
    ['newest', 'oldest'],
  ]);
});

test('every order shows in exactly one column', () => {
  for (const sort of LEDGER_SORTS) {
    const shown = COLUMNS.map((column) => columnSort(column, sort, () => {}).sorted).filter(Boolean);
    expect(shown).toHaveLength(1);
  }
});
