import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** Rows or ids per statement: below the parameter limit of both engines, and few different statements to prepare. */
const CHUNK = 500;

/** Splits a list into chunks that fit in one statement. */
export const chunks = <Entry>(entries: readonly Entry[], size = CHUNK): Entry[][] => {
  const found: Entry[][] = [];
  for (let start = 0; start < entries.length; start += size) found.push(entries.slice(start, start + size));
  return found;
};

/** The type of a value in a prepared statement, where PostgreSQL cannot infer it from a column. */
export const asWhole = (value: number | null): RawBuilder<number> => sql<number>`cast(${value} as bigint)`;
export const asText = <Text extends string | null>(value: Text): RawBuilder<Text> => sql<Text>`cast(${value} as text)`;

/** How many rows a query finds. */
export const countRows = async <DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<number> => {
  const counting = query.select(sql<number>`count(*)`.as('count')).$castTo<{ count: number }>();
  return (await counting.executeTakeFirstOrThrow()).count;
};
/** The time of a PostgreSQL server in epoch milliseconds. */
export const SERVER_TIME: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** How many rows a table of the same statement has. */
export const countOf = (table: string): RawBuilder<number> => sql<number>`(select count(*) from ${sql.ref(table)})`;
