import { sql } from 'kysely';
import type { ReceiptSort } from '#contract/receipts.admin.ts';
import { RECEIPT_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import type { ListOrder, SortKey } from '../../db/list-order.ts';
import { sortedCursors } from '../../http/paging.ts';

/** The values of a row that cursors hold. */
interface SortedRow {
  number: number;
  total_cents: number;
  status: ReceiptStatus;
  sort_name: string;
}

/** The member's name as it is sorted. */
export const SORT_NAME = sql<string>`lower(users.username)`;

const NUMBER: SortKey<SortedRow> = { by: sql.ref('receipts.number'), is: 'number', of: ({ number }) => number };
const TOTAL: SortKey<SortedRow> = { by: sql.ref('receipts.total_cents'), is: 'number', of: (row) => row.total_cents };
const NAME: SortKey<SortedRow> = { by: SORT_NAME, is: 'text', of: (row) => row.sort_name, isJoined: true };
/** The place of a receipt's state in the life of an order. */
const STATE: SortKey<SortedRow> = {
  by: sql`case receipts.status ${sql.join(
    RECEIPT_STATUSES.map((status, place) => sql`when ${sql.lit(status)} then ${sql.lit(place)}`),
    sql` `,
  )} end`,
  is: 'number',
  of: ({ status }) => RECEIPT_STATUSES.indexOf(status),
};

/** The orders of the panel's receipts (behavior 7.21). Of each state and member the newest receipt comes first. */
export const RECEIPT_ORDERS: Readonly<Record<ReceiptSort, ListOrder<SortedRow>>> = {
  newest: [[NUMBER, 'desc']],
  oldest: [[NUMBER, 'asc']],
  'total-high': [
    [TOTAL, 'desc'],
    [NUMBER, 'desc'],
  ],
  'total-low': [
    [TOTAL, 'asc'],
    [NUMBER, 'asc'],
  ],
  state: [
    [STATE, 'asc'],
    [NUMBER, 'desc'],
  ],
  'state-last': [
    [STATE, 'desc'],
    [NUMBER, 'desc'],
  ],
  member: [
    [NAME, 'asc'],
    [NUMBER, 'desc'],
  ],
  'member-last': [
    [NAME, 'desc'],
    [NUMBER, 'desc'],
  ],
};

export const { positionOf, cursorOf, positionIn } = sortedCursors('newest', RECEIPT_ORDERS);
