import { sql } from 'kysely';
import type { LedgerSort } from '#contract/points.admin.ts';
import type { ListOrder, SortKey } from '../../db/list-order.ts';
import { sortedCursors } from '../../http/paging.ts';

/** The values of a row that cursors hold. */
interface SortedRow {
  id: number;
  points: number;
  sort_name: string;
}

/** The member's name as it is sorted. */
export const SORT_NAME = sql<string>`lower(users.username)`;

const ID: SortKey<SortedRow> = { by: sql.ref('points_entries.id'), is: 'number', of: ({ id }) => id };
const POINTS: SortKey<SortedRow> = { by: sql.ref('points_entries.points'), is: 'number', of: ({ points }) => points };
const NAME: SortKey<SortedRow> = { by: SORT_NAME, is: 'text', of: (row) => row.sort_name, isJoined: true };

/** The orders of the panel's ledger (behavior 8.3). Of each member the newest entry comes first. */
export const LEDGER_ORDERS: Readonly<Record<LedgerSort, ListOrder<SortedRow>>> = {
  newest: [[ID, 'desc']],
  oldest: [[ID, 'asc']],
  'points-high': [
    [POINTS, 'desc'],
    [ID, 'desc'],
  ],
  'points-low': [
    [POINTS, 'asc'],
    [ID, 'asc'],
  ],
  member: [
    [NAME, 'asc'],
    [ID, 'desc'],
  ],
  'member-last': [
    [NAME, 'desc'],
    [ID, 'desc'],
  ],
};

export const { positionOf, cursorOf, positionIn } = sortedCursors('newest', LEDGER_ORDERS);
