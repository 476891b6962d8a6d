import type { Page } from '@playwright/test';
import { CATALOGUE_CACHE, SETTINGS_CACHE } from '../../src/web/service-worker/cache-names.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { countLoads, interceptRequest } from './network.ts';
import { PRODUCTS } from './products.ts';
import { endSession, readCart, registerMember, uploadInventory } from './shop-api.ts';
import { cartButton, chooser, logIn, openAsNewMember, openCart, passGate, productCard } from './storefront-page.ts';

const countStored = (page: Page, cache: string): Promise<number> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, cache);

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

test(
  'a new tab of a member goes straight in while the gate is open, and asks for the code afterwards',
  ONCE,
  async ({ page, shop, context, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const member = await registerMember(shop);
    await page.goto('/');
    await passGate(page, shop);
    await logIn(page, member);
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();

    const second = await context.newPage();
    const loads = countLoads(second);
    await second.goto('/?category=Carts');
    await expect(second.getByRole('heading', { name: 'Carts Products' })).toBeVisible();
    expect(await second.evaluate(() => sessionStorage.getItem('initialAuth'))).toBe('true');
    expect(loads()).toBe(1);

    // The cookie is valid for twelve hours, or until the code changes.
    await context.clearCookies();
    const third = await context.newPage();
    await third.goto('/?category=Carts');
    await expect(third.getByLabel('Access Code', { exact: true })).toBeVisible();
    expect(await third.evaluate(() => sessionStorage.getItem('initialAuth'))).toBeNull();
  },
);

test(
  'a new tab of a visitor who is not signed in shows the gate, whatever its cookie',
  ONCE,
  async ({ page, shop, context, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await page.goto('/');
    await passGate(page, shop);
    const second = await context.newPage();
    await second.goto('/');
    await expect(second.getByLabel('Access Code', { exact: true })).toBeVisible();
    // A token that has ended is no sign-in.
    const { token } = await registerMember(shop);
    await endSession(shop, token);
    await second.evaluate((ended) => localStorage.setItem('authToken', ended), token);
    const third = await context.newPage();
    await third.goto('/');
    await expect(third.getByLabel('Access Code', { exact: true })).toBeVisible();
  },
);

test(
  'a member whose session has ended logs in again over the page, and nothing is repeated by itself',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const member = await openAsNewMember(page, shop, { path: '/?category=Flower', cart: { 'Blue Hour Cart': 1 } });
    const add = productCard(page, 'Greenhouse No. 4').getByRole('button', { name: 'Add to Cart' });
    await expect(add).toBeVisible();
    await expect(cartButton(page)).toContainText('1');
    const loads = countLoads(page);
    await endSession(shop, member.token);
    await add.click();
    const toast = page.getByRole('region', { name: 'Notifications (F8)' });
    await expect(toast.getByText('Your session has expired. Please refresh the page to log in again.')).toBeVisible();
    await toast.getByRole('button', { name: 'Log in again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(dialog.getByText('Invalid username or password. Please try again.')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText(`Welcome back, ${member.username}!`)).toBeVisible();
    await expect(dialog).toBeHidden();

    // The page was never left, and the cart is as it was.
    expect(loads()).toBe(0);
    await expect(page).toHaveURL(/category=Flower/);
    await expect(cartButton(page)).toContainText('1');
    await add.click();
    await expect(page.getByText('has been added to your cart')).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem('authToken')!);
    expect((await readCart(shop, token)).items.map(({ quantity }) => quantity)).toEqual([1, 1]);
  },
);

test(
  'an open cart offers to log in again, and shows the cart of the shop afterwards',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const member = await openAsNewMember(page, shop, { cart: { 'Blue Hour Cart': 2 } });
    const drawer = await openCart(page);
    await expect(drawer.getByText('Blue Hour Cart').first()).toBeVisible();
    await endSession(shop, member.token);
    // Coming back to the tab refreshes the cart.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await drawer.getByRole('alert').getByRole('button', { name: 'Log in again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(member.password);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(dialog).toBeHidden();
    await expect(drawer.getByRole('alert')).toHaveCount(0);
    await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeEnabled();
  },
);

test(
  'a shop that responds slowly shows the stored user and catalogue at once, and then the stock of today',
  ONCE,
  async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const card = productCard(page, 'Greenhouse No. 4');
    await expect(card.getByText('$43.00')).toBeVisible();
    for (const name of [CATALOGUE_CACHE, SETTINGS_CACHE]) await expect.poll(() => countStored(page, name)).toBe(1);
    await page.goto('about:blank');
    await uploadInventory(
      shop,
      PRODUCTS.map((product) => ({ ...product, price: 77 })),
    );
    // The shop takes its time with everything.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/**', async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    await page.goto('/?category=Flower');
    await expect(card.getByText('$43.00')).toBeVisible();
    release();
    await expect(card.getByText('$92.00')).toBeVisible();
  },
);

test(
  'a stored user whose token has ended sees the chooser once the shop has responded',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const { token } = await openAsNewMember(page, shop);
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
    await endSession(shop, token);
    const refused = interceptRequest(page, '**/api/user');
    await page.reload();
    const route = await refused;
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
    await route.continue();
    await expect(chooser(page)).toBeVisible();
  },
);
