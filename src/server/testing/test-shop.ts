import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { TimeLimits } from '../limits.ts';
import { readEnvironment } from '../settings.ts';
import { createShop, type Shop } from '../shop.ts';
import { type Prepared, prepareShop } from '../start/first-run.ts';
import { updateDatabase } from '../start/update.ts';
import { type Calls, createCalls } from './calls.ts';
import { putMigrated } from './migrated-databases.ts';
import { FAR_LIMITS } from './patience.ts';

export interface TestShopOptions {
  /** Settings by their names, in addition to those of a quiet test shop. */
  settings?: Record<string, string>;
  databaseUrl?: string | undefined;
  /** The folder of an earlier shop: a restart. */
  dataDir?: string;
  /** The time at which the shop's clock starts, in epoch milliseconds; otherwise the current time. */
  now?: number;
  /** The limits that the test is about. The others are far away. */
  timeLimits?: Partial<TimeLimits> | undefined;
}

/** A whole shop on a real database. */
export interface TestShop extends Shop, Calls {
  app: FastifyInstance;
  dataDir: string;
  prepared: Prepared;
  /** Lets time pass: all clocks move. */
  advance(milliseconds: number): void;
  /** Sets the clock of the machine: it moves against all others. */
  setClock(milliseconds: number): void;
  close(): Promise<void>;
}

export const ACCESS_CODE = 'open-sesame';
export const ADMIN_PASSWORD = 'admin-password';

/** An error that the contract does not list ends the whole test run, even if the test expected it. */
const failRun = ({ method, path }: { method: string; path: string }, code: string): void => {
  setImmediate(() => {
    throw new Error(`${method} ${path} returned "${code}", which its contract does not list. Add it to its errors.`);
  });
};

export const startTestShop = async (options: TestShopOptions = {}): Promise<TestShop> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'greenroom-test-'));
  const environment = readEnvironment({
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl,
    DEMO: 'off',
    RATE_LIMITS: 'off',
    OPEN_ORDERS: '0',
    FIRST_ORDER_MAX: '0',
    AUTO_SYNC: 'off',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    SHOP_ACCESS_CODE: ACCESS_CODE,
    SHOP_ADMIN_PASSWORD: ADMIN_PASSWORD,
    TELEGRAM_SELLER: 'greenroom_seller',
    ...options.settings,
  });
  if (!options.dataDir && !options.databaseUrl) await putMigrated(dataDir);
  let now = options.now ?? Date.now();
  let passed = 0;
  const timeLimits = { ...FAR_LIMITS, ...options.timeLimits };
  const shop = await createShop(environment, {
    clock: () => now,
    steady: () => passed,
    serverTime: (time) => (time === null ? null : time + passed),
    timeLimits,
  });
  await updateDatabase(shop);
  const prepared = await prepareShop(shop);
  const app = await buildApp(shop, { onUndeclaredError: failRun });
  await app.ready();
  return {
    ...shop,
    app,
    ...createCalls(app),
    dataDir,
    prepared,
    advance: (milliseconds) => {
      now += milliseconds;
      passed += milliseconds;
    },
    setClock: (milliseconds) => {
      now += milliseconds;
    },
    close: async () => {
      await app.close();
      await shop.database.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
