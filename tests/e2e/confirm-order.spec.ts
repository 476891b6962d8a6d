import type { Route } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import {
  adminToken,
  callAs,
  idOf,
  memberWith,
  newName,
  openAs,
  passGate,
  registerMember,
  standInForChat,
  stock,
} from './shop-api.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

test('a visitor gets from the access code to a confirmed order in the seller’s chat', async ({
  page,
  shop,
  context,
}) => {
  await standInForChat(context);
  await page.goto('/');
  await passGate(page, shop);

  await page.getByRole('button', { name: 'Register' }).click();
  const username = newName();
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Email').fill(`${username}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('a long password');
  await page.getByLabel('Confirm Password').fill('a long password');
  await page.getByLabel('I am 21 or older').check();
  await page.getByRole('button', { name: 'Register' }).click();

  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await expect(page.getByRole('status').getByText(`Welcome, ${username}!`)).toBeVisible();
  await page.getByRole('button', { name: /^Carts/ }).click();
  await expect(page.getByRole('heading', { name: 'Carts Products' })).toBeVisible();
  await expect(page.getByText('5 products available')).toBeVisible();

  await page.getByRole('textbox', { name: 'Search Products' }).fill('northlight');
  await expect(page.getByText('3 products available')).toBeVisible();

  const card = page.getByRole('article').filter({ hasText: 'Northlight' });
  await card.getByRole('combobox').selectOption({ label: 'Blue Hour · $52.00' });
  await expect(card.getByText('$52.00', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: /Add to Cart/ }).click();
  await expect(page.getByText('Blue Hour Cart has been added to your cart')).toBeVisible();

  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
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
  const { receipts } = await callAs<{ receipts: { total: string; lines: unknown[] }[] }>(
    shop,
    token,
    'GET',
    '/api/receipts',
  );
  expect(receipts).toMatchObject([
    { total: '129.00', notes: 'Leave it at the back door', lines: [{ productName: 'Blue Hour Cart', quantity: 2 }] },
  ]);
});

test('nobody orders at a price that was not shown: the new one is, and can be confirmed', async ({
  page,
  shop,
  context,
  complaints,
}) => {
  complaints.foresee(/status of 409/, /ERR_FAILED/);
  await standInForChat(context);
  const name = 'Citrus Grove Cart';
  const token = await memberWith(shop, [name]);
  // A page that cannot hear of the change in time.
  await page.route('**/api/events', (route) => route.abort());
  await openAs(page, shop, token, '/?category=Carts');
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  await expect(drawer.getByText('$49.00')).toBeVisible();
  const path = `/api/admin/inventory/${await idOf(shop, name)}/markup`;
  await callAs(shop, await adminToken(shop), 'PATCH', path, { markupDollars: 20 });

  const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
  await confirm.click();
  await expect(page.getByText("Your cart's total has changed.")).toBeVisible();
  await expect(drawer.getByText('The price went up from $34.00 to $39.00.')).toBeVisible();
  expect(await callAs(shop, token, 'GET', '/api/receipts')).toMatchObject({ receipts: [] });

  await expect(drawer.getByText('$54.00')).toBeVisible();
  await confirm.click();
  await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
  expect(await callAs(shop, token, 'GET', '/api/receipts')).toMatchObject({ receipts: [{ total: '54.00' }] });
});

test(
  'notes that did not reach the shop when they were written go with the order, or nothing is ordered',
  ONCE,
  async ({ page, shop, context, complaints }) => {
    complaints.foresee(/status of 503/);
    await standInForChat(context);
    const token = await memberWith(shop, ['Citrus Grove Cart']);
    await page.route('**/api/cart/notes', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }));
    await openAs(page, shop, token, '/?category=Carts');
    await page.getByRole('button', { name: /^Cart/ }).click();
    const drawer = page.getByRole('dialog', { name: /cart/i });
    const notes = drawer.getByRole('textbox', { name: /notes/i });
    await notes.fill('Ring twice');
    await notes.blur();
    await expect(page.getByText('Not now.')).toBeVisible();
    await page.reload();
    await expect(notes).toHaveValue('Ring twice');

    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await confirm.click();
    await expect(page.getByText('Your notes could not be saved, so nothing was ordered.')).toBeVisible();
    const receipts = () => callAs<{ receipts: { notes: string }[] }>(shop, token, 'GET', '/api/receipts');
    expect(await receipts()).toMatchObject({ receipts: [] });
    await expect(notes).toHaveValue('Ring twice');

    await page.unroute('**/api/cart/notes');
    await confirm.click();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    expect(await receipts()).toMatchObject({ receipts: [{ notes: 'Ring twice' }] });
  },
);

