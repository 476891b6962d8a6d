import type { Locator, Page, Route } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import { adminToken, callAs, memberWith, openAs, stock } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

interface CartAnswer {
  cart: { subtotal: string };
  items: { productName: string; quantity: number }[];
}

const cartOf = (shop: Shop, token: string): Promise<CartAnswer> => callAs(shop, token, 'GET', '/api/cart');

const openCart = async (page: Page) => {
  await page.getByRole('button', { name: /^Cart/ }).first().click();
  const drawer = page.getByRole('dialog', { name: /cart/i });
  await drawer.waitFor();
  return drawer;
};

test('pressing + ten times as fast as can be makes eleven, here and in the shop', async ({ page, shop }) => {
  const token = await memberWith(shop, ['Harvest Moon', 'Greenhouse No. 4']);
  await openAs(page, shop, token);
  const drawer = await openCart(page);
  const line = drawer.getByRole('listitem').filter({ hasText: 'Harvest Moon' });
  const more = line.getByRole('button', { name: 'Increase quantity' });
  await more.click({ clickCount: 10 });
  await expect(line.getByText('11', { exact: true })).toBeVisible();
  await expect(drawer.getByText('12 items')).toBeVisible();
  await expect
    .poll(async () => (await cartOf(shop, token)).items.map(({ quantity }) => quantity).sort())
    .toEqual([1, 11]);

  await line.getByRole('button', { name: 'Decrease quantity' }).click({ clickCount: 3 });
  await expect(line.getByText('8', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await cartOf(shop, token)).items.map(({ quantity }) => quantity).sort())
    .toEqual([1, 8]);
  await page.reload();
  await expect(drawer.getByText('9 items')).toBeVisible();
});

test('what was removed comes back by Undo, with its quantity', async ({ page, shop }) => {
  const token = await memberWith(shop, ['Harvest Moon', 'Harvest Moon', 'Greenhouse No. 4']);
  await openAs(page, shop, token);
  const drawer = await openCart(page);
  await drawer.getByRole('button', { name: 'Remove Harvest Moon' }).click();
  await expect(drawer.getByText('1 item', { exact: true })).toBeVisible();
  await expect.poll(async () => (await cartOf(shop, token)).items.length).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drawer.getByText('3 items')).toBeVisible();
  await expect
    .poll(async () => (await cartOf(shop, token)).items.find(({ productName }) => productName === 'Harvest Moon'))
    .toMatchObject({ quantity: 2 });
});

test(
  'a cart that was cleared comes back by Undo with its notes, those too that the shop did not have yet',
  ONCE,
  async ({ page, shop, complaints }) => {
    complaints.foresee(/status of 503/);
    const token = await memberWith(shop, ['Harvest Moon', 'Citrus Grove Cart', 'Citrus Grove Cart']);
    await openAs(page, shop, token);
    const drawer = await openCart(page);
    const notes = drawer.getByRole('textbox', { name: /notes/i });
    await page.route('**/api/cart/notes', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }));
    await notes.fill('Ring twice');
    await notes.blur();
    await expect(page.getByText('Not now.')).toBeVisible();
    await page.unroute('**/api/cart/notes');
    await drawer.getByRole('button', { name: 'Clear cart' }).click();
    await expect(drawer.getByText('Your cart is empty')).toBeVisible();
    await expect.poll(async () => (await cartOf(shop, token)).items).toEqual([]);

    await drawer.getByRole('button', { name: 'Undo' }).click();
    await expect(notes).toHaveValue('Ring twice');
    await expect
      .poll(() => cartOf(shop, token))
      .toMatchObject({ cart: { notes: 'Ring twice' }, items: [{ quantity: 1 }, { quantity: 2 }] });
  },
);

