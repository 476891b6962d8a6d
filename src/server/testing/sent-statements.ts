import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

/** A statement as it reached node-postgres. Prepared ones have a name. */
export interface SentStatement {
  name?: string;
  text: string;
  values: unknown[];
}

const sent = new AsyncLocalStorage<SentStatement[]>();

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
      return Reflect.apply(query, this, given);
    } as typeof query;
  });
  afterAll(() => {
    pg.Client.prototype.query = query;
  });
  return async (work) => {
    const statements: SentStatement[] = [];
    await sent.run(statements, work);
    return statements;
  };
};
