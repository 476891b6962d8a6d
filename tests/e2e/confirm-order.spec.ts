import type { Route } from '@playwright/test';
import { errorText } from '#contract/errors.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { deferred, drawn, hideOutcome, respondOnce } from './network.ts';
import { PRODUCTS } from './products.ts';
import { editMarkup, newUsername, productId, readReceipts, uploadInventory } from './shop-api.ts';
import {
  cartDrawer,
  chooseVariant,
  mockChat,
  openAsNewMember,
  openCart,
  passGate,
  productCard,
  register,
  searchFor,
} from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));
test.beforeEach(({ context }) => mockChat(context));

test('a visitor passes the gate, registers, shops, and confirms an order in the seller’s chat', async ({
  page,
  shop,
  context,
}) => {
  await page.goto('/');
  await passGate(page, shop);

  await page.getByRole('button', { name: 'Register' }).click();
  const username = newUsername();
  await page.getByLabel('I am 21 or older').check();
  await register(page, {
    Username: username,
    Email: `${username}@example.test`,
    Password: 'a long password',
    'Confirm Password': 'a long password',
  });

  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await expect(page.getByRole('status').getByText(`Welcome, ${username}!`)).toBeVisible();
  await page.getByRole('button', { name: /^Carts/ }).click();
  await expect(page.getByRole('heading', { name: 'Carts Products' })).toBeVisible();
  await expect(page.getByText('5 products available')).toBeVisible();

  await searchFor(page, 'northlight');
  await expect(page.getByText('3 products available')).toBeVisible();

  const card = page.getByRole('article').filter({ hasText: 'Northlight' });
  await chooseVariant(card, 'Blue Hour');
  await expect(card.getByText('$52.00', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: /Add to Cart/ }).click();
  await expect(page.getByText('Blue Hour Cart has been added to your cart')).toBeVisible();

  const drawer = await openCart(page);
  await drawer.getByRole('button', { name: 'Increase quantity' }).click();
  await drawer.getByText('Express').click();
  await expect(drawer.getByRole('radio', { name: /Express/ })).toBeChecked();
  await expect(drawer.getByText('$129.00')).toBeVisible();
  await drawer.getByRole('textbox', { name: /notes/i }).fill('Leave it at the back door');

  const opened = context.waitForEvent('page');
  await drawer.getByRole('button', { name: 'Confirm Order' }).click();
  const chat = await opened;
  await chat.waitForURL('https://t.me/greenroom_seller?text=*');
  const message = new URL(chat.url()).searchParams.get('text');
  expect(message).toContain('Blue Hour Cart');
  expect(message).toContain('$129.00');
  expect(message).toContain('Leave it at the back door');

  await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
  await expect(page.getByText('Please message the seller with your order details')).toBeVisible();
  const token = (await page.evaluate(() => localStorage.getItem('authToken'))) ?? '';
  expect(await readReceipts(shop, token)).toMatchObject([
    { total: '129.00', notes: 'Leave it at the back door', lines: [{ productName: 'Blue Hour Cart', quantity: 2 }] },
  ]);
});

test(
  'a member cannot order at a price that was not shown, and can confirm the new one',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 409/, /ERR_FAILED/);
    // Without events the page does not know the new price in time: it asks for the list now and then, and gets none.
    await page.route('**/api/events', (route) => route.abort());
    const name = 'Citrus Grove Cart';
    const { token } = await openAsNewMember(page, shop, { path: '/?category=Carts', cart: { [name]: 1 } });
    const drawer = await openCart(page);
    await page.route('**/api/inventory-data', (route) => route.abort());
    await expect(drawer.getByText('$49.00')).toBeVisible();
    // The cart may be read at any moment. Until the order is sent, it is the one that was shown.
    const headers = { authorization: `Bearer ${token}` };
    const shown: unknown = await (await fetch(`${shop.url}/api/cart`, { headers })).json();
    let isSent = false;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/receipts')) isSent = true;
    });
    await page.route('**/api/cart', (route) =>
      route.request().method() === 'GET' && !isSent ? route.fulfill({ json: shown }) : route.fallback(),
    );
    await page.reload();
    await expect(drawer.getByText('$49.00')).toBeVisible();
    await editMarkup(shop, await productId(shop, name), 20);

    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await confirm.click();
    await expect(page.getByText("Your cart's total has changed.")).toBeVisible();
    await expect(drawer.getByText('The price went up from $34.00 to $39.00.')).toBeVisible();
    expect(await readReceipts(shop, token)).toEqual([]);

    await expect(drawer.getByText('$54.00')).toBeVisible();
    await confirm.click();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    expect(await readReceipts(shop, token)).toMatchObject([{ total: '54.00' }]);
  },
);

test(
  'notes that could not be saved are sent with the order, and nothing is ordered without them',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 503/);
    await page.route('**/api/cart/notes', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }));
    const { token } = await openAsNewMember(page, shop, {
      path: '/?category=Carts',
      cart: { 'Citrus Grove Cart': 1 },
    });
    const drawer = await openCart(page);
    const notes = drawer.getByRole('textbox', { name: /notes/i });
    await notes.fill('Ring twice');
    await notes.blur();
    await expect(page.getByText('Not now.')).toBeVisible();
    await page.reload();
    await expect(notes).toHaveValue('Ring twice');

    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await confirm.click();
    await expect(page.getByText('Your notes could not be saved, so nothing was ordered.')).toBeVisible();
    expect(await readReceipts(shop, token)).toEqual([]);
    await expect(notes).toHaveValue('Ring twice');

    await page.unroute('**/api/cart/notes');
    await confirm.click();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    expect(await readReceipts(shop, token)).toMatchObject([{ notes: 'Ring twice' }]);
  },
);

