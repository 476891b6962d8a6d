import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

type Value = string | number;

/** A column that a list is sorted by. */
export interface SortKey<Row> {
  by: RawBuilder<unknown>;
  /** The kind of its values, for cursors. */
  is: 'number' | 'text';
  /** Its value in a row. */
  of: (row: Row) => Value;
  /** It belongs to another table than the id. */
  isJoined?: boolean;
}

type Sorted<Row> = readonly [key: SortKey<Row>, direction: 'asc' | 'desc'];

/** An order of a list: by its id, or first by something else. The id, which no two rows share, breaks ties. */
export type ListOrder<Row> = readonly [Sorted<Row>] | readonly [Sorted<Row>, Sorted<Row>];

/** The end of a page: the values of its last row. */
export type Position = readonly Value[];

/** Sorts a list, from the position of a page's end on. */
export const inOrder = <DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  order: ListOrder<never>,
  after: Position | null,
): SelectQueryBuilder<DB, Tables, Row> => {
  const rest = after === null ? query : query.where(isAfter(order, after));
  return order.reduce((sorted, [{ by }, direction]) => sorted.orderBy(by, direction), rest);
};

/** The condition of the rows after a position. */
const isAfter = ([[first, direction], tie]: ListOrder<never>, [value, id]: Position): RawBuilder<SqlBool> => {
  const beyond = BEYOND[direction];
  if (!tie) return sql`${first.by} ${beyond} ${value}`;
  const [{ by }, idDirection] = tie;
  if (direction === idDirection && !first.isJoined) return sql`(${first.by}, ${by}) ${beyond} (${value}, ${id})`;
  // The first condition lets the engines begin at the right row.
  return sql`(${first.by} ${beyond}= ${value} and (${first.by} ${beyond} ${value} or ${by} ${BEYOND[idDirection]} ${id}))`;
};

const BEYOND = { asc: sql.raw('>'), desc: sql.raw('<') };
