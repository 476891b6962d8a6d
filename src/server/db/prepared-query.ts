import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import type { Db, Tx } from './shop-database.ts';

/** Stands in a query for a value that comes with each call. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Names the place of a value in a query that is being prepared. */
export type PlaceOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * A query that is built and compiled once for each engine, and then only given its values: for the few that run at
 * every request, where building the query costs more than the database needs to answer it. `build` sees no values, so
 * the query cannot depend on them.
 */
export const prepareQuery = <Values extends object, Query extends Compilable>(
  build: (db: Db, place: PlaceOf<Values>) => Query,
) => {
  const compiled = new WeakMap<object, CompiledQuery>();
  return async (db: Db | Tx, values: Values): Promise<InferResult<Query>> => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, (name) => new Placeholder(name) as never).compile() as CompiledQuery;
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery({ ...query, parameters })).rows as InferResult<Query>;
  };
};
