import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Db, Tx } from './types.ts';

/** PostgreSQL prepares these statements once per connection and knows them by these names. */
const statementNames = new Map<string, string>();

/** The name of a prepared statement; undefined for any other. */
export const statementName = (sql: string): string | undefined => statementNames.get(sql);

/** Marks the place of a value that comes with each call. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Names a value of a query that is being prepared. */
export type ParamOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * Builds and compiles a query once per engine and then only passes its values. For the few queries that run at every
 * request, where building costs more than the database needs to run them. `build` sees no values, so the query cannot
 * depend on them.
 */
export const prepareQuery = <Values extends object, Query extends Compilable>(
  build: (db: Db, param: ParamOf<Values>) => Query,
) => {
  const compiled = new WeakMap<object, CompiledQuery>();
  return async (db: Db | Tx, values: Values): Promise<InferResult<Query>> => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, (name) => new Placeholder(name) as never).compile() as CompiledQuery;
      compiled.set(adapter, query);
      if (!statementNames.has(query.sql)) statementNames.set(query.sql, `shop_${statementNames.size + 1}`);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery({ ...query, parameters })).rows as InferResult<Query>;
  };
};
