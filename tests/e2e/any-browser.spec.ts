import type { Page } from '@playwright/test';
import { BROWSERS, removeFeature, translatePages } from './browsers.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import { newUsername, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import {
  cartButton,
  mockChat,
  openAsNewMember,
  openCart,
  passGate,
  productCard,
  register,
  searchFor,
} from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

/** Enough for all journeys: orders of earlier ones keep their pieces. */
const STOCK = [
  ...PRODUCTS,
  { id: 'a1', name: 'Rolling Tray', qty: 0, price: 8, brand: 'Fern & Field', category: 'Accessories' },
].map((product) => ({ ...product, qty: 500 }));

test.beforeEach(({ shop }) => uploadInventory(shop, STOCK));

/** From the gate to an order, with what lies over the page on the way: a menu, details, an explanation, the cart. */
const orderFromGate = async (page: Page, shop: Shop): Promise<void> => {
  await page.goto('/');
  await passGate(page, shop);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('I am 21 or older').check();
  const username = newUsername();
  await register(page, {
    Username: username,
    Email: `${username}@example.test`,
    Password: 'plum-tram-77',
    'Confirm Password': 'plum-tram-77',
  });
  await page.getByRole('button', { name: /^Flower/ }).click();
  const entry = page.getByRole('menuitem', { name: 'My account' });
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();

  await productCard(page, 'Harvest Moon').getByRole('button', { name: /^View/ }).click();
  const details = page.getByRole('dialog', { name: 'Harvest Moon' });
  await details.getByRole('button', { name: /^Why \$/ }).click();
  const why = page.getByRole('dialog', { name: /^Why \$/ });
  await expect(why).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: /Add to Cart/ }).click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await searchFor(page, 'greenhouse');
  await productCard(page, 'Greenhouse No. 4')
    .getByRole('button', { name: /Add to Cart/ })
    .click();
  const drawer = await openCart(page);
  await drawer.getByRole('button', { name: 'Increase quantity' }).first().click();
  await expect(drawer.getByText('3 items')).toBeVisible();
  await drawer.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page.getByRole('heading', { name: /^Order #\d+ placed$/ })).toBeVisible();
};

for (const [name, lacking] of Object.entries(BROWSERS))
  test(`${name} leads from the gate to an order`, ONCE, async ({ page, context, shop }) => {
    await mockChat(context);
    for (const feature of lacking) await removeFeature(context, feature);
    await orderFromGate(page, shop);
  });

test('a page that the browser translates leads from the gate to an order', ONCE, async ({ page, context, shop }) => {
  await mockChat(context);
  await translatePages(context);
  await orderFromGate(page, shop);
});

test(
  'a translated count changes with the list, and a text that was moved leaves with its element',
  ONCE,
  async ({ page, context, shop }) => {
    await translatePages(context);
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const count = page
      .locator('p')
      .filter({ hasText: /products? available/ })
      .first();
    await expect(count.locator('font').first()).toBeVisible();
    await expect(count).toHaveText(/^2 products available/);
    await searchFor(page, 'greenhouse');
    await expect(count).toHaveText(/^1 product available/);
    await searchFor(page, 'nothing like it');
    await expect(page.getByText('No products found')).toBeVisible();
    await searchFor(page, '');
    await expect(count).toHaveText(/^2 products available/);
    await productCard(page, 'Harvest Moon')
      .getByRole('button', { name: /Add to Cart/ })
      .click();
    await expect(cartButton(page)).toHaveAccessibleName(/1/);
    await expect(page.getByText('Something went wrong')).toBeHidden();
  },
);

test(
  'six windows of a browser leave room for calls, and all of them follow the shop',
  ONCE,
  async ({ context, page, shop }) => {
    let opened = 0;
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/events') opened += 1;
    });
    await openAsNewMember(page, shop, { path: '/?category=Accessories' });
    const windows = [page];
    for (let more = 0; more < 5; more++) {
      const another = await context.newPage();
      await another.addInitScript(() => sessionStorage.setItem('initialAuth', 'true'));
      await another.goto('/?category=Accessories');
      windows.push(another);
    }
    const tray = (window: Page) => productCard(window, 'Rolling Tray');
    const last = windows.at(-1)!;
    await tray(last)
      .getByRole('button', { name: /Add to Cart/ })
      .click();
    await expect(cartButton(last)).toHaveAccessibleName(/1/);
    expect(opened).toBe(1);

    const restock = (qty: number) =>
      uploadInventory(
        shop,
        STOCK.map((product) => (product.id === 'a1' ? { ...product, qty } : product)),
      );
    await restock(321);
    for (const window of windows) await expect(tray(window).getByText('Qty 321')).toBeVisible();

    await test.step('another window takes over when the one with the stream is closed', async () => {
      await page.close();
      await expect.poll(() => opened).toBe(2);
      await restock(123);
      for (const window of windows.slice(1)) await expect(tray(window).getByText('Qty 123')).toBeVisible();
    });
  },
);

for (const [what, response] of [
  ['cannot be read by this browser', { contentType: 'text/javascript', body: 'const x = /(?<!a/;' }],
  ['does not come', null],
] as const)
  test(`the page says so if its script ${what}`, ONCE, async ({ page, context, browserErrors }) => {
    browserErrors.allow(/./);
    await context.route('**/assets/index-*.js', (route) => (response ? route.fulfill(response) : route.abort()));
    await page.goto('/');
    await expect(page.getByRole('status')).toHaveText(/^The shop could not be loaded\./);
  });

test(
  'the page says after a while that its script is late, and works once it is there',
  ONCE,
  async ({ page, context }) => {
    let send = () => {};
    await page.clock.install();
    await context.route('**/assets/index-*.js', (route) => {
      send = () => void route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('#first-wait').waitFor();
    await page.clock.runFor(10_000);
    await expect(page.getByRole('status')).toHaveText(/This takes longer than usual/);
    send();
    await expect(page.getByLabel('Access Code', { exact: true })).toBeVisible();
  },
);

test('a style sheet that is lost is asked for once more', ONCE, async ({ page, context, browserErrors }) => {
  browserErrors.allow(/Failed to load resource/);
  await context.route('**/assets/*.css', (route) => route.abort(), { times: 1 });
  await page.goto('/');
  await expect(page.getByLabel('Access Code', { exact: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).marginTop)).toBe('0px');
});
