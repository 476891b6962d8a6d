import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import { registerMember, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Takes a table away, so that the shop fails as it would by a mistake of its own. */
const breakTable = ({ dataDir }: Shop, table: string): void => {
  const database = new SqliteDatabase(join(dataDir, 'shop.db'));
  database.exec(`alter table ${table} rename to lost_${table}`);
  database.close();
};

/** The id that a message shows. */
const shownId = async (message: Locator): Promise<string> => {
  await expect(message).toBeVisible();
  return /Error id: (\S+)/.exec((await message.textContent()) ?? '')![1]!;
};

test(
  'a member reads the id of a failure in a message and on a page, and the seller finds it in the log',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 500/);
    const { token } = await registerMember(shop);
    await openAs(page, shop, token, '/?category=Carts');
    const card = productCard(page, 'Citrus Grove Cart');
    await expect(card).toBeVisible();
    const message = page.getByText(/^Something went wrong\. Error id: [0-9a-f]{6}-[0-9a-z]+$/);

    breakTable(shop, 'cart_items');
    await card.getByRole('button', { name: 'Add to Cart' }).click();
    const ids = [await shownId(message)];

    breakTable(shop, 'receipts');
    await page.goto(`${shop.url}/receipts`);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    ids.push(await shownId(message));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    for (const id of ids) await expect.poll(() => shop.output()).toContain(`"id":"${id}"`);
  },
);
