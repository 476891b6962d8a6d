import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { interceptRequest, reloadOffline, serviceWorkerReady } from './network.ts';
import { PRODUCTS } from './products.ts';
import { adminToken, endSession, type Member, readCart, registerMember, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { chooser, logIn, logOut, openAsNewMember, openCart } from './storefront-page.ts';

test.use({
  serviceWorkers: 'allow',
  shopEnv: {
    SHOP_NAME: 'Fern House',
    BTC_ADDRESS: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    TELEGRAM_GROUP_URL: '',
  },
});

const PICTURE = 'jar.png';
const WITH_PICTURES = PRODUCTS.map((product) => ({ ...product, images: [PICTURE] }));

test.beforeEach(async ({ shop, browserErrors }) => {
  // The browser logs each request that fails without a network.
  browserErrors.allow(/when fetching the script/);
  browserErrors.allow(/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED|NETWORK_IO_SUSPENDED|EMPTY_RESPONSE)/);
  const pictures = join(shop.dataDir, 'pictures');
  await mkdir(pictures, { recursive: true });
  await copyFile('public/icon-512.png', join(pictures, PICTURE));
  await uploadInventory(shop, WITH_PICTURES);
});

/** The paths in the caches of this device, without the public ones: the pages of the shop, its name and its terms. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !['greenroom-shell', 'greenroom-shop'].includes(name));
    const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return entries.flat().map(({ url }) => new URL(url).pathname);
  });

/** Opens the category "Carts" as a new member and waits until its pictures are cached. */
const visitCarts = async (page: Page, shop: Shop): Promise<Member> => {
  const member = await openAsNewMember(page, shop);
  await page.getByRole('heading', { name: 'Select a Category' }).waitFor();
  await serviceWorkerReady(page);
  await page.getByRole('button', { name: /^Carts/ }).click();
  await expect(cartsList(page)).toBeVisible();
  await expect.poll(() => cachedPaths(page)).toContainEqual(expect.stringContaining(PICTURE));
  return member;
};

const cartsList = (page: Page) => page.getByText('5 products available');
const ageOfStock = (page: Page) => page.getByRole('status').filter({ hasText: /Showing stock from \d+:\d\d/ });
const accessCodeField = (page: Page) => page.getByLabel('Access Code', { exact: true });

const countLoadedPictures = (area: Locator) =>
  area
    .locator('img')
    .evaluateAll(
      (pictures) =>
        (pictures as HTMLImageElement[]).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length,
    );

