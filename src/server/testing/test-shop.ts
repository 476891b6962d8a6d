import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../app.ts';
import { readSettings } from '../settings.ts';
import { createShop, type Shop } from '../shop.ts';
import { prepareSecrets } from '../start/first-run.ts';

export interface TestShopOptions {
  /** Settings by their names, in addition to those of a quiet test shop. */
  settings?: Record<string, string>;
  databaseUrl?: string | undefined;
  /** The folder of an earlier shop: a restart. */
  dataDir?: string;
  /** Where the shop's clock starts, in epoch milliseconds; otherwise at the present. */
  now?: number;
}

/** A whole shop on a real database. Calls go through `inject`, without a network. */
export interface TestShop extends Shop {
  app: FastifyInstance;
  dataDir: string;
  /** Moves the shop's clock forward. */
  advance(milliseconds: number): void;
  /** Makes a call. `token` is sent as a bearer token and `body` as JSON. The body of the response is parsed. */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
}

export interface Response {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
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
  const shop = await createShop(settings, { clock: () => now });
  await shop.database.migrate();
  await prepareSecrets(shop);
  const app = await buildApp(shop, { onUndeclaredError: failRun });
  await app.ready();
  return {
    ...shop,
    app,
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
      await shop.database.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
