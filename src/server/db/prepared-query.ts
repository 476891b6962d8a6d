import {
  type CommonTableExpressionNode,
  type Compilable,
  type CompiledQuery,
  createQueryId,
  type InferResult,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type ReturningNode,
  type RootOperationNode,
  type SelectionNode,
  type SelectQueryNode,
  sql,
  type ValueNode,
  type WithNode,
} from 'kysely';
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

type Build<Values, Query> = (db: Db, param: ParamOf<Values>) => Query;

/** One statement of a prepared query. The rows of a step with a name are a table for the steps after it. */
interface Step {
  name?: string;
  query: CompiledQuery;
}

/**
 * Builds and compiles a query once per engine and then only passes its values. For the few queries that run at every
 * request, where building costs more than the database needs to run them. `build` sees no values, so the query cannot
 * depend on them.
 */
export const prepareQuery = <Values extends object, Query extends Compilable>(build: Build<Values, Query>) => {
  const statementOf = once((db: Db) => compile(build(db.withPlugin(writesConstants), placeholder)));
  return async (db: Db | Tx, values: Values): Promise<InferResult<Query>> =>
    (await db.executeQuery(fill(statementOf(db as Db), values))).rows as InferResult<Query>;
};

/** Runs a statement in the transaction of the moment and returns its rows. */
type RunAtOnce = (query: CompiledQuery) => unknown[];

/** A query that changes rows, for `ShopDatabase.writeInOneStatement`. */
export interface PreparedWrite<Values extends object, Row> {
  /** The statement as PostgreSQL runs it. */
  statement(db: Db, values: Values): CompiledQuery<Row>;
  /** Runs it as SQLite can, at once. */
  runInSteps(db: Db, run: RunAtOnce, values: Values): Row[];
}

/**
 * Prepares a statement whose common table expressions insert, update or delete, so that a call needs one round trip.
 * SQLite knows no such expressions: there each one is a statement of its own, in the same order. So later ones must give
 * the same result whether they see the rows changed before them, as on SQLite, or not, as on PostgreSQL.
 */
export const prepareWrite = <Values extends object, Query extends Compilable & { toOperationNode(): OperationNode }>(
  build: Build<Values, Query>,
): PreparedWrite<Values, InferResult<Query>[number]> => {
  type Row = InferResult<Query>[number];
  const built = (db: Db) => build(db.withPlugin(writesConstants), placeholder);
  const statementOf = once((db: Db) => compile(built(db)));
  const stepsOf = once((db: Db) => splitWrites(db, built(db).toOperationNode() as SelectQueryNode));
  return {
    statement: (db, values) => fill(statementOf(db), values) as CompiledQuery<Row>,
    runInSteps: (db, run, values) => {
      const known = { ...values } as Record<PropertyKey, unknown>;
      for (const { name, query } of stepsOf(db)) {
        const rows = run(fill(query, known));
        if (name === undefined) return rows as Row[];
        known[rowsOf(name)] = JSON.stringify(rows);
      }
      return [];
    },
  };
};

class ConstantsTransformer extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return node.value instanceof Placeholder ? node : { ...node, immediate: true };
  }
}

/**
 * Writes the constants of a query into its text, so that only the values of a call are parameters. With
 * `listed = ?` SQLite would plan the statement again at every call, because the value decides whether an index with
 * `where listed = 1` can be used, and PostgreSQL's generic plan would never use that index.
 */
export const writesConstants: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => new ConstantsTransformer().transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};

/** Remembers the result for each engine. */
const once = <Result>(create: (db: Db) => Result): ((db: Db) => Result) => {
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

const placeholder = (name: PropertyKey): never => new Placeholder(name) as never;

const compile = (built: Compilable): CompiledQuery => {
  const query = built.compile() as CompiledQuery;
  if (!statementNames.has(query.sql)) statementNames.set(query.sql, `shop_${statementNames.size + 1}`);
  return query;
};

const fill = (query: CompiledQuery, values: object): CompiledQuery => ({
  ...query,
  parameters: query.parameters.map((value) =>
    value instanceof Placeholder ? (values as Record<PropertyKey, unknown>)[value.name] : value,
  ),
});

/** The name of the value that holds the rows of an earlier step. */
const rowsOf = (step: string): string => `rows of ${step}`;

const CHANGES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

const splitWrites = (db: Db, select: SelectQueryNode): Step[] => {
  const steps: Step[] = [];
  const tables: CommonTableExpressionNode[] = [];
  const statement = (node: OperationNode): CompiledQuery => {
    const withNode: WithNode = { kind: 'WithNode', expressions: [...tables] };
    const whole = tables.length > 0 ? { ...node, with: withNode } : node;
    return db.getExecutor().compileQuery(whole as RootOperationNode, createQueryId());
  };
  for (const table of select.with?.expressions ?? []) {
    const { expression } = table;
    if (!CHANGES.has(expression.kind)) {
      tables.push(table);
      continue;
    }
    const name = table.name.table.table.identifier.name;
    steps.push({ name, query: statement(expression) });
    tables.push({ ...table, expression: earlierRows(name, expression) });
  }
  return [...steps, { query: statement(select) }];
};

/** A query that returns the rows an earlier step returned. */
const earlierRows = (step: string, { returning }: { returning?: ReturningNode } & OperationNode): OperationNode => {
  const columns = (returning?.selections ?? []).map(columnName);
  return sql`(select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`))}
    from json_each(${placeholder(rowsOf(step))}))`.toOperationNode();
};

/** The name under which a selection is returned. */
const columnName = ({ selection }: SelectionNode): string => {
  if (selection.kind === 'AliasNode') return (selection.alias as { name: string } & OperationNode).name;
  if (selection.kind === 'ReferenceNode') return (selection.column as { column: { name: string } }).column.name;
  throw new Error('A returned column needs a name.');
};