test('a line that fell short comes down to what is left in one step', async ({ page, shop }) => {
  const token = await memberWith(shop, ['Harvest Moon']);
  const { items } = await callAs<{ items: { id: number }[] }>(shop, token, 'GET', '/api/cart');
  await callAs(shop, token, 'PATCH', `/api/cart/items/${items[0]!.id}`, { quantity: 9 });
  await stock(
    shop,
    SHELF.map((product) => (product.name === 'Harvest Moon' ? { ...product, qty: 4 } : product)),
  );
  await openAs(page, shop, token);
  const drawer = await openCart(page);
  await expect(drawer.getByText('Only 4 left in stock.')).toBeVisible();
  await expect(drawer.getByText('Please change or remove the marked items first.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Decrease quantity' }).click();
  await expect(drawer.getByText('Only 4 left in stock.')).toBeHidden();
  await expect(drawer.getByText('4 items')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
});

const WALLETS = [
  { coin: 'Bitcoin', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  { coin: 'Litecoin', address: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' },
];

test('both wallets show an address to copy, in groups of four, and a code to scan, one at a time', async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon']));
  const drawer = await openCart(page);
  for (const { coin, address } of WALLETS) {
    const line = drawer.getByRole('listitem').filter({ hasText: address });
    for (const group of address.match(/.{1,4}/g)!) await expect(line.getByText(group, { exact: true })).toBeVisible();
    await drawer.getByRole('button', { name: `Copy ${coin} address` }).click();
    await expect(drawer.getByText('Copied')).toBeAttached();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  }
  for (const { coin, address } of WALLETS) {
    await drawer.getByRole('tab', { name: coin }).click();
    await expect(drawer.getByRole('img', { name: /^QR code/ })).toHaveAccessibleName(`QR code of the ${coin} address`);
    await expect(drawer.getByRole('link', { name: `Open in a ${coin} wallet` })).toHaveAttribute(
      'href',
      `${coin.toLowerCase()}:${address}`,
    );
  }
});

test(
  'where the clipboard cannot be written the member is told, not left with a button that does nothing',
  ONCE,
  async ({ page, shop }) => {
    // As on a page that is not served securely.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await openAs(page, shop, await memberWith(shop, ['Harvest Moon']));
    const drawer = await openCart(page);
    await drawer.getByRole('button', { name: 'Copy Bitcoin address' }).click();
    await expect(drawer.getByText('Could not copy')).toBeVisible();
  },
);

test('who has ordered finds where to pay in the empty cart, and on the receipt until it is paid', async ({
  page,
  shop,
}) => {
  const token = await memberWith(shop, ['Harvest Moon']);
  const { receipt } = await callAs<{ receipt: { id: string } }>(shop, token, 'POST', '/api/receipts', {});
  await openAs(page, shop, token);
  const drawer = await openCart(page);
  await expect(drawer.getByText('Your cart is empty')).toBeVisible();
  await expect(drawer.getByRole('radio', { name: /Standard/ })).toBeChecked();
  await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeDisabled();
  const copies = (place: Page | Locator) => place.getByRole('button', { name: /^Copy (Bitcoin|Litecoin) address$/ });
  await expect(copies(drawer)).toHaveCount(2);
  await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
  await page.goto(`/receipts/${receipt.id}`);
  await expect(copies(page)).toHaveCount(2);
  await callAs(shop, await adminToken(shop), 'PATCH', `/api/admin/receipts/${receipt.id}`, { status: 'paid' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Order again' })).toBeVisible();
  await expect(copies(page)).toHaveCount(0);
});

test('a session that ended elsewhere is said in the cart in its words', async ({ page, shop, complaints }) => {
  complaints.foresee(/status of 401/);
  const token = await memberWith(shop, ['Harvest Moon']);
  await openAs(page, shop, token);
  const drawer = await openCart(page);
  await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
  await callAs(shop, token, 'POST', '/api/logout');
  await drawer.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(
    page.getByText('Your session has expired. Please refresh the page to log in again.').first(),
  ).toBeVisible();
});

test('a cart this browser never saw and cannot fetch is not said to be empty', async ({ page, shop, complaints }) => {
  complaints.foresee(/ERR_FAILED/);
  const failing = (route: Route) => route.abort();
  await page.route('**/api/cart**', failing);
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon', 'Greenhouse No. 4']));
  const drawer = await openCart(page);
  await expect(drawer.getByRole('alert')).toContainText('Failed to fetch cart');
  await expect(drawer.getByText('Your cart is empty')).toBeHidden();
  await expect(drawer.getByText('0 items')).toBeHidden();
  await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeDisabled();
  await page.unroute('**/api/cart**', failing);
  await drawer.getByRole('button', { name: 'Try again' }).click();
  await expect(drawer.getByText('2 items')).toBeVisible();
  await expect(drawer.getByRole('alert')).toBeHidden();
});

test('the badge counts pieces, and the open drawer comes back after a reload', async ({ page, shop }) => {
  await openAs(page, shop, await memberWith(shop, ['Harvest Moon', 'Harvest Moon', 'Greenhouse No. 4']));
  await expect(page.getByRole('button', { name: /^Cart.*3/ })).toBeVisible();
  const drawer = await openCart(page);
  await page.reload();
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
  await expect(drawer).toBeHidden();
});

test('an item an admin takes out of the shop is marked in the cart and can only be removed', async ({ page, shop }) => {
  const token = await memberWith(shop, ['Harvest Moon', 'Greenhouse No. 4']);
  const admin = await adminToken(shop);
  const { inventory } = await callAs<{ inventory: { id: number; name: string }[] }>(
    shop,
    admin,
    'GET',
    '/api/admin/inventory',
  );
  const { id } = inventory.find(({ name }) => name === 'Harvest Moon')!;
  await callAs(shop, admin, 'PATCH', `/api/admin/inventory/${id}/toggle`, { isActive: false });
  await openAs(page, shop, token);
  const drawer = await openCart(page);
  const line = drawer.getByRole('listitem').filter({ hasText: 'Harvest Moon' });
  await expect(line.getByText('No longer available')).toBeVisible();
  await expect(line.getByRole('button', { name: 'Increase quantity' })).toBeDisabled();
  await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeDisabled();
  await line.getByRole('button', { name: 'Remove Harvest Moon' }).click();
  await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
});
