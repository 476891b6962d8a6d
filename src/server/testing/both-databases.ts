import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { EngineKind } from '../db/types.ts';
import { migratedTemplate } from './migrated-databases.ts';
import { startTestShop, type TestShop, type TestShopOptions } from './test-shop.ts';

/**
 * Runs the same tests on a real SQLite file and on a real PostgreSQL server. Each test file has its own shops. Tests
 * create the members and items they need (factories.ts), so that none depends on another.
 */
export const bothDatabases = (
  tests: (shop: () => TestShop, kind: EngineKind) => void,
  options?: TestShopOptions,
): void => {
  for (const kind of ['sqlite', 'postgres'] as const) oneDatabase(kind, tests, options);
};

/** Like `bothDatabases`, for tests that take long and are divided between the two. */
export const oneDatabase = (
  kind: EngineKind,
  tests: (shop: () => TestShop, kind: EngineKind) => void,
  options?: TestShopOptions,
): void => {
  describe(`[${kind}]`, () => {
    let shop: TestShop | undefined;
    let server: TestDatabase | undefined;
    beforeAll(async () => {
      server = kind === 'postgres' ? await createTestDatabase() : undefined;
      shop = await startTestShop({ ...options, databaseUrl: server?.url });
    });
    afterAll(async () => {
      await shop?.close();
      await server?.drop();
    });
    tests(() => shop!, kind);
  });
};

export interface TestDatabase {
  url: string;
  name: string;
  /** Makes new connections read-only, as on a standby, or writable again. */
  setReadOnly(value: boolean): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a database with the tables of a shop on the test server (TEST_POSTGRES_URL, started by the test run). */
export const createTestDatabase = async (): Promise<TestDatabase> =>
  createDatabase(await migratedTemplate(() => createDatabase()));

/** Creates a database without any table, as that of a shop before its first start. */
export const createBareDatabase = (): Promise<TestDatabase> => createDatabase();

const createDatabase = async (template = 'template1'): Promise<TestDatabase> => {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: run the tests by `npm test` or `npx vitest`.');
  const name = `shop_${randomBytes(6).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  // Copying the files takes a quarter of what writing every page to the log takes.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    name,
    setReadOnly: (value) => onServer(`alter database ${name} set default_transaction_read_only = ${value}`),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
};
