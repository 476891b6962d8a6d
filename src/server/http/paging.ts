import { isStorable } from '#domain/text.ts';
import type { ListOrder, Position } from '../db/list-order.ts';

/** The kind of each value in a list's cursor: a whole number such as an id or a time, or a text. */
export type CursorShape = readonly ('number' | 'text')[];

type CursorValues<Shape extends CursorShape> = {
  [Place in keyof Shape]: Shape[Place] extends 'number' ? number : Shape[Place] extends 'text' ? string : never;
};

/** A cursor of a list: the position at which the last page ended, opaque to clients. */
export const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/**
 * Reads the values of a cursor. One that does not have the shape of its list's cursors counts as none, so an old or
 * altered link shows the first page instead of an error (behavior 2.6).
 */
const decodeCursor = <const Shape extends CursorShape>(
  cursor: string | undefined,
  shape: Shape,
): CursorValues<Shape> | null => {
  if (!cursor) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return fits(values, shape) ? values : null;
  } catch {
    return null;
  }
};

const fits = <Shape extends CursorShape>(values: unknown, shape: Shape): values is CursorValues<Shape> =>
  Array.isArray(values) &&
  values.length === shape.length &&
  shape.every((kind, place) => (kind === 'number' ? Number.isSafeInteger(values[place]) : isText(values[place])));

const isText = (value: unknown): boolean => typeof value === 'string' && isStorable(value);

/** The id or number in a cursor of one number; null if there is none. */
export const decodeIdCursor = (cursor: string | undefined): number | null =>
  decodeCursor(cursor, ['number'])?.[0] ?? null;

/** The values with which a prepared statement reads one page, newest first, and a row more. */
export interface Page {
  /** Only rows with a lower id or number. */
  before: number;
  limit: number;
}

/** The page after a cursor; the first page without one. For `cutPage`. */
export const pageAfter = (cursor: string | undefined, limit: number): Page => ({
  before: decodeIdCursor(cursor) ?? Number.MAX_SAFE_INTEGER,
  limit: limit + 1,
});

/** Cuts a page from rows that were read with one row more than the limit: that row shows whether there is a next page. */
export const cutPage = <Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string) => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
};

/** The cursors of a list that is sorted in several orders. */
export const sortedCursors = <Sort extends string, Row>(
  usual: NoInfer<Sort>,
  orders: Readonly<Record<Sort, ListOrder<Row>>>,
) => {
  /** The position of a row in an order. */
  const positionOf = (sort: Sort, row: Row): Position => orders[sort].map(([key]) => key.of(row));

  /**
   * The cursor of a row. If the order is not the usual one, the cursor names it, so that it means nothing to another
   * order.
   */
  const cursorOf = (sort: Sort, row: Row): string => {
    const position = positionOf(sort, row);
    return encodeCursor(sort === usual ? position : [sort, ...position]);
  };

  /** The position in a cursor; null if there is none, or if it belongs to another order (behavior 2.6). */
  const positionIn = (sort: Sort, cursor: string | undefined): Position | null => {
    const shape = orders[sort].map(([{ is }]) => is);
    if (sort === usual) return decodeCursor(cursor, shape);
    const values: Position | null = decodeCursor(cursor, ['text', ...shape]);
    return values?.[0] === sort ? values.slice(1) : null;
  };

  return { positionOf, cursorOf, positionIn };
};
