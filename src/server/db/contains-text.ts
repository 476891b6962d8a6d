import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSqlite } from './json.ts';
import type { SqliteDatabase } from './sqlite-driver.ts';
import type { Db, Tx } from './types.ts';

/** Signs beyond ASCII that mean the same, each with the one that is compared: apostrophes, hyphens, and a Greek sigma at the end of a word. */
const SIGNS = '\u00b4\u02bc\u2018\u2019\u2032\u2010\u2011\u2012\u2013\u03c2';
const SAME_SIGNS = "'''''----\u03c3";
/** Accents and letters that nobody sees. Both engines read this as the inside of a pattern. */
const LEFT_OUT = String.raw`\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufe0f\ufeff`;

const SIGN = new RegExp(`[${SIGNS}]`, 'gu');
const IGNORED = new RegExp(`[${LEFT_OUT}]`, 'gu');

const sameSigns = (text: string): string => text.replace(SIGN, (sign) => SAME_SIGNS[SIGNS.indexOf(sign)]!);

/** Returns a text as searches compare it: without case and accents, with one kind of quotes and hyphens. */
const foldText = (text: string): string =>
  sameSigns(sameSigns(text).normalize('NFKD').replace(IGNORED, '').toLowerCase());

const FOLD = 'fold_text';

/** Gives SQLite the function that PostgreSQL has the parts of. */
export const addFoldText = (sqlite: SqliteDatabase): void => {
  sqlite.function(FOLD, { deterministic: true }, (text) => (typeof text === 'string' ? foldText(text) : text));
};

/** A column as searches compare it, the same in both engines. Most texts are ASCII, which needs no more than `lower`. */
const folded = (db: Db | Tx, column: string): RawBuilder<string> => {
  const text = sql.ref(column);
  return isSqlite(db)
    ? sql`case when length(cast(${text} as blob)) = length(${text}) then lower(${text}) else ${sql.raw(FOLD)}(${text}) end`
    : sql`case when octet_length(${text}) = char_length(${text}) then lower(${text})
        else lower(regexp_replace(normalize(translate(${text}, ${sql.lit(SIGNS)}, ${sql.lit(SAME_SIGNS)}), NFKD),
          ${sql.lit(`[${LEFT_OUT}]`)}, '', 'g')) end`;
};

/**
 * A condition: the column contains the text, ignoring case, accents, letters that nobody sees, and kinds of quotes and
 * hyphens. Wildcards of LIKE in the text are ordinary characters.
 */
export const containsText = (db: Db | Tx, column: string, text: string): Expression<SqlBool> => {
  const pattern = `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`${folded(db, column)} like ${pattern} escape '\\'`;
};
