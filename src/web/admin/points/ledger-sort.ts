import type { LedgerSort } from '#contract/points.admin.ts';
import type { ListSort } from '../lists/list-sort.tsx';

/** The orders of the ledger (behavior 8.3). */
export const LEDGER_SORT: ListSort<LedgerSort, 'member' | 'points' | 'date'> = {
  usual: 'newest',
  labels: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    'points-high': 'Points: High → Low',
    'points-low': 'Points: Low → High',
    member: 'Member: A → Z',
    'member-last': 'Member: Z → A',
  },
  columns: {
    member: ['asc', 'member', 'member-last'],
    points: ['desc', 'points-high', 'points-low'],
    date: ['desc', 'newest', 'oldest'],
  },
};
