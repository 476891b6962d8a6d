import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page, Route } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import { adminToken, callAs, logIn, logOut, openAs, registerMember, stock } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({
  shopEnv: {
    DEMO: 'off',
    SHOP_NAME: 'Fern House',
    BTC_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    TELEGRAM_GROUP_URL: '',
  },
});

const PICTURE = 'jar.png';
const WITH_PICTURES = SHELF.map((product) => ({ ...product, images: [PICTURE] }));

test.beforeEach(async ({ shop, complaints }) => {
  // What is tried without a network is written to the console by the browser itself.
  complaints.foresee(/when fetching the script/);
  complaints.foresee(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED|NETWORK_IO_SUSPENDED|EMPTY_RESPONSE)/);
  const pictures = join(shop.dataDir, 'pictures');
  await mkdir(pictures, { recursive: true });
  await copyFile('public/icon-512.png', join(pictures, PICTURE));
  await stock(shop, WITH_PICTURES);
});

/** Until the worker has what it needs to stand in for the shop. */
const kept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** What lies in the caches of this device, besides what everybody may know: the shop's own pages, its name and terms. */
const keptOfTheShop = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !['greenroom-shell', 'greenroom-shop'].includes(name));
    const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return entries.flat().map(({ url }) => new URL(url).pathname);
  });

/** A member who has looked at the carts, with the pictures on this device. */
const hasLookedAtCarts = async (page: Page, shop: Shop) => {
  const member = await registerMember(shop);
  await openAs(page, shop, member.token);
  await page.getByRole('heading', { name: 'Select a Category' }).waitFor();
  await kept(page);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await expect(page.getByText('5 products available')).toBeVisible();
  await expect.poll(() => keptOfTheShop(page)).toContainEqual(expect.stringContaining(PICTURE));
  return member;
};

const asOf = (page: Page) => page.getByRole('status').filter({ hasText: /Showing stock from \d+:\d\d/ });

const picturesShown = (where: Locator) =>
  where
    .locator('img')
    .evaluateAll(
      (pictures) =>
        (pictures as HTMLImageElement[]).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length,
    );

test('a member without a network reads the catalogue with its age and pictures, and why nothing can be ordered', async ({
  page,
  shop,
  context,
}) => {
  await hasLookedAtCarts(page, shop);
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /Add to Cart/ })
    .click();
  await expect(page.getByText('has been added to your cart')).toBeVisible();

  const topOfList = () =>
    page
      .getByRole('article')
      .first()
      .evaluate((card) => card.getBoundingClientRect().top);
  const top = await topOfList();
  await context.setOffline(true);
  await expect(asOf(page)).toBeVisible();
  expect(await topOfList(), 'nothing moves under the finger').toBe(top);
  await page.reload();
  await expect(page.getByText('5 products available')).toBeVisible();
  await expect(asOf(page)).toContainText("You're offline. Showing stock from");
  await expect.poll(() => picturesShown(page.getByRole('article'))).toBeGreaterThan(0);

  await page
    .getByRole('article')
    .nth(1)
    .getByRole('button', { name: /Add to Cart/ })
    .click();
  await expect(page.getByText("Failed to add item to cart. Please try again. You're offline.")).toBeVisible();

  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  await expect(drawer.getByText("Failed to fetch cart. You're offline.")).toBeVisible();
  await expect(drawer.getByRole('listitem')).toHaveCount(1);
  await drawer.getByRole('textbox', { name: /notes/i }).fill('Ring twice');
  await drawer.getByRole('textbox', { name: /notes/i }).blur();
  await drawer.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(
    drawer.getByText("You're offline. Your cart is saved; you can confirm once you're back online."),
  ).toBeVisible();
  expect(context.pages()).toHaveLength(1);

  await context.setOffline(false);
  await expect(drawer.getByText(/You're offline/)).toHaveCount(0);
  await expect(drawer.getByRole('textbox', { name: /notes/i })).toHaveValue('Ring twice');
  const token = (await page.evaluate(() => localStorage.getItem('authToken'))) ?? '';
  const cart = () => callAs<{ cart: { notes: string } }>(shop, token, 'GET', '/api/cart');
  await expect.poll(async () => (await cart()).cart.notes).toBe('Ring twice');
  await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
  await expect(asOf(page)).toHaveCount(0);
});

test(
  'a shop that does not answer leaves the catalogue readable, and it is fresh again when it does',
  ONCE,
  async ({ page, shop }) => {
    await hasLookedAtCarts(page, shop);
    await shop.stop();
    await page.reload();
    await expect(asOf(page)).toContainText('Failed to fetch inventory. Showing stock from');
    await expect(page.getByText('5 products available')).toBeVisible();
    await page.getByRole('button', { name: /^View/ }).first().click();
    const details = page.getByRole('dialog');
    await expect(details.getByText('In Stock', { exact: true })).toBeVisible();
    await expect.poll(() => picturesShown(details), 'seen in the card, though smaller').toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to Categories' }).click();
    await expect(page.getByRole('link', { name: 'Fern House' })).toBeVisible();
    const keptOfShop = await page.evaluate(async () => (await caches.match('/api/shop'))?.text());
    expect(keptOfShop, 'an address that the shop may have changed is not kept').not.toContain('bc1q');
    await page.getByRole('button', { name: /^Carts/ }).click();

    await shop.restart();
    await stock(shop, [...WITH_PICTURES, { ...WITH_PICTURES[0]!, id: 'c6', name: 'Late Bloom Cart', brand: 'Sixth' }]);
    await expect(page.getByText('6 products available')).toBeVisible({ timeout: 30_000 });
    await expect(asOf(page)).toHaveCount(0);
  },
);

