import type { Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { holdResponse, recordEvents, waitForEvent } from './network.ts';
import { PRODUCTS } from './products.ts';
import { editMarkup, placeOrder, productId, registerMember, setActive, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAsNewMember, openCart, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

// An order takes stock for good, so each journey that orders has its own product.
const CITRUS = 'Citrus Grove Cart';
const ORCHARD = 'Night Orchard Cart';
const AMBER = 'Amber Tide Cart';

/** Lowers the stock: another member orders this quantity. */
const orderAsOtherMember = async (shop: Shop, name: string, quantity: number): Promise<void> => {
  const { token } = await registerMember(shop, { [name]: quantity });
  await placeOrder(shop, token);
};

/** Marks the document, so that `expectNoReload` can notice a reload. */
const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const expectNoReload = (page: Page): Promise<void> => expect(page.locator('html[data-marked]')).toHaveCount(1);

test('a page that receives no events polls for changes', ONCE, async ({ page, shop }) => {
  await page.clock.install();
  await page.route('**/api/events', () => new Promise(() => undefined));
  await openAsNewMember(page, shop, { path: '/?category=Carts' });
  const card = productCard(page, CITRUS);
  await expect(card.getByText('$34.00')).toBeVisible();
  await editMarkup(shop, await productId(shop, CITRUS), 20);
  await page.clock.fastForward(30_000);
  await expect(card.getByText('$39.00')).toBeVisible({ timeout: 60_000 });
});

test('open pages follow the shop without a reload', ONCE, async ({ page, shop }) => {
  await test.step('an open list shows a new price, stock and activity without a reload, and announces them politely', async () => {
    const id = await productId(shop, CITRUS);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const card = productCard(page, CITRUS);
    await expect(card.getByText('$34.00')).toBeVisible();
    await markDocument(page);

    await editMarkup(shop, id, 20);
    await expect(card.getByText('$39.00')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `${CITRUS} is now $39.00, 20 in stock.` })).toBeAttached();

    await orderAsOtherMember(shop, CITRUS, 17);
    await expect(card.getByText('Qty 3', { exact: true })).toBeVisible();

    await setActive(shop, id, false);
    await expect(card.getByText('No longer available')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
    await expectNoReload(page);
  });
  await test.step('the open details show a new price, stock and activity without a reload', async () => {
    await uploadInventory(shop, PRODUCTS);
    const id = await productId(shop, ORCHARD);
    await openAsNewMember(page, shop, { path: `/?category=Carts&product=${id}` });
    const details = page.getByRole('dialog', { name: ORCHARD });
    await expect(details.getByText('$46.00')).toBeVisible();
    await markDocument(page);

    await editMarkup(shop, id, 25);
    await expect(details.getByText('$56.00')).toBeVisible();
    await orderAsOtherMember(shop, ORCHARD, 20);
    await expect(details.getByText('Out of Stock')).toBeVisible();
    await expect(details.getByRole('button', { name: "Notify me when it's back" })).toBeEnabled();
    await setActive(shop, id, false);
    await expect(details.getByText('No longer available')).toBeVisible();
    await expect(details.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
    await expectNoReload(page);
  });
  await test.step('the open cart says what changed, and a line that is gone blocks the order', async () => {
    await uploadInventory(shop, PRODUCTS);
    const id = await productId(shop, AMBER);
    await openAsNewMember(page, shop, { path: '/?category=Carts', cart: { [AMBER]: 5 } });
    const drawer = await openCart(page);
    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await expect(confirm).toBeEnabled();
    await markDocument(page);

    await editMarkup(shop, id, 20);
    await expect(drawer.getByText('The price went up from $55.00 to $60.00.')).toBeVisible();
    await orderAsOtherMember(shop, AMBER, 18);
    await expect(drawer.getByText('Only 2 left in stock.')).toBeVisible();
    await expect(confirm).toBeDisabled();
    await setActive(shop, id, false);
    await expect(drawer.getByText('No longer available')).toBeVisible();

    await drawer.getByRole('button', { name: `Remove ${AMBER}` }).click();
    await expect(drawer.getByText('Your cart is empty')).toBeVisible();
    await expectNoReload(page);
  });
  await test.step('a live change of price leaves every card in its place', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop, { path: '/?category=Carts&sort=low-high' });
    const first = page.getByRole('article').first();
    await expect(first).toHaveAccessibleName(CITRUS);
    await editMarkup(shop, await productId(shop, CITRUS), 500);
    await expect(first.getByText('$519.00')).toBeVisible();
    await expect(first).toHaveAccessibleName(CITRUS);
  });
  await test.step('a change that is announced before the catalogue arrives is not lost', async () => {
    await uploadInventory(shop, PRODUCTS);
    const id = await productId(shop, CITRUS);
    await recordEvents(page);
    const { held, release } = await holdResponse(page, '/api/inventory-data');
    const listening = page.waitForResponse('**/api/events');
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    await Promise.all([held, listening]);
    await editMarkup(shop, id, 20);
    await waitForEvent(page, '"finalPrice":39');
    release();
    await expect(productCard(page, CITRUS).getByText('$39.00')).toBeVisible();
  });
  await test.step('a refresh that was requested before a change does not bring the old price back', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await uploadInventory(shop, PRODUCTS);
    const id = await productId(shop, CITRUS);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const card = productCard(page, CITRUS);
    await expect(card.getByText('$34.00')).toBeVisible();
    const { held, release } = await holdResponse(page, '/api/inventory-data');
    const refresh = page.waitForRequest('**/api/inventory-data');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const request = await refresh;
    await held;
    await editMarkup(shop, id, 20);
    await expect(card.getByText('$39.00')).toBeVisible();
    const shownTexts = await card.evaluateHandle((element) => {
      const texts: (string | null)[] = [];
      new MutationObserver(() => texts.push(element.textContent)).observe(element, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return texts;
    });
    release();
    // There is no response if the page has aborted the request.
    await (await request.response())?.finished();
    await editMarkup(shop, id, 21);
    await expect(card.getByText('$40.00')).toBeVisible();
    expect((await shownTexts.jsonValue()).filter((text) => text?.includes('$34.00'))).toEqual([]);
  });
  await test.step('a hidden page closes its event stream, and catches up when it is shown again', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await uploadInventory(shop, PRODUCTS);
    const id = await productId(shop, CITRUS);
    await recordEvents(page);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const card = productCard(page, CITRUS);
    await expect(card.getByText('$34.00')).toBeVisible();
    await waitForEvent(page, '"version"');
    const setHidden = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);

    const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'));
    await setHidden(true);
    await closed;
    await editMarkup(shop, id, 20);
    await setHidden(false);
    await expect(card.getByText('$39.00')).toBeVisible();
  });
});

test(
  'a page that loses its connection recovers and catches up with what it missed',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(
      /ERR_(CONNECTION|INCOMPLETE|EMPTY|NETWORK|SOCKET)/,
      /status of 503/,
      /when fetching the script/,
    );
    const id = await productId(shop, CITRUS);
    await openAsNewMember(page, shop, { path: '/?category=Carts' });
    const card = productCard(page, CITRUS);
    await expect(card.getByText('$34.00')).toBeVisible();
    await markDocument(page);

    await shop.restart();
    await editMarkup(shop, id, 30);
    await expect(card.getByText('$49.00')).toBeVisible({ timeout: 60_000 });
    await editMarkup(shop, id, 31);
    await expect(card.getByText('$50.00')).toBeVisible();
    await expectNoReload(page);
  },
);
