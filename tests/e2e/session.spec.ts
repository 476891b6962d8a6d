import type { Locator, Page } from '@playwright/test';
import { CATALOGUE_CACHE, SETTINGS_CACHE } from '../../src/web/service-worker/cache-names.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { countLoads, interceptRequest } from './network.ts';
import { PRODUCTS } from './products.ts';
import { endSession, type Member, readCart, readReceipts, registerMember, uploadInventory } from './shop-api.ts';
import {
  cartButton,
  chooser,
  logIn,
  mockChat,
  openAsNewMember,
  openCart,
  passGate,
  productCard,
} from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

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

/** Presses "Log in again" in the message that is shown, and returns the dialog. */
const offerToLogIn = async (page: Page): Promise<Locator> => {
  const toast = page.getByRole('region', { name: 'Notifications (F8)' });
  await expect(toast.getByText('Your session has expired. Please refresh the page to log in again.')).toBeVisible();
  await toast.getByRole('button', { name: 'Log in again' }).click();
  return page.getByRole('dialog', { name: 'Log in again' });
};

const logInAgain = async (page: Page, dialog: Locator, { username, password }: Member): Promise<void> => {
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(`Welcome back, ${username}!`)).toBeVisible();
  await expect(dialog).toBeHidden();
};

/** The keys of the calls with this method and path that the page makes from now on. */
const keysOf = (page: Page, method: string, path: string): string[] => {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== method || new URL(request.url()).pathname !== path) return;
    keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
};

const currentToken = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('authToken')!);

test(
  'a member whose session has ended logs in again over the page, and what was refused is done',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const member = await openAsNewMember(page, shop, { path: '/?category=Flower', cart: { 'Blue Hour Cart': 1 } });
    const add = productCard(page, 'Greenhouse No. 4').getByRole('button', { name: 'Add to Cart' });
    await expect(add).toBeVisible();
    await expect(cartButton(page)).toContainText('1');
    const loads = countLoads(page);
    const keys = keysOf(page, 'POST', '/api/cart/add');
    await endSession(shop, member.token);
    await add.click();
    const dialog = await offerToLogIn(page);
    // Nothing is in the cart that the shop does not have.
    await expect(cartButton(page)).toContainText('1');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(dialog.getByText('Invalid username or password. Please try again.')).toBeVisible();
    await logInAgain(page, dialog, member);

    // The page was never left, and the product is in the cart, once.
    expect(loads()).toBe(0);
    await expect(page).toHaveURL(/category=Flower/);
    await expect(page.getByText('Greenhouse No. 4 has been added to your cart')).toBeVisible();
    await expect(cartButton(page)).toContainText('2');
    expect((await readCart(shop, await currentToken(page))).items.map(({ quantity }) => quantity)).toEqual([1, 1]);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).not.toBe('');
  },
);

test('after more than ten minutes nothing is repeated', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(REFUSED_CALL);
  await page.clock.install();
  const member = await openAsNewMember(page, shop, { path: '/?category=Flower', cart: { 'Blue Hour Cart': 1 } });
  await expect(cartButton(page)).toContainText('1');
  await endSession(shop, member.token);
  await productCard(page, 'Greenhouse No. 4').getByRole('button', { name: 'Add to Cart' }).click();
  const dialog = await offerToLogIn(page);
  await page.clock.fastForward('10:01');
  await logInAgain(page, dialog, member);
  await expect(cartButton(page)).toContainText('1');
  expect((await readCart(shop, await currentToken(page))).items).toHaveLength(1);
});

test(
  'an order is not confirmed by a login: the cart is open again, and the next press confirms it',
  ONCE,
  async ({ page, shop, context, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await mockChat(context);
    const member = await openAsNewMember(page, shop, { cart: { 'Blue Hour Cart': 2 } });
    const drawer = await openCart(page);
    const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
    await expect(confirm).toBeEnabled();
    const keys = keysOf(page, 'POST', '/api/receipts');
    await endSession(shop, member.token);
    await confirm.click();
    const dialog = await offerToLogIn(page);
    await logInAgain(page, dialog, member);
    await expect(drawer).toBeVisible();
    await expect(confirm).toBeFocused();
    expect(keys).toHaveLength(1);
    expect(await readReceipts(shop, await currentToken(page))).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/receipts\//);
    expect(await readReceipts(shop, await currentToken(page))).toHaveLength(1);
  },
);

test(
  'an account is not deleted by a login: the form is open again, with the focus on its button',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const member = await openAsNewMember(page, shop, { path: '/account' });
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const form = page.getByRole('dialog', { name: `Delete the account ${member.username}?` });
    await form.getByLabel('Password', { exact: true }).fill(member.password);
    await endSession(shop, member.token);
    const submit = form.getByRole('button', { name: 'Delete my account' });
    await submit.click();
    const dialog = await offerToLogIn(page);
    await logInAgain(page, dialog, member);
    await expect(form).toBeVisible();
    await expect(submit).toBeFocused();
    await expect(form.getByRole('alert')).toHaveCount(0);
    // The account is still there.
    expect(await readReceipts(shop, await currentToken(page))).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${member.username} is no longer a member.`)).toBeVisible();
  },
);

test(
  'another user who logs in gets nothing of the first one, neither what was refused nor what was shown',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const other = await registerMember(shop, { 'Harvest Moon': 3 });
    const member = await openAsNewMember(page, shop, { path: '/?category=Flower', cart: { 'Blue Hour Cart': 1 } });
    await expect(cartButton(page)).toContainText('1');
    await endSession(shop, member.token);
    await productCard(page, 'Greenhouse No. 4').getByRole('button', { name: 'Add to Cart' }).click();
    const dialog = await offerToLogIn(page);
    await dialog.getByRole('button', { name: 'Log in as someone else' }).click();
    await logIn(page, other);
    await expect(cartButton(page)).toContainText('3');
    await expect(page.getByText(member.username)).toHaveCount(0);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(member.username);
    expect(stored).not.toContain('Blue Hour Cart');
    expect((await readCart(shop, await currentToken(page))).items.map(({ quantity }) => quantity)).toEqual([3]);
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
