import {
  type Compilable,
  type CompiledQuery,
  type InferResult,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  ValueListNode,
  ValueNode,
} from 'kysely';
import type { Db, Tx } from './types.ts';

/** Marks the place of a value that comes with each call. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Names a value of a query that is being prepared. */
export type ParamOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

export const placeholder = (name: PropertyKey): never => new Placeholder(name) as never;

export type NamedStatement = readonly [name: string, statement: CompiledQuery];

const prepared = new Map<string, (db: Db) => readonly NamedStatement[]>();

/** Every prepared statement of this process by its name, as an engine runs it: one statement, or one for each step. */
export const preparedStatements = (db: Db): Map<string, readonly NamedStatement[]> =>
  new Map([...prepared].map(([name, statementsOf]) => [name, statementsOf(db)]));

export const register = (name: string, statementsOf: (db: Db) => readonly NamedStatement[]): void => {
  prepared.set(name, statementsOf);
};

/** PostgreSQL prepares these statements once per connection and knows them by these names. */
const statementNames = new Map<string, string>();

/** The name of a prepared statement; undefined for any other. */
export const statementName = (sql: string): string | undefined => statementNames.get(sql);

/**
 * Builds and compiles a query once per engine and then only passes its values. For the few queries that run at every
 * request, where building costs more than the database needs to run them. `build` sees no values, so the query cannot
 * depend on them. The name is `subject.act`. Nobody else has it.
 */
export const prepareQuery = <Values extends object, Query extends Compilable>(
  name: string,
  build: (db: Db, param: ParamOf<Values>) => Query,
) => {
  const statementOf = once((db) => nameStatement(name, build(db.withPlugin(writesConstants), placeholder).compile()));
  register(name, (db) => [[name, statementOf(db)]]);
  return async (db: Db | Tx, values: Values): Promise<InferResult<Query>> =>
    (await db.executeQuery(fill(statementOf(db as Db), values))).rows as InferResult<Query>;
};

/** Remembers the result for each engine. */
export const once = <Result>(create: (db: Db) => Result): ((db: Db) => Result) => {
  const created = new WeakMap<object, Result>();
  return (db) => {
    const { adapter } = db.getExecutor();
    let result = created.get(adapter);
    if (result === undefined) {
      result = create(db);
      created.set(adapter, result);
    }
    return result;
  };
};

/** Gives a statement its name on PostgreSQL. */
export const nameStatement = (name: string, statement: CompiledQuery): CompiledQuery => {
  statementNames.set(statement.sql, name);
  return statement;
};

export const fill = (query: CompiledQuery, values: object): CompiledQuery => ({
  ...query,
  parameters: query.parameters.map((value) =>
    value instanceof Placeholder ? (values as Record<PropertyKey, unknown>)[value.name] : value,
  ),
});

class ConstantsTransformer extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return node.value instanceof Placeholder ? node : { ...node, immediate: true };
  }

  /** A list of constants, as in `status in ('paid', 'shipped')`. */
  protected override transformPrimitiveValueList({ values }: PrimitiveValueListNode): PrimitiveValueListNode {
    const nodes = values.map((value) => this.transformValue(ValueNode.create(value)));
    return ValueListNode.create(nodes) as OperationNode as PrimitiveValueListNode;
  }
}

/**
 * Writes the constants of a query into its text, so that only the values of a call are parameters. With `listed = ?`
 * SQLite would plan the statement again at every call, because the value decides whether an index with `where listed =
 * 1` can be used. PostgreSQL's generic plan would never use that index.
 */
export const writesConstants: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new ConstantsTransformer().transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
