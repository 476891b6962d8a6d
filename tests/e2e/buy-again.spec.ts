import type { Page } from '@playwright/test';
import { expectAccessible, horizontalOverflow } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { deferred, failUntilTriedAgain, holdResponse } from './network.ts';
import { PRODUCTS, productsWith } from './products.ts';
import { addToCart, placeOrder, readCart, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs, openAsNewMember, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const row = (page: Page) => page.getByRole('region', { name: 'Buy again' });
const names = (page: Page) => row(page).getByRole('heading', { level: 3 });

/** A member who has received two orders, the later one with Citrus Grove and Harvest Moon. */
const registerCustomer = async (shop: Shop) => {
  const member = await registerMember(shop, { 'Harvest Moon': 1, 'Greenhouse No. 4': 1 });
  const first = await placeOrder(shop, member.token);
  await addToCart(shop, member.token, { 'Citrus Grove Cart': 1, 'Harvest Moon': 2 });
  const second = await placeOrder(shop, member.token);
  await setReceiptStatus(shop, first.id, 'paid', 'shipped', 'completed');
  await setReceiptStatus(shop, second.id, 'paid', 'shipped');
  return member;
};

const IN_ORDER = ['Citrus Grove Cart', 'Harvest Moon', 'Greenhouse No. 4'];

/** Lists what the page moves by itself, from its start. */
const watchShifts = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.addInitScript(() => {
    const shifted: string[] = [];
    Object.assign(window, { shifted });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as {
        value: number;
        sources: { node?: Node }[];
      }[]) {
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName,
        );
        shifted.push(`${value}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: string[] }).shifted);
};

test('the account appears from the top down, and nothing that has been shown moves', async ({ page, shop }) => {
  const member = await registerCustomer(shop);
  const shifts = await watchShifts(page);
  const paths = ['/api/points/to-come', '/api/receipts*limit=20', '/api/buy-again'];
  // Events of the orders may make the page ask again.
  const responses = paths.map((path) => ({ path, held: deferred(), released: deferred() }));
  for (const { path, held, released } of responses) {
    await page.route(`**${path}`, async (route) => {
      held.resolve();
      await released.promise;
      await route.continue().catch(() => undefined);
    });
  }
  await openAs(page, shop, member.token, '/account');
  await Promise.all(responses.map(({ held }) => held.promise));
  const titles = ['Latest receipts', 'Favorites', 'Your data'];
  const title = (name: string) => page.getByRole('heading', { name, exact: true });
  const isWide = page.viewportSize()!.width > 1000;
  for (const [index, { released }] of responses.entries()) {
    await expect(title(titles[index]!)).toBeHidden();
    // A phone has the forms below.
    await expect(title('Profile')).toBeVisible({ visible: isWide });
    if (index === 2 && !isWide) await page.getByRole('button', { name: 'Profile' }).click();
    released.resolve();
    await expect(title(titles[index]!)).toBeVisible();
  }
  await expect(title('Profile')).toBeInViewport();
  expect(await shifts()).toEqual([]);
});

test('the account page has the same row, which moves nothing when it is filled and leads to the shop', async ({
  page,
  shop,
}) => {
  const member = await registerCustomer(shop);
  const shifts = await watchShifts(page);
  const answer = await holdResponse(page, '/api/buy-again');
  await openAs(page, shop, member.token, '/account');
  await answer.held;
  await expect(page.getByText('Latest receipts')).toBeVisible();
  await expect(page.getByRole('link', { name: /Receipt #/ }).first()).toBeVisible();
  const loading = row(page).getByRole('status', { name: 'Loading products' });
  await expect(loading).toBeVisible();
  await row(page).scrollIntoViewIfNeeded();
  const before = await shifts();
  answer.release();
  await expect(names(page)).toHaveText(IN_ORDER);
  expect(await shifts()).toEqual(before);
  await expectAccessible(page, 'account with products to buy again');
  await row(page).getByRole('link', { name: 'Greenhouse No. 4' }).click();
  await expect(page.getByRole('dialog', { name: 'Greenhouse No. 4' })).toBeVisible();
});

test(
  'a member buys again what was received, and sees what is sold out or back',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    await test.step('the picker offers what a member has received, newest first, and one press puts it in the cart', async () => {
      const member = await registerCustomer(shop);
      const shifts = await watchShifts(page);
      await openAs(page, shop, member.token);
      await expect(names(page)).toHaveText(IN_ORDER);
      expect(await shifts()).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page, 'picker with products to buy again');

      const [card] = await row(page).getByRole('listitem').all();
      await card!.getByRole('button', { name: 'Add to Cart' }).click();
      await expect(card!.getByRole('button', { name: 'Increase quantity of Citrus Grove Cart' })).toBeVisible();
      await expect
        .poll(async () => (await readCart(shop, member.token)).items)
        .toMatchObject([{ productName: 'Citrus Grove Cart', quantity: 1 }]);

      // The details open over the picker, and Back closes them.
      await row(page).getByRole('link', { name: 'Harvest Moon' }).click();
      await expect(page.getByRole('dialog', { name: 'Harvest Moon' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
    });
    await test.step('without a shipped order neither the picker nor the account page has such a row', async () => {
      await uploadInventory(shop, PRODUCTS);
      const answered = page.waitForResponse('**/api/buy-again');
      await openAsNewMember(page, shop);
      await answered;
      await expect(row(page)).toHaveCount(0);
      const asked = page.waitForResponse('**/api/buy-again');
      await page.goto('/account');
      await asked;
      await expect(page.getByText('Tap the heart on a product')).toBeVisible();
      await expect(row(page)).toHaveCount(0);
    });
    await test.step('the account page says that the row could not be fetched, and tries again', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(/ERR_FAILED/);
      const member = await registerCustomer(shop);
      await failUntilTriedAgain(page, '**/api/buy-again', (route) => route.abort());
      await openAs(page, shop, member.token, '/account');
      await expect(row(page).getByRole('alert')).toBeVisible();
      await row(page).getByRole('button', { name: 'Try again' }).click();
      await expect(names(page)).toHaveText(IN_ORDER);
    });
    await test.step('what is sold out is not offered again, and what sells out meanwhile stays and says so', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await uploadInventory(shop, PRODUCTS);
      const member = await registerCustomer(shop);
      const buyer = await registerMember(shop, { 'Greenhouse No. 4': 61 });
      await placeOrder(shop, buyer.token);
      await openAs(page, shop, member.token);
      await expect(names(page)).toHaveText(IN_ORDER.slice(0, 2));
      const other = await registerMember(shop, { 'Harvest Moon': 11 });
      await placeOrder(shop, other.token);
      await expect(row(page).getByRole('listitem').nth(1)).toContainText('Out of Stock');
      await expect(names(page)).toHaveText(IN_ORDER.slice(0, 2));
    });
    await test.step('a product that comes back to stock wears a badge on card and details', async () => {
      await uploadInventory(shop, PRODUCTS);
      await uploadInventory(
        shop,
        PRODUCTS.filter(({ name }) => name !== 'Harvest Moon'),
      );
      await uploadInventory(shop, productsWith('Harvest Moon', { qty: 60 }));
      await openAsNewMember(page, shop, { path: '/?category=Flower' });
      await expect(productCard(page, 'Harvest Moon')).toContainText('Back in stock');
      await expectAccessible(page, 'list with a product that is back');
      await page.goto('/?category=Flower&layout=list');
      await expect(productCard(page, 'Harvest Moon')).toContainText('Back in stock');
      await productCard(page, 'Harvest Moon').getByRole('button', { name: 'View' }).click();
      await expect(page.getByRole('dialog').getByText('Back in stock')).toBeVisible();
      await page.goto('/?category=Edibles');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByText('Back in stock')).toHaveCount(0);
    });
  },
);