test(
  'an order whose answer is lost on the way is asked for once more, and made once',
  ONCE,
  async ({ page, shop, context, complaints }) => {
    complaints.foresee(/ERR_FAILED/);
    await standInForChat(context);
    const token = await memberWith(shop, ['Harvest Moon']);
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/receipts', lose, { times: 1 });
    await openAs(page, shop, token, '/?category=Flower');
    await page.getByRole('button', { name: /^Cart/ }).click();
    await page.getByRole('dialog', { name: /cart/i }).getByRole('button', { name: 'Confirm Order' }).click();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    expect((await callAs<{ receipts: unknown[] }>(shop, token, 'GET', '/api/receipts')).receipts).toHaveLength(1);
  },
);

test(
  'an order whose answer was lost is not made twice, and the same again later is another order',
  ONCE,
  async ({ page, shop, context, complaints }) => {
    complaints.foresee(/ERR_FAILED/);
    await standInForChat(context);
    const token = await memberWith(shop, ['Citrus Grove Cart']);
    await openAs(page, shop, token, '/?category=Carts');
    // The orders arrive; their answers do not.
    await page.route('**/api/receipts', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    const drawer = page.getByRole('dialog', { name: /cart/i });
    const confirmCart = async () => {
      await page.getByRole('button', { name: /^Cart/ }).click();
      await drawer.getByRole('button', { name: 'Confirm Order' }).click();
    };
    await confirmCart();
    await expect(page.getByText('Your order could not be confirmed. Please try again.')).toBeVisible();
    await expect(drawer.getByText('Your last order may have gone through.')).toBeVisible();
    const receipts = async () => (await callAs<{ receipts: unknown[] }>(shop, token, 'GET', '/api/receipts')).receipts;
    expect(await receipts()).toHaveLength(1);

    // A change that does not reach the shop settles nothing: that the order may have gone through is still said.
    await page.route('**/api/cart/shipping', (route) => route.abort());
    await drawer.getByText('Express').click();
    await expect(page.getByText('Failed to update shipping')).toBeVisible();
    await expect(drawer.getByText('Your last order may have gone through.')).toBeVisible();

    await page.unroute('**/api/receipts');
    await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Citrus Grove' });
    await card.getByRole('button', { name: /Add to Cart/ }).click();
    await expect(page.getByText('Citrus Grove Cart has been added to your cart')).toBeVisible();
    await confirmCart();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();
    expect(await receipts()).toHaveLength(2);
  },
);

test(
  'receipts that could not be had are asked for again under the finger, and so are the older ones',
  ONCE,
  async ({ page, shop, complaints }) => {
    complaints.foresee(/Failed to load resource/);
    const { token } = await registerMember(shop);
    const productId = await idOf(shop, 'Greenhouse No. 4');
    for (let order = 0; order < 21; order++) {
      await callAs(shop, token, 'POST', '/api/cart/add', { productId });
      await callAs(shop, token, 'POST', '/api/receipts', {});
    }
    const address = /\/api\/receipts\?/;
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }));
    await openAs(page, shop, token, '/receipts');
    await expect(page.getByText('HTTP error! status: 500')).toBeVisible();

    const again = page.getByRole('button', { name: 'Try again' });
    const asked = new Promise<Route>((resolve) => void page.route(address, resolve));
    await again.click();
    const request = await asked;
    await expect(again).toHaveAttribute('aria-busy', 'true');
    await expect(again).toBeFocused();
    await request.continue();
    const receipts = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Receipt #' });
    await expect(receipts).toHaveCount(20);

    await page.unroute(address);
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('alert')).toHaveText("Couldn't load more. Please try again.");
    await expect(receipts).toHaveCount(20);
    await page.unroute(address);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(receipts).toHaveCount(21);
  },
);
