import type { LedgerSort } from '#contract/points.admin.ts';

/** The orders that the call supports (behavior 8.3). */
export const SORT_LABELS: Readonly<Record<LedgerSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'points-high': 'Points: High → Low',
  'points-low': 'Points: Low → High',
  member: 'Member: A → Z',
  'member-last': 'Member: Z → A',
};

/** The columns that sort: the order of the first press on their head, and that of the next one. */
const COLUMN_SORTS = {
  member: ['member', 'member-last'],
  points: ['points-high', 'points-low'],
  date: ['newest', 'oldest'],
} as const satisfies Readonly<Record<string, readonly [LedgerSort, LedgerSort]>>;

const UPWARD: readonly LedgerSort[] = ['oldest', 'points-low', 'member'];

/** How the ledger is sorted by a column, and what a press on its head does. */
export const columnSort = (column: keyof typeof COLUMN_SORTS, sort: LedgerSort, onSort: (sort: LedgerSort) => void) => {
  const [first, second] = COLUMN_SORTS[column];
  const isSorted = sort === first || sort === second;
  return {
    sorted: isSorted && (UPWARD.includes(sort) ? ('asc' as const) : ('desc' as const)),
    onSort: () => onSort(sort === first ? second : first),
  };
};
