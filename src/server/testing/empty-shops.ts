import { beforeEach, describe } from 'vitest';
import { createTestDatabase } from './both-databases.ts';
import type { TestUser } from './factories.ts';
import { logIn } from './sign-in.ts';
import { ADMIN_PASSWORD, startTestShop, type TestShop } from './test-shop.ts';

/** A shop as it is right after its first start. */
export interface EmptyShop {
  shop(): TestShop;
  /** The only account that it has. */
  owner(): Pick<TestUser, 'call' | 'token'>;
  /** Starts another process of the shop, or the shop again with other settings. */
  openProcess(settings?: Record<string, string>): Promise<TestShop>;
}

/** Nobody has chosen anything yet. */
const NOTHING_SET = { SHOP_ACCESS_CODE: '', TELEGRAM_SELLER: '' };

/** Runs the tests on both engines. Each test has its own shop, because nothing ever happened in it. */
export const emptyShops = (tests: (context: EmptyShop) => void): void => {
  describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
    let databaseUrl: string | undefined;
    let shop: TestShop;
    let owner: Pick<TestUser, 'call' | 'token'>;
    let others: TestShop[];

    beforeEach(async () => {
      const server = kind === 'postgres' ? await createTestDatabase() : undefined;
      databaseUrl = server?.url;
      shop = await startTestShop({ databaseUrl, settings: NOTHING_SET });
      const { token } = (await logIn(shop, 'admin', ADMIN_PASSWORD)).body;
      owner = { token, call: shop.as(token) };
      others = [];
      return async () => {
        for (const each of [...others, shop]) await each.close();
        await server?.drop();
      };
    });

    tests({
      shop: () => shop,
      owner: () => owner,
      openProcess: async (settings = {}) => {
        const other = await startTestShop({
          databaseUrl,
          dataDir: shop.dataDir,
          settings: { ...NOTHING_SET, ...settings },
        });
        others.push(other);
        return other;
      },
    });
  });
};
