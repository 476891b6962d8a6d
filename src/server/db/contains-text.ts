import { type Expression, type SqlBool, sql } from 'kysely';

/**
 * The text is found in the column, ignoring case; wildcards of LIKE in it are letters like any other. Both sides are
 * lowered by the database, so that each engine compares what it lowered itself.
 */
export const containsText = (column: string, text: string): Expression<SqlBool> => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`;
};
