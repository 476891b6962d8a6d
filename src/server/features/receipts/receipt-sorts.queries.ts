import { type ReferenceExpression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ReceiptSort } from '#contract/receipts.admin.ts';
import { RECEIPT_STATUSES, type ReceiptStatus } from '#domain/receipt-state.ts';
import type { Schema } from '../../db/schema.ts';
import { type CursorShape, decodeCursor, encodeCursor } from '../../http/paging.ts';

/*
 * The orders of the panel's receipts (behavior 7.21). The number, which no two receipts share, breaks ties, so that a
 * cursor never skips or repeats a row.
 */

/** The values of a row that cursors hold. */
interface SortedRow {
  number: number;
  total_cents: number;
  status: ReceiptStatus;
  /** The member's name as it is sorted. */
  sort_name: string;
}

/** Where a page ended. */
export type Position = readonly (string | number)[];

const NAME = sql<string>`lower(users.username)`;

/** The place of a receipt's state in the life of an order. */
const STATE = sql<number>`case receipts.status ${sql.join(
  RECEIPT_STATUSES.map((status, place) => sql`when ${sql.lit(status)} then ${sql.lit(place)}`),
  sql` `,
)} end`;

interface Sort {
  cursor: CursorShape;
  /** The values of a row in its cursor. */
  of: (row: SortedRow) => Position;
  /** The rows after a position. */
  after: (position: Position) => ReturnType<typeof sql<SqlBool>>;
  order: readonly (readonly [ReferenceExpression<Schema, 'receipts' | 'users'>, 'asc' | 'desc'])[];
}

const NUMBER = 'receipts.number';
const TOTAL = 'receipts.total_cents';

const SORTS: Readonly<Record<ReceiptSort, Sort>> = {
  newest: {
    cursor: ['number'],
    of: ({ number }) => [number],
    after: ([number]) => sql<SqlBool>`receipts.number < ${number}`,
    order: [[NUMBER, 'desc']],
  },
  oldest: {
    cursor: ['number'],
    of: ({ number }) => [number],
    after: ([number]) => sql<SqlBool>`receipts.number > ${number}`,
    order: [[NUMBER, 'asc']],
  },
  'total-high': {
    cursor: ['number', 'number'],
    of: ({ total_cents, number }) => [total_cents, number],
    after: ([total, number]) => sql<SqlBool>`(receipts.total_cents, receipts.number) < (${total}, ${number})`,
    order: [
      [TOTAL, 'desc'],
      [NUMBER, 'desc'],
    ],
  },
  'total-low': {
    cursor: ['number', 'number'],
    of: ({ total_cents, number }) => [total_cents, number],
    after: ([total, number]) => sql<SqlBool>`(receipts.total_cents, receipts.number) > (${total}, ${number})`,
    order: [
      [TOTAL, 'asc'],
      [NUMBER, 'asc'],
    ],
  },
  /** The newest receipt of each state first. */
  state: {
    cursor: ['number', 'number'],
    of: ({ status, number }) => [RECEIPT_STATUSES.indexOf(status), number],
    after: ([state, number]) =>
      sql<SqlBool>`(${STATE} > ${state} or (${STATE} = ${state} and receipts.number < ${number}))`,
    order: [
      [STATE, 'asc'],
      [NUMBER, 'desc'],
    ],
  },
  'state-last': {
    cursor: ['number', 'number'],
    of: ({ status, number }) => [RECEIPT_STATUSES.indexOf(status), number],
    after: ([state, number]) => sql<SqlBool>`(${STATE}, receipts.number) < (${state}, ${number})`,
    order: [
      [STATE, 'desc'],
      [NUMBER, 'desc'],
    ],
  },
  /** The newest receipt of each member first. The first condition lets the engines begin at the right member. */
  member: {
    cursor: ['text', 'number'],
    of: ({ sort_name, number }) => [sort_name, number],
    after: ([name, number]) =>
      sql<SqlBool>`(${NAME} >= ${name} and (${NAME} > ${name} or receipts.number < ${number}))`,
    order: [
      [NAME, 'asc'],
      [NUMBER, 'desc'],
    ],
  },
  'member-last': {
    cursor: ['text', 'number'],
    of: ({ sort_name, number }) => [sort_name, number],
    after: ([name, number]) =>
      sql<SqlBool>`(${NAME} <= ${name} and (${NAME} < ${name} or receipts.number < ${number}))`,
    order: [
      [NAME, 'desc'],
      [NUMBER, 'desc'],
    ],
  },
};

/** Sorts a list, from the position of a page's end on. */
export const inOrder = <Row>(
  query: SelectQueryBuilder<Schema, 'receipts' | 'users', Row>,
  sort: ReceiptSort,
  after: Position | null,
) => {
  const sorted = after === null ? query : query.where(SORTS[sort].after(after));
  return SORTS[sort].order
    .reduce((ordered, [by, direction]) => ordered.orderBy(by, direction), sorted)
    .select(NAME.as('sort_name'));
};

/** The position of a row in an order. */
export const positionOf = (sort: ReceiptSort, row: SortedRow): Position => SORTS[sort].of(row);

/** The cursor of a row. That of an order other than the usual one names it, so that it means nothing to another order. */
export const cursorOf = (sort: ReceiptSort, row: SortedRow): string => {
  const position = positionOf(sort, row);
  return encodeCursor(sort === 'newest' ? position : [sort, ...position]);
};

/** The position in a cursor; null if there is none, or if it belongs to another order (behavior 2.6). */
export const positionIn = (sort: ReceiptSort, cursor: string | undefined): Position | null => {
  if (sort === 'newest') return decodeCursor(cursor, SORTS.newest.cursor);
  const values: Position | null = decodeCursor(cursor, ['text', ...SORTS[sort].cursor]);
  return values?.[0] === sort ? values.slice(1) : null;
};
