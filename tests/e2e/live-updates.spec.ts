import type { Locator, Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { hearsOf, recordEvents } from './heard-events.ts';
import { holdAnswer } from './network.ts';
import { SHELF } from './products.ts';
import { adminToken, callAs, idOf, openAs, registerMember, stock } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

const NAME = 'Citrus Grove Cart';
/** Others, because what is ordered in one journey is gone in the next. */
const SECOND = 'Night Orchard Cart';
const THIRD = 'Amber Tide Cart';

/** An admin edits one item, somewhere else. */
const edit = async (shop: Shop, id: number, what: 'markup' | 'toggle', body: unknown): Promise<unknown> =>
  callAs(shop, await adminToken(shop), 'PATCH', `/api/admin/inventory/${id}/${what}`, body);

/** Somebody else orders, so that less is left. */
const orderByAnother = async (shop: Shop, productId: number, quantity: number): Promise<void> => {
  const other = await registerMember(shop);
  await callAs(shop, other.token, 'POST', '/api/cart/add', { productId, quantity });
  await callAs(shop, other.token, 'POST', '/api/receipts', {});
};

const card = (page: Page, name = NAME): Locator => page.getByRole('article', { name });

/** Marks the page, so that a reload would be noticed. */
const mark = (page: Page): Promise<void> => page.evaluate(() => document.documentElement.setAttribute('data-own', ''));
const expectSamePage = (page: Page): Promise<void> => expect(page.locator('html[data-own]')).toHaveCount(1);

test('a change of price, stock and activity shows in the open list, and is said politely', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  const id = await idOf(shop, NAME);
  await openAs(page, shop, token, '/?category=Carts');
  await expect(card(page).getByText('$34.00')).toBeVisible();
  await mark(page);

  await edit(shop, id, 'markup', { markupDollars: 20 });
  await expect(card(page).getByText('$39.00')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${NAME} is now $39.00, 20 in stock.` })).toBeAttached();

  await orderByAnother(shop, id, 17);
  await expect(card(page).getByText('Only 3 left')).toBeVisible();

  await edit(shop, id, 'toggle', { isActive: false });
  await expect(card(page).getByText('No longer available')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
  await expectSamePage(page);
});

test('a change shows in the open details', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  const id = await idOf(shop, SECOND);
  await openAs(page, shop, token, `/?category=Carts&product=${id}`);
  const details = page.getByRole('dialog', { name: SECOND });
  await expect(details.getByText('$46.00')).toBeVisible();
  await mark(page);

  await edit(shop, id, 'markup', { markupDollars: 25 });
  await expect(details.getByText('$56.00')).toBeVisible();
  await orderByAnother(shop, id, 20);
  await expect(details.getByText('Out of Stock')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Add to Cart' })).toBeDisabled();
  await edit(shop, id, 'toggle', { isActive: false });
  await expect(details.getByText('No longer available')).toBeVisible();
  await expectSamePage(page);
});

test('a change shows in the open cart in words, and a line that is gone stands in the way of the order', async ({
  page,
  shop,
}) => {
  const { token } = await registerMember(shop);
  const id = await idOf(shop, THIRD);
  await callAs(shop, token, 'POST', '/api/cart/add', { productId: id, quantity: 5 });
  await openAs(page, shop, token, '/?category=Carts');
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
  await expect(confirm).toBeEnabled();
  await mark(page);

  await edit(shop, id, 'markup', { markupDollars: 20 });
  await expect(drawer.getByText('The price went up from $55.00 to $60.00.')).toBeVisible();
  await orderByAnother(shop, id, 18);
  await expect(drawer.getByText('Only 2 left in stock.')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await edit(shop, id, 'toggle', { isActive: false });
  await expect(drawer.getByText('No longer available')).toBeVisible();

  await drawer.getByRole('button', { name: `Remove ${THIRD}` }).click();
  await expect(drawer.getByText('Your cart is empty')).toBeVisible();
  await expectSamePage(page);
});

test('a live change moves nothing that the finger is about to touch', async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Carts&sort=low-high');
  const first = page.getByRole('article').first();
  await expect(first).toHaveAccessibleName(NAME);
  await edit(shop, await idOf(shop, NAME), 'markup', { markupDollars: 500 });
  await expect(first.getByText('$519.00')).toBeVisible();
  await expect(first).toHaveAccessibleName(NAME);
});

test('a change told while the first answer is on its way is not hidden by it', ONCE, async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  const id = await idOf(shop, NAME);
  await recordEvents(page);
  const { held, letThrough } = await holdAnswer(page, '/api/inventory-data');
  const listening = page.waitForResponse('**/api/events');
  await openAs(page, shop, token, '/?category=Carts');
  await Promise.all([held, listening]);
  await edit(shop, id, 'markup', { markupDollars: 20 });
  await hearsOf(page, '"finalPrice":39');
  letThrough();
  await expect(card(page).getByText('$39.00')).toBeVisible();
});

test('a change told while a later answer is on its way is not taken back by it', ONCE, async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  const id = await idOf(shop, NAME);
  await openAs(page, shop, token, '/?category=Carts');
  await expect(card(page).getByText('$34.00')).toBeVisible();
  const { held, letThrough } = await holdAnswer(page, '/api/inventory-data');
  const asking = page.waitForRequest('**/api/inventory-data');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const asked = await asking;
  await held;
  await edit(shop, id, 'markup', { markupDollars: 20 });
  await expect(card(page).getByText('$39.00')).toBeVisible();
  const shown = await card(page).evaluateHandle((element) => {
    const texts: (string | null)[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  });
  letThrough();
  // There is no response where the page has given the answer up.
  await (await asked.response())?.finished();
  await edit(shop, id, 'markup', { markupDollars: 21 });
  await expect(card(page).getByText('$40.00')).toBeVisible();
  expect((await shown.jsonValue()).filter((text) => text?.includes('$34.00'))).toEqual([]);
});

test('where something between holds the events back, the page asks by itself', ONCE, async ({ page, shop }) => {
  const { token } = await registerMember(shop);
  await page.route('**/api/events', () => new Promise(() => undefined));
  await openAs(page, shop, token, '/?category=Carts');
  await expect(card(page).getByText('$34.00')).toBeVisible();
  await edit(shop, await idOf(shop, NAME), 'markup', { markupDollars: 20 });
  await expect(card(page).getByText('$39.00')).toBeVisible({ timeout: 45_000 });
});

test(
  'a page that nobody sees holds no line to the shop, and catches up when it is seen again',
  ONCE,
  async ({ page, shop }) => {
    const { token } = await registerMember(shop);
    const id = await idOf(shop, NAME);
    await recordEvents(page);
    await openAs(page, shop, token, '/?category=Carts');
    await expect(card(page).getByText('$34.00')).toBeVisible();
    await hearsOf(page, '"version"');
    const seen = (isSeen: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, !isSeen);

    const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/events'));
    await seen(false);
    await closed;
    await edit(shop, id, 'markup', { markupDollars: 20 });
    await seen(true);
    await expect(card(page).getByText('$39.00')).toBeVisible();
  },
);

test(
  'a connection that dropped recovers, and the page catches up with what it missed',
  ONCE,
  async ({ page, shop, complaints }) => {
    complaints.foresee(/ERR_(CONNECTION|INCOMPLETE|EMPTY|NETWORK|SOCKET)/, /status of 503/, /when fetching the script/);
    const { token } = await registerMember(shop);
    const id = await idOf(shop, NAME);
    await openAs(page, shop, token, '/?category=Carts');
    await expect(card(page).getByText('$34.00')).toBeVisible();
    await mark(page);

    await shop.restart();
    await edit(shop, id, 'markup', { markupDollars: 30 });
    await expect(card(page).getByText('$49.00')).toBeVisible({ timeout: 45_000 });
    await edit(shop, id, 'markup', { markupDollars: 31 });
    await expect(card(page).getByText('$50.00')).toBeVisible();
    await expectSamePage(page);
  },
);