test(
  'an offline member reads the catalogue with its age and pictures, and why nothing can be ordered',
  ONCE,
  async ({ page, shop, context }) => {
    const { token } = await visitCarts(page, shop);
    const card = page.getByRole('article').first();
    await card.getByRole('button', { name: /Add to Cart/ }).click();
    await expect(page.getByText('has been added to your cart')).toBeVisible();

    const cardTop = () => card.evaluate((element) => element.getBoundingClientRect().top);
    const top = await cardTop();
    await context.setOffline(true);
    await expect(ageOfStock(page)).toBeVisible();
    expect(await cardTop(), 'the message moves no card').toBe(top);
    const endOffline = await reloadOffline(page);
    await expect(cartsList(page)).toBeVisible();
    await expect(ageOfStock(page)).toContainText("You're offline. Showing stock from");
    await expect.poll(() => countLoadedPictures(page.getByRole('article'))).toBeGreaterThan(0);

    await page
      .getByRole('article')
      .nth(1)
      .getByRole('button', { name: /Add to Cart/ })
      .click();
    await expect(page.getByText("Failed to add item to cart. Please try again. You're offline.")).toBeVisible();

    const drawer = await openCart(page);
    const notes = drawer.getByRole('textbox', { name: /notes/i });
    await expect(drawer.getByText(/^You're offline\. Your cart is saved/)).toBeVisible();
    // The same is not said twice.
    await expect(drawer.getByText('Failed to fetch cart.')).toHaveCount(0);
    await expect(drawer.getByRole('listitem')).toHaveCount(1);
    await notes.fill('Ring twice');
    await notes.blur();
    await expect(drawer.getByText('Failed to update notes.')).toBeVisible();
    // The line says it itself, and offers it again. No message lies on the cart.
    const more = drawer.getByRole('button', { name: 'Increase quantity' });
    const place = await boxOf(more);
    await more.click();
    await more.click();
    await expect(drawer.getByText('Failed to update quantity.')).toBeVisible();
    expect(await boxOf(more), 'nothing moves').toEqual(place);
    await expect(page.getByRole('button', { name: 'Dismiss notification' })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Confirm Order' }).click();
    await expect(
      drawer.getByText("You're offline. Your cart is saved; you can confirm once you're back online."),
    ).toBeVisible();
    expect(context.pages(), 'no chat is opened').toHaveLength(1);

    await context.setOffline(false);
    await endOffline();
    // What failed for that is over too.
    await expect(drawer.getByText(/You're offline/)).toHaveCount(0, { timeout: 10_000 });
    await expect(notes).toHaveValue('Ring twice');
    await expect.poll(async () => (await readCart(shop, token)).cart.notes).toBe('Ring twice');
    await drawer.getByRole('button', { name: /^Try again: / }).click();
    await expect.poll(async () => (await readCart(shop, token)).items[0]!.quantity).toBeGreaterThan(1);
    await expect(drawer.getByText('Failed to update quantity.')).toHaveCount(0);
    await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
    await expect(ageOfStock(page)).toHaveCount(0);
  },
);

test(
  'the catalogue stays readable while the shop is unreachable, and is fresh again when the shop is back',
  ONCE,
  async ({ page, shop }) => {
    await visitCarts(page, shop);
    await shop.stop();
    await page.reload();
    await expect(ageOfStock(page)).toContainText('Failed to fetch inventory. Showing stock from');
    await expect(cartsList(page)).toBeVisible();
    await page.getByRole('button', { name: /^View/ }).first().click();
    const details = page.getByRole('dialog');
    await expect(details.getByText('In Stock', { exact: true })).toBeVisible();
    const picture = details.getByRole('button', { name: /^Enlarge/ });
    await expect.poll(() => countLoadedPictures(picture), 'the smaller picture of the card is shown').toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to Categories' }).click();
    await expect(page.getByRole('link', { name: 'Fern House' })).toBeVisible();
    const cachedShop = await page.evaluate(async () => (await caches.match('/api/shop'))?.text());
    expect(cachedShop, 'wallet addresses are not cached, because the shop may change them').not.toContain('bc1q');
    await page.getByRole('button', { name: /^Carts/ }).click();

    await shop.restart();
    const another = { ...WITH_PICTURES[0]!, id: 'c6', name: 'Late Bloom Cart', brand: 'Sixth' };
    await uploadInventory(shop, [...WITH_PICTURES, another]);
    await expect(page.getByText('6 products available')).toBeVisible({ timeout: 60_000 });
    await expect(ageOfStock(page)).toHaveCount(0);
  },
);

test(
  'a member who is logged in on this device reads the catalogue offline in any tab',
  ONCE,
  async ({ page, shop, context }) => {
    await visitCarts(page, shop);
    await context.setOffline(true);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(cartsList(other)).toBeVisible();
    await expect(ageOfStock(other)).toBeVisible();

    // This tab has never passed the gate, so it shows the gate when it is online.
    await context.setOffline(false);
    await expect(accessCodeField(other)).toBeVisible();
  },
);

test(
  'a logout deletes the cached catalogue, and nobody can read it on this device any more',
  ONCE,
  async ({ page, shop, context }) => {
    await visitCarts(page, shop);
    await expect.poll(() => cachedPaths(page)).toContain('/api/inventory-data');
    const picture = (await cachedPaths(page)).find((path) => path.includes(PICTURE))!;
    await logOut(page);
    await expect(chooser(page)).toBeVisible();
    expect(await cachedPaths(page)).toEqual([]);
    // A picture that arrives after the logout is not cached either. When the second response is there, the first one
    // would be in the cache.
    for (let time = 0; time < 2; time++) {
      expect(await page.evaluate(async (path) => (await (await fetch(path)).blob()).type, picture)).toMatch(/^image/);
    }
    expect(await cachedPaths(page)).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await expect(chooser(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto(`${shop.url}/?category=Carts`);
    await expect(accessCodeField(other)).toBeVisible();
  },
);

test(
  'a session that ended elsewhere and a deleted account leave nothing in the cache of the device',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 401/);
    const { token } = await visitCarts(page, shop);
    await endSession(shop, token);
    await page.reload();
    await expect(chooser(page)).toBeVisible();
    expect(await cachedPaths(page)).toEqual([]);

    const member = await registerMember(shop);
    await logIn(page, member);
    await expect(cartsList(page)).toBeVisible();
    await expect.poll(() => cachedPaths(page)).toContain('/api/inventory-data');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('Account deleted')).toBeVisible();
    expect(await cachedPaths(page)).toEqual([]);
  },
);

test(
  'only the catalogue, its pictures and the files of the pages are cached, and the panel does not work offline',
  ONCE,
  async ({ page, shop, context }) => {
    await visitCarts(page, shop);
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const calls = (await cachedPaths(page)).filter((path) => !path.startsWith('/api/proxy-image/'));
    expect(calls).toEqual(['/api/inventory-data']);
    const files = await page.evaluate(async () =>
      (await (await caches.open('greenroom-shell')).keys()).map(({ url }) => new URL(url).pathname),
    );
    expect(files).toContain('/index.html');
    expect(files.filter((path) => /^\/api|admin|test-points/.test(path))).toEqual([]);

    const serviceWorker = await fetch(`${shop.url}/sw.js`);
    expect(serviceWorker.headers.get('cache-control')).toBe('no-cache');
    expect(serviceWorker.headers.get('content-security-policy')).toContain("worker-src 'self'");

    const token = await adminToken(shop);
    await page.evaluate((admin) => localStorage.setItem('authToken', admin), token);
    await context.setOffline(true);
    await expect(page.goto('/admincp')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
  },
);

test('a truncated catalogue is ignored, and the cached one is shown', ONCE, async ({ page, shop }) => {
  await visitCarts(page, shop);
  await expect.poll(() => cachedPaths(page)).toContain('/api/inventory-data');
  await page.route('**/api/inventory-data', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"inventory":[{"id":1,' }),
  );
  await page.reload();
  await expect(cartsList(page)).toBeVisible();
});

test(
  'a catalogue that cannot be loaded on a new device is reported, and is requested again without losing the focus',
  ONCE,
  async ({ page, shop }) => {
    const address = '**/api/inventory-data';
    await page.route(address, (route) => route.abort());
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    await expect(page.getByText('Failed to fetch inventory')).toBeVisible();
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await tryAgain.focus();

    const request = await interceptRequest(page, address);
    await expect(tryAgain).toHaveAttribute('aria-busy', 'true');
    await expect(tryAgain).toBeFocused();
    await expect(page.getByText(/Showing stock from/), 'there is no stock that could have an age').toHaveCount(0);
    await request.continue();
    await expect(cartsList(page)).toBeVisible();
  },
);
