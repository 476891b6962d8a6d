import { type ReferenceExpression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { LedgerSort } from '#contract/points.admin.ts';
import type { Schema } from '../../db/schema.ts';
import { type CursorShape, decodeCursor, encodeCursor } from '../../http/paging.ts';

/*
 * The orders of the panel's ledger (behavior 8.3). The id, which no two entries share, breaks ties, so that a cursor never
 * skips or repeats a row.
 */

/** The values of a row that cursors hold. */
interface SortedRow {
  id: number;
  points: number;
  /** The member's name as it is sorted. */
  sort_name: string;
}

/** Where a page ended. */
export type Position = readonly (string | number)[];

const NAME = sql<string>`lower(users.username)`;
const ID = 'points_entries.id';
const POINTS = 'points_entries.points';

interface Sort {
  cursor: CursorShape;
  /** The values of a row in its cursor. */
  of: (row: SortedRow) => Position;
  /** The rows after a position. */
  after: (position: Position) => ReturnType<typeof sql<SqlBool>>;
  order: readonly (readonly [ReferenceExpression<Schema, 'points_entries' | 'users'>, 'asc' | 'desc'])[];
}

const byTime = { cursor: ['number'], of: ({ id }: SortedRow) => [id] } as const;
const byPoints = { cursor: ['number', 'number'], of: ({ points, id }: SortedRow) => [points, id] } as const;
const byMember = { cursor: ['text', 'number'], of: ({ sort_name, id }: SortedRow) => [sort_name, id] } as const;

const SORTS: Readonly<Record<LedgerSort, Sort>> = {
  newest: {
    ...byTime,
    after: ([id]) => sql<SqlBool>`points_entries.id < ${id}`,
    order: [[ID, 'desc']],
  },
  oldest: {
    ...byTime,
    after: ([id]) => sql<SqlBool>`points_entries.id > ${id}`,
    order: [[ID, 'asc']],
  },
  'points-high': {
    ...byPoints,
    after: ([points, id]) => sql<SqlBool>`(points_entries.points, points_entries.id) < (${points}, ${id})`,
    order: [
      [POINTS, 'desc'],
      [ID, 'desc'],
    ],
  },
  'points-low': {
    ...byPoints,
    after: ([points, id]) => sql<SqlBool>`(points_entries.points, points_entries.id) > (${points}, ${id})`,
    order: [
      [POINTS, 'asc'],
      [ID, 'asc'],
    ],
  },
  /** The newest entry of each member first. The first condition lets the engines begin at the right member. */
  member: {
    ...byMember,
    after: ([name, id]) => sql<SqlBool>`(${NAME} >= ${name} and (${NAME} > ${name} or points_entries.id < ${id}))`,
    order: [
      [NAME, 'asc'],
      [ID, 'desc'],
    ],
  },
  'member-last': {
    ...byMember,
    after: ([name, id]) => sql<SqlBool>`(${NAME} <= ${name} and (${NAME} < ${name} or points_entries.id < ${id}))`,
    order: [
      [NAME, 'desc'],
      [ID, 'desc'],
    ],
  },
};

/** Sorts a list, from the position of a page's end on. */
export const inOrder = <Row>(
  query: SelectQueryBuilder<Schema, 'points_entries' | 'users', Row>,
  sort: LedgerSort,
  after: Position | null,
) => {
  const sorted = after === null ? query : query.where(SORTS[sort].after(after));
  return SORTS[sort].order
    .reduce((ordered, [by, direction]) => ordered.orderBy(by, direction), sorted)
    .select(NAME.as('sort_name'));
};

/** The position of a row in an order. */
export const positionOf = (sort: LedgerSort, row: SortedRow): Position => SORTS[sort].of(row);

/** The cursor of a row. That of an order other than the usual one names it, so that it means nothing to another order. */
export const cursorOf = (sort: LedgerSort, row: SortedRow): string => {
  const position = positionOf(sort, row);
  return encodeCursor(sort === 'newest' ? position : [sort, ...position]);
};

/** The position in a cursor; null if there is none, or if it belongs to another order (behavior 2.6). */
export const positionIn = (sort: LedgerSort, cursor: string | undefined): Position | null => {
  if (sort === 'newest') return decodeCursor(cursor, SORTS.newest.cursor);
  const values: Position | null = decodeCursor(cursor, ['text', ...SORTS[sort].cursor]);
  return values?.[0] === sort ? values.slice(1) : null;
};
