/**
 * Cursors of lists: where the last page ended, opaque to callers. A malformed one counts as none, so that an old link
 * shows the first page and not an error.
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

const isPlain = (value: unknown): value is string | number | null =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

/** One row more than the page is asked for: it tells whether there is a next page, and is left out. */
export const cutPage = <Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string) => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
};
