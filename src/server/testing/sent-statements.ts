import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { SqliteDatabase, type SqliteStatement } from '../db/sqlite-driver.ts';

/** A statement as it reached the driver. Prepared ones of PostgreSQL have a name. */
export interface SentStatement {
  name?: string;
  text: string;
  values: unknown[];
}

const sent = new AsyncLocalStorage<SentStatement[]>();
/** The queries that PostgreSQL has not answered yet. */
const underWay = new Set<Promise<unknown>>();

const onItsBehalf = async (work: () => Promise<unknown>): Promise<SentStatement[]> => {
  const statements: SentStatement[] = [];
  await sent.run(statements, work);
  await quiet(statements);
  return statements;
};

/** How often in a row the loop has to come around without another statement. */
const QUIET_ROUNDS = 20;

/** Waits for what the shop itself reads after a change: its timers are due at once, so each fires within a round. */
const quiet = async (statements: readonly SentStatement[]): Promise<void> => {
  let count = -1;
  for (let round = 0; round < QUIET_ROUNDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (underWay.size > 0 || statements.length > count) round = 0;
    count = statements.length;
  }
};

/**
 * Records the statements that this process sends to PostgreSQL. The returned function runs `work` and returns those that
 * were sent on its behalf, in order. The set-up of new connections is left out.
 */
export const recordStatements = (): ((work: () => Promise<unknown>) => Promise<SentStatement[]>) => {
  const { query } = pg.Client.prototype;
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [config] = given as [string | SentStatement];
      const { name, text, values } =
        typeof config === 'string' ? { name: undefined, text: config, values: [] } : config;
      if (!text.includes('set statement_timeout')) {
        sent.getStore()?.push({ text, values: values ?? [], ...(name !== undefined && { name }) });
      }
      const answer = Reflect.apply(query, this, given) as unknown;
      if (answer instanceof Promise && sent.getStore()) {
        underWay.add(answer);
        const done = () => underWay.delete(answer);
        answer.then(done, done);
      }
      return answer;
    } as typeof query;
  });
  afterAll(() => {
    pg.Client.prototype.query = query;
  });
  return onItsBehalf;
};

/** How a statement of SQLite runs. */
const RUNS = ['all', 'get', 'run', 'iterate'] as const;

/**
 * Records the same of SQLite, in this thread: everything it does until `work` is done and the shop is quiet. A transaction
 * is committed together with others and a timer may read what changed, so on whose behalf is not known.
 */
export const recordSqliteStatements = (): ((work: () => Promise<unknown>) => Promise<SentStatement[]>) => {
  const memory = new SqliteDatabase(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('select 1')) as Record<(typeof RUNS)[number], () => unknown>;
  memory.close();
  let statements: SentStatement[] | undefined;
  const originals = RUNS.map((name) => [name, prototype[name]] as const);
  beforeAll(() => {
    for (const [name, original] of originals) {
      prototype[name] = function (this: SqliteStatement, ...values: unknown[]) {
        statements?.push({ text: this.source, values });
        return Reflect.apply(original, this, values);
      };
    }
  });
  afterAll(() => {
    for (const [name, original] of originals) prototype[name] = original;
  });
  return async (work) => {
    statements = [];
    await work();
    await quiet(statements);
    const recorded = statements;
    statements = undefined;
    return recorded;
  };
};
