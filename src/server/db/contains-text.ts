import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOLDING, foldText } from '#domain/fold-text.ts';
import { isSqlite } from './json.ts';
import type { SqliteDatabase } from './sqlite-driver.ts';
import type { Db, Tx } from './types.ts';

const FOLD = 'fold_text';

/** Gives SQLite the function that PostgreSQL has the parts of. */
export const addFoldText = (sqlite: SqliteDatabase): void => {
  sqlite.function(FOLD, { deterministic: true }, (text) => (typeof text === 'string' ? foldText(text) : text));
};

/** `foldText` in SQL. */
const foldInSql = (text: RawBuilder<unknown>): RawBuilder<string> => {
  const from = FOLDING.signs.map((signs) => signs.from).join('');
  const to = FOLDING.signs.map((signs) => signs.to).join('');
  const decomposed = sql`normalize(translate(${text}, ${sql.lit(from)}, ${sql.lit(to)}), NFKD)`;
  return FOLDING.letters.reduce(
    (folded, [letter, typed]) => sql<string>`replace(${folded}, ${sql.lit(letter)}, ${sql.lit(typed)})`,
    sql<string>`lower(regexp_replace(${decomposed}, ${sql.lit(FOLDING.leftOut)}, '', 'g'))`,
  );
};

/** A column as searches compare it, the same in both engines. Most texts are ASCII, which needs no more than `lower`. */
const folded = (db: Db | Tx, column: string): RawBuilder<string> => {
  const text = sql.ref(column);
  return isSqlite(db)
    ? sql`case when length(cast(${text} as blob)) = length(${text}) then lower(${text}) else ${sql.raw(FOLD)}(${text}) end`
    : sql`case when octet_length(${text}) = char_length(${text}) then lower(${text}) else ${foldInSql(text)} end`;
};

/**
 * A condition: the column contains the text, ignoring case, accents, letters that nobody sees, and kinds of quotes and
 * hyphens. Wildcards of LIKE in the text are ordinary characters.
 */
export const containsText = (db: Db | Tx, column: string, text: string): Expression<SqlBool> => {
  const pattern = `%${foldText(text)
    .trim()
    .replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`${folded(db, column)} like ${pattern} escape '\\'`;
};