test(
  'without a network the catalogue is for those who are signed in on this device, in any tab',
  ONCE,
  async ({ page, shop, context }) => {
    await hasLookedAtCarts(page, shop);
    const address = page.url();
    await context.setOffline(true);
    const another = await context.newPage();
    await another.goto(address);
    await expect(another.getByText('5 products available')).toBeVisible();
    await expect(asOf(another)).toBeVisible();

    // This tab has never passed the gate: online again, it stands there.
    await context.setOffline(false);
    await expect(another.getByLabel('Access Code', { exact: true })).toBeVisible();
    await another.close();
  },
);

test(
  'logging out deletes what was kept, and nobody reads the catalogue on this device any more',
  ONCE,
  async ({ page, shop, context }) => {
    await hasLookedAtCarts(page, shop);
    await expect.poll(() => keptOfTheShop(page)).toContain('/api/inventory-data');
    const picture = (await keptOfTheShop(page)).find((path) => path.includes(PICTURE))!;
    await logOut(page);
    await expect(page.getByText('Select an option to continue')).toBeVisible();
    expect(await keptOfTheShop(page)).toEqual([]);
    // A picture that comes late is not kept either; when it has come twice, the first would lie there.
    for (let time = 0; time < 2; time++) {
      expect(await page.evaluate(async (path) => (await (await fetch(path)).blob()).type, picture)).toMatch(/^image/);
    }
    expect(await keptOfTheShop(page)).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Select an option to continue')).toBeVisible();
    const another = await context.newPage();
    await another.goto(`${shop.url}/?category=Carts`);
    await expect(another.getByLabel('Access Code', { exact: true })).toBeVisible();
  },
);

test(
  'a session that was ended elsewhere and an account that is deleted leave nothing on the device',
  ONCE,
  async ({ page, shop, complaints }) => {
    complaints.foresee(/status of 401/);
    const member = await hasLookedAtCarts(page, shop);
    await fetch(`${shop.url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${member.token}` } });
    await page.reload();
    await expect(page.getByText('Select an option to continue')).toBeVisible();
    expect(await keptOfTheShop(page)).toEqual([]);

    const leaving = await registerMember(shop);
    await logIn(page, leaving);
    await expect(page.getByText('5 products available')).toBeVisible();
    await expect.poll(() => keptOfTheShop(page)).toContain('/api/inventory-data');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(leaving.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('Account deleted')).toBeVisible();
    expect(await keptOfTheShop(page)).toEqual([]);
  },
);

test(
  'only catalogue, pictures and the shop’s own files are kept, and the panel is not offline',
  ONCE,
  async ({ page, shop, context }) => {
    await hasLookedAtCarts(page, shop);
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const calls = (await keptOfTheShop(page)).filter((path) => !path.startsWith('/api/proxy-image/'));
    expect(calls).toEqual(['/api/inventory-data']);
    const files = await page.evaluate(async () =>
      (await (await caches.open('greenroom-shell')).keys()).map(({ url }) => new URL(url).pathname),
    );
    expect(files).toContain('/index.html');
    expect(files.filter((path) => /^\/api|admin|test-points/.test(path))).toEqual([]);

    const worker = await fetch(`${shop.url}/sw.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-security-policy')).toContain("worker-src 'self'");

    const token = await adminToken(shop);
    await page.evaluate((admin) => localStorage.setItem('authToken', admin), token);
    await context.setOffline(true);
    await expect(page.goto('/admincp')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  },
);

test(
  'a catalogue that breaks off in the middle counts as none: the one kept on the device is read',
  ONCE,
  async ({ page, shop }) => {
    await hasLookedAtCarts(page, shop);
    await expect.poll(() => keptOfTheShop(page)).toContain('/api/inventory-data');
    await page.route('**/api/inventory-data', (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"inventory":[{"id":1,' }),
    );
    await page.reload();
    await expect(page.getByText('5 products available')).toBeVisible();
  },
);

test(
  'a catalogue that was never seen and cannot be had is said to be missing, and asked for again under the finger',
  ONCE,
  async ({ page, shop }) => {
    const { token } = await registerMember(shop);
    const address = '**/api/inventory-data';
    await page.route(address, (route) => route.abort());
    await openAs(page, shop, token, '/?category=Carts');
    await expect(page.getByText('Failed to fetch inventory')).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();

    const asked = new Promise<Route>((resolve) => void page.route(address, resolve));
    const request = await asked;
    await expect(again).toHaveAttribute('aria-busy', 'true');
    await expect(again).toBeFocused();
    await expect(page.getByText(/Showing stock from/), 'nothing is shown that could have an age').toHaveCount(0);
    await request.continue();
    await expect(page.getByText('5 products available')).toBeVisible();
  },
);
