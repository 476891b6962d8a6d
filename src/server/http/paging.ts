/**
 * Cursors of lists: the position at which the last page ended, opaque to clients. A malformed cursor counts as none, so
 * an old link shows the first page instead of an error (behavior 2.6).
 */
export const encodeCursor = (values: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

export const decodeCursor = (cursor: string | undefined): (string | number | null)[] | null => {
  if (!cursor) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) && values.every(isPlain) ? values : null;
  } catch {
    return null;
  }
};

/** The id or number in a cursor of one value; null if there is none. */
export const decodeIdCursor = (cursor: string | undefined): number | null => {
  const id = decodeCursor(cursor)?.[0];
  return Number.isSafeInteger(id) ? (id as number) : null;
};

/** What a prepared statement needs to read one page, newest first, and a row more. */
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

const isPlain = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

/** Cuts a page from rows that were read with one row more than the limit: that row shows whether there is a next page. */
export const cutPage = <Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string) => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
};
