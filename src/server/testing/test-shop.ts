import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../app.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { ShopDatabase } from '../db/shop-database.ts';
import type { Deps } from '../deps.ts';
import { prepareSecrets } from '../first-run.ts';
import { readSettings } from '../settings.ts';

export interface TestShopOptions {
  /** Settings by their environment names, over those of a quiet test shop. */
  settings?: Record<string, string>;
  databaseUrl?: string | undefined;
  /** Keep the folder of an earlier shop: a restart. */
  dataDir?: string;
  /** Where the shop's clock starts, in epoch milliseconds; otherwise at the present. */
  now?: number;
}

/** A whole shop on a real database, called without a network by `inject`. */
export interface TestShop {
  app: FastifyInstance;
  deps: Deps;
  dataDir: string;
  /** Moves the shop's clock on. */
  advance(milliseconds: number): void;
  /** A call; `token` is sent as bearer, `body` as JSON. The answer's body is parsed. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

export const ACCESS_CODE = 'open-sesame';
export const ADMIN_PASSWORD = 'admin-password';

export const startTestShop = async (options: TestShopOptions = {}): Promise<TestShop> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'greenroom-test-'));
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl,
    DEMO: 'off',
    RATE_LIMITS: 'off',
    AUTO_SYNC: 'off',
    LOG_LEVEL: 'silent',
    SHOP_ACCESS_CODE: ACCESS_CODE,
    SHOP_ADMIN_PASSWORD: ADMIN_PASSWORD,
    TELEGRAM_SELLER: 'greenroom_seller',
    ...options.settings,
  });
  let now = options.now ?? Date.now();
  const open = openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir });
  await migrate(open);
  const database = new ShopDatabase(open);
  const deps: Deps = { settings, database, clock: () => now, log: pino({ level: settings.LOG_LEVEL }) };
  await prepareSecrets(deps);
  const app = await buildApp(deps);
  await app.ready();
  return {
    app,
    deps,
    dataDir,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    call: async (method, path, { token, body, headers, cookies } = {}) => {
      const response = await app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: path,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(cookies && { cookies }),
        ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
      });
      const json = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        text: response.body,
        body: json && response.body ? JSON.parse(response.body) : undefined,
        headers: response.headers,
      };
    },
    close: async () => {
      await app.close();
      await database.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
