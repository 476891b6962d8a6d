import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { type CartContent, callApi, type Member, registerMember } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

/** Opens a page as a user who is past the gate and logged in, for journeys that are not about gate or login. */
export const openAs = async (page: Page, shop: Shop, token: string, path = '/'): Promise<void> => {
  const { user } = await callApi<{ user: unknown }>(shop, token, 'GET', '/api/user');
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      // This script runs at every load. After a logout it must not log the user in again.
      const begun = sessionStorage.getItem('journeys-begun');
      if (begun?.includes(storedToken!)) return;
      // The next user of this page begins on a device that knows nobody.
      if (begun) {
        sessionStorage.clear();
        localStorage.clear();
      }
      sessionStorage.setItem('journeys-begun', `${begun ?? ''} ${storedToken}`);
      sessionStorage.setItem('initialAuth', 'true');
      localStorage.setItem('user', storedUser!);
      localStorage.setItem('authToken', storedToken!);
    },
    [JSON.stringify(user), token],
  );
  await page.goto(path);
};

/** Opens the account of a member. Its parts appear from the top down as they load. */
export const openAccount = async (page: Page, shop: Shop, token: string): Promise<void> => {
  await openAs(page, shop, token, '/account');
  await page.getByRole('heading', { name: 'Favorites' }).waitFor();
  await expect(page.getByRole('main').locator('.breathe')).toHaveCount(0);
};

/** Registers a member, with these products in the cart, and opens a page as this member. */
export const openAsNewMember = async (
  page: Page,
  shop: Shop,
  { path = '/', cart = {} }: { path?: string; cart?: CartContent } = {},
): Promise<Member> => {
  const member = await registerMember(shop, cart);
  await openAs(page, shop, member.token, path);
  return member;
};

/**
 * Lets the browser forget the visitor. It leaves the shop first: a page that is still open would make calls without the
 * token, and be refused.
 */
export const forgetVisitor = async (page: Page): Promise<void> => {
  await page.goto('/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
};

/** Types the access code at the gate. */
export const passGate = async (page: Page, shop: Pick<Shop, 'accessCode'>): Promise<void> => {
  await page.getByLabel('Access Code', { exact: true }).fill(shop.accessCode);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await chooser(page).waitFor();
};

/** The page after the gate, with the choice between login and registration. */
export const chooser = (page: Page): Locator => page.getByText('Select an option to continue');

/** Logs in with the form, from the chooser. */
export const logIn = async (page: Page, { username, password }: Omit<Member, 'token'>): Promise<void> => {
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

/** Fills these fields of the registration form, by their labels, and sends it. */
export const register = async (page: Page, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Register' }).click();
};

/** Clicks an entry of the member's menu. On wide pages the entries are in the header instead. */
const clickMenuEntry = async (page: Page, entry: Locator): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Account', exact: true });
  await menu.or(entry).waitFor();
  if (await menu.isVisible()) await menu.click();
  await entry.click();
};

export const logOut = (page: Page): Promise<void> =>
  clickMenuEntry(page, page.getByRole('button', { name: 'Logout' }).or(page.getByRole('menuitem', { name: 'Logout' })));

/** Follows the link to the account page. */
export const goToAccount = async (page: Page, { username }: Pick<Member, 'username'>): Promise<void> => {
  await clickMenuEntry(
    page,
    page.getByRole('link', { name: username }).or(page.getByRole('menuitem', { name: 'My account' })),
  );
  await page.getByRole('heading', { name: 'My account' }).waitFor();
};

export const searchField = (page: Page): Locator => page.getByRole('combobox', { name: 'Search Products' });

/** Searches, and closes the suggestions that would lie on the list. */
export const searchFor = async (page: Page, text: string): Promise<void> => {
  await searchField(page).fill(text);
  await searchField(page).press('Enter');
};

/** The card or row of a product or group. */
export const productCard = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

/** Chooses a variant of a card. Chips that have no room are in the list of the last one. */
export const chooseVariant = async (card: Locator, name: string): Promise<void> => {
  const chip = card.getByRole('button', { name, exact: true });
  const rest = card.getByRole('combobox');
  await chip.or(rest).first().waitFor();
  if (await chip.isVisible()) return chip.click();
  const label = await rest.getByRole('option').filter({ hasText: name }).textContent();
  await rest.selectOption({ label: label! });
};

/** The button in the header that opens the cart. The tile of the category "Carts" is another one. */
export const cartButton = (page: Page): Locator => page.getByRole('button', { name: /^Cart(?!s)/ });

export const cartDrawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Your cart' });

export const openCart = async (page: Page): Promise<Locator> => {
  await cartButton(page).click();
  const drawer = cartDrawer(page);
  await drawer.waitFor();
  return drawer;
};

/** Serves an empty page as the seller's chat, because journeys have no network. */
export const mockChat = (context: BrowserContext): Promise<unknown> =>
  context.route('https://t.me/**', (route) => route.fulfill({ contentType: 'text/html', body: 'the chat' }));
