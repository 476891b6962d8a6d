import { scrollTo } from '../e2e/geometry.ts';
import { editMarkup, readCart, registerMember, setActive } from '../e2e/shop-api.ts';
import { openAs, openCart, passGate } from '../e2e/storefront-page.ts';
import { disconnect, memberWithCart, stall, test } from './picture-fixtures.ts';

test('the way in', async ({ page, shop, picture }) => {
  await stall(page, '**/api/shop');
  await page.goto('/');
  await page.getByText('Loading... Please wait').waitFor();
  await picture('loading');
  await page.unroute('**/api/shop');
  await page.goto('/');
  await page.getByLabel('Access Code', { exact: true }).waitFor();
  await picture('gate');
  await page.getByLabel('Access Code', { exact: true }).fill('a guess');
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await page.getByText('Invalid password. Please try again.').waitFor();
  await picture('gate-refused');
  await passGate(page, shop);
  await picture('chooser');
  await page.getByRole('button', { name: 'Login' }).click();
  await picture('login');
  await page.getByRole('button', { name: 'Login' }).click();
  await picture('login-errors');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await picture('register');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Invalid email address').waitFor();
  await picture('register-errors', { fullPage: true });
});

test('the gate in a browser that blocks storage', async ({ page, picture }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
  });
  await page.goto('/');
  await page.getByText('This browser is blocking storage').waitFor();
  await picture('gate-storage-blocked');
});

test('the picker', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await stall(page, '**/api/inventory-data');
  await openAs(page, shop, token);
  await page.getByRole('status', { name: 'Loading categories' }).waitFor();
  await picture('picker-loading');
  await page.unroute('**/api/inventory-data');
  await page.reload();
  await page.getByRole('button', { name: /^Flower/ }).waitFor();
  await picture('picker');
  await picture('picker-whole', { fullPage: true });
  const menu = page.getByRole('button', { name: 'Account' }).or(page.getByRole('button', { name: 'Theme' }));
  await menu.first().click();
  await picture('menu');
});

test('the picker whose call fails', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await disconnect(page, '**/api/inventory-data');
  await openAs(page, shop, token);
  await page.getByText('Failed to fetch inventory').waitFor({ timeout: 60_000 });
  await picture('picker-failing');
});

test('the list', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await stall(page, '**/api/inventory-data');
  await openAs(page, shop, token, '/?category=Flower');
  await page.getByText('Loading products...').waitFor();
  await picture('list-loading');
  await page.unroute('**/api/inventory-data');
  for (const [name, query] of [
    ['list', 'category=Flower'],
    ['list-carts', 'category=Carts'],
    ['list-in-house', 'category=In-House%20Products'],
    ['list-all-sorted', 'category=all&sort=low-high'],
    ['list-searched', 'category=Edibles&search=peach'],
    ['list-rows', 'category=Concentrates&layout=list'],
  ] as const) {
    await page.goto(`/?${query}`);
    await page.getByRole('article').first().waitFor();
    await picture(name);
  }
  await page.goto('/?category=Carts&search=Northligth');
  await page.getByText('No products found').waitFor();
  await picture('list-empty');
  await page.goto('/?category=Flower');
  await page.getByRole('article').first().waitFor();
  await scrollTo(page, 1400);
  // Waits for the cards, because a busy machine shows placeholders first.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('li[data-row]')].every((item) => item.querySelector('article button')),
  );
  await picture('list-scrolled');
  const filters = page.getByRole('button', { name: /^Filters/ });
  if (await filters.isVisible()) {
    await filters.click();
    await picture('filters');
  }
});

test('the list without pictures', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await disconnect(page, '**/api/proxy-image/**');
  await openAs(page, shop, token, '/?category=Edibles');
  await page.getByRole('article').first().waitFor();
  await picture('list-no-pictures');
});

test('the details', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Carts');
  await page.getByRole('button', { name: /^View/ }).first().click();
  await page.getByRole('dialog').waitFor();
  await picture('details');
  await page.goto('/?category=Accessories');
  await page.getByRole('button', { name: /^View/ }).first().click();
  await page.getByRole('dialog').waitFor();
  await picture('details-plain');
});

test('the cart', async ({ page, shop, picture }) => {
  const { token } = await memberWithCart(shop, [1, 3, 2]);
  await openAs(page, shop, token, '/?category=Flower');
  await page.getByRole('article').first().waitFor();
  await openCart(page);
  await picture('cart');
  await page.getByRole('region', { name: 'Payment' }).scrollIntoViewIfNeeded();
  await picture('cart-payment');
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await picture('cart-removed');
});

test('the cart with a product that is gone and one that costs more', async ({ page, shop, picture }) => {
  const member = await memberWithCart(shop, [1, 4, 2]);
  const { items } = await readCart(shop, member.token);
  const [gone, , costsMore] = items;
  await setActive(shop, gone!.productId, false);
  await editMarkup(shop, costsMore!.productId, 40);
  await openAs(page, shop, member.token);
  await openCart(page);
  await page.getByText('No longer available').waitFor();
  await picture('cart-problems');
  await setActive(shop, gone!.productId, true);
});

test('the empty and the failing cart', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token);
  await openCart(page);
  await page.getByText('Your cart is empty').waitFor();
  await picture('cart-empty');
  await disconnect(page, '**/api/cart');
  // On a device that has never stored the cart.
  await page.evaluate(() => localStorage.removeItem('cart-storage'));
  await page.reload();
  await openCart(page);
  await page.getByRole('dialog', { name: /cart/i }).getByRole('alert').waitFor();
  await picture('cart-failing');
});

test('without a network', async ({ page, shop, picture, context }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Flower');
  await page.getByRole('article').first().waitFor();
  await context.setOffline(true);
  await page
    .getByText(/Stock as of/i)
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  await picture('list-offline');
});

test('a toast', async ({ page, shop, picture }) => {
  const { token } = await registerMember(shop);
  await openAs(page, shop, token, '/?category=Flower');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByText('has been added to your cart').waitFor();
  await picture('toast');
});
