import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { type Change, listChanges } from '#contract/changes.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { getSyncStatus, type SyncStatus, syncNow } from '#contract/feed.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/both-databases.ts';
import type { BodyOf, Response } from '../../../testing/calls.ts';
import { buildAdmin, type TestUser } from '../../../testing/factories.ts';
import { buildFileProduct, inventoryFile } from '../../../testing/inventory.ts';
import { type LocalServer, sendText, startLocalServer } from '../../../testing/local-server.ts';
import { startTestShop, type TestShop } from '../../../testing/test-shop.ts';

/** A shop that syncs from a local feed, and what its tests do with it. */
export interface ShopWithFeed {
  shop(): TestShop;
  admin(): TestUser;
  feed(): LocalServer;
  databaseUrl(): string | undefined;
  /** Starts another process of the shop. */
  openProcess(settings?: Record<string, string>): Promise<TestShop>;
  /** Makes the feed respond with these products. */
  serve(products: readonly unknown[]): void;
  /** Makes the feed hold its response back until the returned function is called. */
  holdFeed(products: readonly unknown[]): () => void;
  sync(body?: GivenInputOf<typeof syncNow>): Promise<Response<BodyOf<typeof syncNow>>>;
  readStatus(): Promise<SyncStatus>;
  readChanges(): Promise<{ changes: Change[]; total: number }>;
}

/** The products A, B and C. */
export const THREE_PRODUCTS = [
  buildFileProduct({ id: 'a', name: 'A', price: 10, brand: 'In-House' }),
  buildFileProduct({ id: 'b', name: 'B', price: 20 }),
  buildFileProduct({ id: 'c', name: 'C', price: 30 }),
];

/** Any price may move in any way, for tests that are not about the guard. */
const WITHOUT_GUARD = { PRICE_JUMP: '0' };

/** Runs the tests on both engines. Each test has its own shop, because a sync changes the whole inventory. */
export const shopsWithFeed = (
  tests: (context: ShopWithFeed) => void,
  shopSettings: Record<string, string> = WITHOUT_GUARD,
): void => {
  describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
    let feed: LocalServer;
    let server: TestDatabase | undefined;
    let shop: TestShop;
    let admin: TestUser;

    beforeAll(async () => {
      feed = await startLocalServer();
    });
    afterAll(() => feed.close());
    beforeEach(async () => {
      server = kind === 'postgres' ? await createTestDatabase() : undefined;
      shop = await open({});
      admin = await buildAdmin(shop);
      feed.requests.length = 0;
      return async () => {
        await shop.close();
        await server?.drop();
      };
    });

    const open = (settings: Record<string, string>, dataDir?: string) =>
      startTestShop({
        databaseUrl: server?.url,
        settings: {
          INVENTORY_FEED_URL: feed.url,
          INVENTORY_FEED_TOKEN: 'secret',
          AUTO_SYNC: 'on',
          ...shopSettings,
          ...settings,
        },
        ...(dataDir && { dataDir }),
      });

    tests({
      shop: () => shop,
      admin: () => admin,
      feed: () => feed,
      databaseUrl: () => server?.url,
      openProcess: (settings = {}) => open(settings, shop.dataDir),
      serve: (products) => feed.respondWith(sendText(inventoryFile(products))),
      holdFeed: (products) => {
        let release = () => {};
        feed.respondWith((_request, response) => {
          release = () => void response.writeHead(200).end(inventoryFile(products));
        });
        return () => release();
      },
      sync: (body = {}) => admin.call(syncNow, { body }),
      readStatus: async () => (await admin.call(getSyncStatus)).body,
      readChanges: async () => (await admin.call(listChanges)).body,
    });
  });
};
