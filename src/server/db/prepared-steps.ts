import {
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  type CompiledQuery,
  createQueryId,
  type Expression,
  type InferResult,
  type Kysely,
  type OperationNode,
  ParensNode,
  type RawBuilder,
  RawNode,
  type RootOperationNode,
  type Selectable,
  type SelectQueryBuilder,
  SelectQueryNode,
  sql,
  type WithNode,
} from 'kysely';
import { isSqlite } from './json.ts';
import {
  fill,
  type NamedStatement,
  nameStatement,
  once,
  type ParamOf,
  placeholder,
  register,
  writesConstants,
} from './prepared-query.ts';
import type { Schema, TableName } from './schema.ts';
import { sentVersions, touchTopics, type Writer } from './topic-versions.ts';
import type { Db, Topic } from './types.ts';

/** A step of a statement. Its rows are a table for the steps after it. */
export interface Step<Row> {
  query: Expression<Row>;
  /** The columns of a step that is run when its turn comes. A step without them is only a name for a query. */
  columns?: readonly string[];
  /** The topics that are touched if it has rows. */
  touches?: readonly Topic[];
}

/** Names a query, as `with` does. On SQLite it sees what the steps before its user have changed. */
export const reads = <Row>(query: Expression<Row>): Step<Row> => ({ query });

/** Reads these columns before the steps after it change anything. */
export const readsFirst = <Row>(columns: readonly (keyof Row & string)[], query: Expression<Row>): Step<Row> => ({
  query,
  columns,
});

/**
 * Inserts, updates or deletes rows of a table: the SQL follows as a template. The step has these columns of the changed
 * rows. If there are any, the topics are touched.
 */
export const changes =
  <Table extends TableName, Column extends keyof Selectable<Schema[Table]> & string>(
    _table: Table,
    columns: readonly Column[],
    touches: readonly Topic[] = [],
  ) =>
  (...change: Parameters<typeof sql>): Step<Pick<Selectable<Schema[Table]>, Column>> => ({
    query: sql`${sql(...change)} returning ${sql.join(columns.map((column) => sql.ref(column)))}`,
    columns,
    touches,
  });

type Steps = Record<string, Step<unknown>>;
type TablesOf<Named extends Steps> = { [Name in keyof Named]: Named[Name] extends Step<infer Row> ? Row : never };

/** A statement that changes rows, for `ShopDatabase.writeInOneStatement`. */
export interface PreparedWrite<Values extends object, Row> {
  /** The statement as PostgreSQL runs it. */
  statement(db: Db, values: Values & Writer): CompiledQuery<Row>;
  /** Runs it as SQLite can, at once. `run` runs a query in the transaction of the moment. */
  runInSteps(db: Db, run: (query: CompiledQuery) => unknown[], values: Values): Row[];
}

/**
 * Prepares a statement of named steps that read or change rows. On PostgreSQL it is one statement, whose steps are common
 * table expressions, so a call needs one round trip. SQLite knows no such expressions that change rows: there each step is
 * a statement of its own, in one transaction. So a step must give the same result whether it sees the rows that were
 * changed before it, as on SQLite, or not, as on PostgreSQL. The name is `subject.act`.
 */
export const prepareSteps = <Values extends object, Named extends Steps, Query extends AnySelect>(
  name: string,
  steps: (db: Db, param: ParamOf<Values>) => Named,
  /** Selects the result from the steps. */
  select: (q: Kysely<Schema & TablesOf<Named>>, db: Db) => Query,
): PreparedWrite<Values, InferResult<Query>[number]> => {
  type Row = InferResult<Query>[number];
  const built = (db: Db): Built => ({
    steps: Object.entries(steps(db, placeholder)),
    select: select(db as unknown as Kysely<Schema & TablesOf<Named>>, db),
  });
  const statementOf = once((db) => nameStatement(name, asOneStatement(db, built(db))));
  const statementsOf = once((db) => asStatements(db, built(db)));
  register(name, (db) => (isSqlite(db) ? statementsOf(db) : [[name, statementOf(db)]]));
  return {
    statement: (db, values) => fill(statementOf(db), values) as CompiledQuery<Row>,
    runInSteps: (db, run, values) => {
      const known = { ...values } as Record<string, unknown>;
      for (const [step, query] of statementsOf(db)) {
        const rows = run(fill(query, known));
        if (step === RESULT) return rows as Row[];
        known[rowsOf(step)] = JSON.stringify(rows);
      }
      return [];
    },
  };
};

/** The name of the statement that selects the result. */
const RESULT = 'result';

// biome-ignore lint/suspicious/noExplicitAny: a select of any tables
type AnySelect = SelectQueryBuilder<any, any, object>;

interface Built {
  steps: readonly (readonly [name: string, step: Step<unknown>])[];
  select: AnySelect;
}

const WRITER: Writer = { writer: placeholder('writer'), changed: placeholder('changed') };

const asOneStatement = (db: Db, { steps, select }: Built): CompiledQuery => {
  const tables = steps.map(([name, { query }]) => tableOf(name, query));
  const touches = steps.flatMap(([step, { touches = [] }]) => touches.map((topic) => ({ topic, step })));
  if (touches.length === 0) return compile(db, withTables(tables, select));
  tables.push(tableOf('touched', touchTopics(touches)));
  return compile(db, withTables(tables, select.select(sentVersions(WRITER).as('touched'))));
};

const asStatements = (db: Db, { steps, select }: Built): NamedStatement[] => {
  const statements: NamedStatement[] = [];
  const earlier: CommonTableExpressionNode[] = [];
  const add = (name: string, query: Expression<unknown>) =>
    statements.push([name, compile(db, withTables(usedBy(db, query, earlier), query))]);
  for (const [name, { query, columns }] of steps) {
    if (columns) add(name, query);
    earlier.push(tableOf(name, columns ? rowsAgain(name, columns) : query));
  }
  add(RESULT, select);
  return statements;
};

const tableOf = (name: string, query: Expression<unknown>): CommonTableExpressionNode =>
  CommonTableExpressionNode.create(
    CommonTableExpressionNameNode.create(name),
    ParensNode.create(query.toOperationNode()),
  );

const withTables = (tables: readonly CommonTableExpressionNode[], query: Expression<unknown>): OperationNode => {
  const node = query.toOperationNode();
  if (tables.length === 0) return node;
  const list: WithNode = { kind: 'WithNode', expressions: tables };
  if (!SelectQueryNode.is(node)) return RawNode.create(['', ' ', ''], [list, node]);
  return { ...node, with: list } as SelectQueryNode;
};

/** The steps that a query may use, directly or by way of another: their names occur in its text. */
const usedBy = (db: Db, query: Expression<unknown>, earlier: readonly CommonTableExpressionNode[]) => {
  let text = compile(db, query.toOperationNode()).sql;
  const used: CommonTableExpressionNode[] = [];
  for (const table of earlier.toReversed()) {
    if (!new RegExp(`\\b${table.name.table.table.identifier.name}\\b`).test(text)) continue;
    text += compile(db, table.expression).sql;
    used.unshift(table);
  }
  return used;
};

/** The name of the value that holds the rows of a step, as JSON. */
const rowsOf = (step: string): string => `rows of ${step}`;

const rowsAgain = (step: string, columns: readonly string[]): RawBuilder<unknown> =>
  sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`))}
    from json_each(${placeholder(rowsOf(step))})`;

const compile = (db: Db, node: OperationNode): CompiledQuery => {
  const executor = db.withPlugin(writesConstants).getExecutor();
  const queryId = createQueryId();
  return executor.compileQuery(executor.transformQuery(node as RootOperationNode, queryId), queryId);
};
