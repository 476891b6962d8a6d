import { type Expression, type RawBuilder, type Simplify, type SqlBool, SqliteAdapter, sql } from 'kysely';
import { jsonArrayFrom as postgresArray, jsonObjectFrom as postgresObject } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteArray, jsonObjectFrom as sqliteObject } from 'kysely/helpers/sqlite';
import type { Db } from './types.ts';

/** A value that the database made as JSON. Read it with `fromJson`. */
export type Json<Value> = { json: Value };

/** A query's rows as a JSON list, in their order, so that one statement can return several lists. */
export const jsonRows = <Row>(db: Db, query: Expression<Row>): RawBuilder<Json<Simplify<Row>[]>> =>
  (isSqlite(db) ? sqliteArray(query as never) : postgresArray(query)) as never;

/** A query's only row as a JSON object; null if there is none. */
export const jsonRow = <Row>(db: Db, query: Expression<Row>): RawBuilder<Json<Simplify<Row> | null>> =>
  (isSqlite(db) ? sqliteObject(query as never) : postgresObject(query)) as never;

/** Reads a JSON value. node-postgres has parsed it already, SQLite returns its text. */
export const fromJson = <Value>(json: Json<Value>): Value =>
  typeof json === 'string' ? JSON.parse(json) : (json as unknown as Value);

/** The text of a field of a column with JSON. */
export const jsonField = (db: Db, column: string, field: string): RawBuilder<string | null> =>
  isSqlite(db)
    ? sql`${sql.ref(column)} ->> ${sql.lit(field)}`
    : sql`cast(${sql.ref(column)} as jsonb) ->> ${sql.lit(field)}`;

export type ColumnType = 'bigint' | 'text';

/**
 * A JSON list of objects as a table of a statement, with these columns. However many rows it has, it is one parameter, so
 * the statement is short. `json` is the list as text.
 */
export const jsonTable = <Columns extends Record<string, ColumnType>>(
  db: Db,
  json: string,
  columns: Columns,
): RawBuilder<{ [Name in keyof Columns]: Columns[Name] extends 'bigint' ? number : string }> => {
  const names = Object.entries(columns);
  return isSqlite(db)
    ? sql`(select ${sql.join(names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))}
        from json_each(${json}))`
    : sql`(select * from json_to_recordset(cast(${json} as json))
        as given(${sql.join(names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))}))`;
};

/**
 * Runs a query that finds many rows of whole numbers and texts. SQLite returns them as one JSON text, which takes half as
 * long as making each row and value.
 */
export const manyRows = async <Row>(db: Db, query: Expression<Row> & { execute(): Promise<Row[]> }): Promise<Row[]> => {
  if (!isSqlite(db)) return query.execute();
  const { rows } = await db.selectNoFrom(jsonRows(db, query).as('rows')).executeTakeFirstOrThrow();
  return fromJson(rows) as Row[];
};

/** The condition that a column is one of these ids, which are one parameter. */
export const isOneOf = (db: Db, column: string, ids: Iterable<number>): RawBuilder<SqlBool> => {
  const list = [...ids];
  return isSqlite(db)
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(list)}))`
    : sql`${sql.ref(column)} = any(cast(${list} as bigint[]))`;
};

export const isSqlite = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter;