test('the cart shows what is ordered until the order is there, and no empty page comes between', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const empty = /Your cart is empty|may have gone through|Please wait/.exec(document.body?.textContent ?? '');
      if (empty) seen.push(empty[0]);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });
  const drawer = await openCart(page);
  await page.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0));
  const { promise: read, resolve: isRead } = deferred();
  await respondOnce(page, ['POST', '**/api/receipts'], async (route) => {
    const response = await route.fetch();
    // The event about the stock is faster than the response, and the page reads the cart.
    await read;
    await route.fulfill({ response });
  });
  await drawer.getByRole('button', { name: 'Confirm Order' }).click();
  await page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/cart') && ((await response.json()) as { items: unknown[] }).items.length === 0,
  );
  await drawn(page);
  await expect(drawer.getByRole('list', { name: 'Items' })).toContainText('Harvest Moon');
  isRead();
  await expect(page.getByRole('heading', { name: /^Order #\d+ placed$/ })).toBeVisible();
  await expect(drawer).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test('an order whose response is lost is sent again and made once', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(/ERR_FAILED/);
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await respondOnce(page, ['POST', '**/api/receipts'], loseResponse);
  const { token } = await openAsNewMember(page, shop, { path: '/?category=Flower', cart: { 'Harvest Moon': 1 } });
  const drawer = await openCart(page);
  await drawer.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
  expect(await readReceipts(shop, token)).toHaveLength(1);
});

test(
  'an order that the shop could not take says whether it was placed, and one that it took is found',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 50[024]|ERR_INTERNET_DISCONNECTED/);
    const { token } = await openAsNewMember(page, shop, { path: '/?category=Flower', cart: { 'Harvest Moon': 1 } });
    const drawer = await openCart(page);
    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await page.route('**/api/receipts', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    );
    await confirm.click();
    await expect(drawer.getByRole('alert')).toHaveText(
      'Nothing was ordered. The shop has a problem. Please try again in a moment.HTTP error! status: 500',
    );
    expect(await readReceipts(shop, token)).toEqual([]);

    // Without a network only that counts, and a press moves nothing.
    await page.context().setOffline(true);
    const offline = drawer.getByText(/You're offline/);
    await expect(offline).toHaveText("You're offline. Your cart is saved; you can confirm once you're back online.");
    await expect(drawer.getByRole('alert')).toHaveCount(0);
    const line = drawer.getByRole('listitem').first();
    const { y } = await boxOf(line);
    await confirm.click();
    await expect(drawer.getByRole('alert')).toHaveText(/^You're offline\. Your cart is saved/);
    await expect(drawer.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect((await boxOf(line)).y).toBe(y);
    await page.context().setOffline(false);
    await expect(offline).toHaveCount(0);

    await page.route('**/api/cart', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<html>' }),
    );
    await confirm.click();
    await expect(drawer.getByRole('alert')).toContainText('Your order may have been placed.');
    await page.unroute('**/api/cart');
    await page.unroute('**/api/receipts');

    // The shop takes it, and a proxy gives up on the response.
    await respondOnce(page, ['POST', '**/api/receipts'], async (route) => {
      await route.fetch();
      await route.fulfill({ status: 504, contentType: 'text/html', body: '<html>' });
    });
    await confirm.click();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    expect(await readReceipts(shop, token)).toHaveLength(1);
  },
);

test(
  'a member reads that an order may have gone through, and the same cart later is another order',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED/);
    const name = 'Citrus Grove Cart';
    const { token } = await openAsNewMember(page, shop, { path: '/?category=Carts', cart: { [name]: 1 } });
    // The orders reach the shop, but the responses do not reach the page.
    await page.route('**/api/receipts', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    const drawer = cartDrawer(page);
    const confirmCart = async () => {
      await openCart(page);
      await drawer.getByRole('button', { name: 'Confirm Order' }).click();
    };
    await confirmCart();
    await expect(
      page.getByText('The shop could not be reached. Please try again: your order is never placed twice.'),
    ).toBeVisible();
    await expect(drawer.getByText('Your last order may have gone through.')).toBeVisible();
    expect(await readReceipts(shop, token)).toHaveLength(1);

    // A change that does not reach the shop proves nothing about the order, so the message stays.
    await page.route('**/api/cart/add', (route) => route.abort(), { times: 1 });
    await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
    const add = productCard(page, name).getByRole('button', { name: /Add to Cart/ });
    await add.click();
    await expect(page.getByText('Failed to add item to cart. Please try again.')).toBeVisible();
    await openCart(page);
    await expect(drawer.getByText('Your last order may have gone through.')).toBeVisible();
    await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();

    await page.unroute('**/api/receipts');
    await add.click();
    await expect(page.getByText(`${name} has been added to your cart`)).toBeVisible();
    await confirmCart();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    expect(await readReceipts(shop, token)).toHaveLength(2);
  },
);

test(
  'a member whose order may have been saved reads so, and the list of receipts shows it',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/status of 503/);
    const { token } = await openAsNewMember(page, shop, { path: '/receipts', cart: { 'Harvest Moon': 1 } });
    await expect(page.getByText('No receipts yet')).toBeVisible();
    await respondOnce(page, ['POST', '**/api/receipts'], hideOutcome);
    const drawer = await openCart(page);
    await drawer.getByRole('button', { name: 'Confirm Order' }).click();
    await expect(page.getByText(errorText('outcome_unknown'))).toBeVisible();
    await expect(drawer.getByText('Your last order may have gone through.')).toBeVisible();
    const [receipt] = await readReceipts(shop, token);
    await expect(page.getByRole('listitem').filter({ hasText: `Order #${receipt!.number}` })).toBeVisible();
  },
);
