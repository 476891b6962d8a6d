import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { Shop } from './shop-process.ts';

/** A member of a journey, as registered. */
export interface Member {
  username: string;
  password: string;
  token: string;
}

/** A product as it stands in an upload or a feed. */
export interface FileProduct {
  id: string;
  name: string;
  qty: number;
  price: number;
  brand?: string;
  category?: string;
  description?: string;
  tags?: string[];
  images?: string[];
  size?: string;
  weightLabel?: string;
}

const ask = async (shop: Shop, path: string, options: RequestInit & { token?: string } = {}): Promise<Response> => {
  const { token, ...init } = options;
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const answer = await fetch(`${shop.url}${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
};

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A name nobody has taken. */
export const newName = (): string => `mara-${randomUUID().slice(0, 8)}`;

/** Registers a member by the calls, where the journey is not about registering. */
export const registerMember = async (shop: Shop): Promise<Member> => {
  const gate = await ask(shop, '/api/auth', json({ password: shop.accessCode }));
  const cookie = gate.headers.get('set-cookie')?.split(';')[0] ?? '';
  const username = newName();
  const password = 'a long password';
  const account = { username, email: `${username}@example.test`, password, signalUsername: '', ageConfirmed: true };
  const init = json(account);
  const answer = await ask(shop, '/api/register', { ...init, headers: { ...init.headers, cookie } });
  return { username, password, token: ((await answer.json()) as { token: string }).token };
};

/** The admin's token. */
export const adminToken = async (shop: Shop): Promise<string> => {
  const answer = await ask(shop, '/api/login', json(shop.admin));
  return ((await answer.json()) as { token: string }).token;
};

/** A call as somebody signed in; answers the body. */
export const callAs = async <Body>(shop: Shop, token: string, method: string, path: string, body?: unknown) => {
  const init = body === undefined ? {} : json(body);
  return (await ask(shop, path, { ...init, method, token })).json() as Promise<Body>;
};

/** The ids of the products that members see, by their names. */
export const idsByName = async (shop: Shop): Promise<Map<string, number>> => {
  const { inventory } = await callAs<{ inventory: { id: number; name: string }[] }>(
    shop,
    '',
    'GET',
    '/api/inventory-data',
  );
  return new Map(inventory.map(({ id, name }) => [name, id]));
};

/** The id of the product of this name. */
export const idOf = async (shop: Shop, name: string): Promise<number> => (await idsByName(shop)).get(name)!;

/** The token of a new member who has one of each of these in the cart, of a name given twice two. */
export const memberWith = async (shop: Shop, names: readonly string[]): Promise<string> => {
  const { token } = await registerMember(shop);
  const ids = await idsByName(shop);
  for (const name of names) await callAs(shop, token, 'POST', '/api/cart/add', { productId: ids.get(name) });
  return token;
};

/** Fills the shop with these products, as an admin's upload does. */
export const stock = async (shop: Shop, products: readonly FileProduct[]): Promise<void> => {
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify({ data: products })]), 'stock.customization');
  const token = await adminToken(shop);
  await ask(shop, '/api/admin/inventory/replace-inventory', { method: 'POST', body: form, token });
};

/** Opens a path signed in and past the gate, where the journey is not about getting in. */
export const openAs = async (page: Page, shop: Shop, token: string, path = '/'): Promise<void> => {
  const { user } = await callAs<{ user: unknown }>(shop, token, 'GET', '/api/user');
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      // Once only: a journey that logs out must stay logged out after a reload.
      if (sessionStorage.getItem('journey-began')) return;
      sessionStorage.setItem('journey-began', 'yes');
      sessionStorage.setItem('initialAuth', 'true');
      localStorage.setItem('user', storedUser!);
      localStorage.setItem('authToken', storedToken!);
    },
    [JSON.stringify(user), token],
  );
  await page.goto(path);
};

/** Passes the gate the way a visitor does. */
export const passGate = async (page: Page, shop: Shop): Promise<void> => {
  await page.getByLabel('Access Code', { exact: true }).fill(shop.accessCode);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await page.getByText('Select an option to continue').waitFor();
};

/** Logs in the way a member does, from the choice after the gate. */
export const logIn = async (page: Page, { username, password }: Omit<Member, 'token'>): Promise<void> => {
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
};

/** Opens the member's menu, where the shop has one: on a phone it holds what stands in the bar of a wider page. */
const openMemberMenu = async (page: Page): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Account', exact: true });
  if (await menu.isVisible()) await menu.click();
};

/** Logs out the way a member does, from picker or list. */
export const logOut = async (page: Page): Promise<void> => {
  await openMemberMenu(page);
  await page
    .getByRole('button', { name: 'Logout' })
    .or(page.getByRole('menuitem', { name: 'Logout' }))
    .click();
};

/** Goes to the account the way a member does, from picker or list. */
export const toAccount = async (page: Page, { username }: Pick<Member, 'username'>): Promise<void> => {
  await openMemberMenu(page);
  await page
    .getByRole('link', { name: username })
    .or(page.getByRole('menuitem', { name: 'My account' }))
    .click();
  await page.getByRole('heading', { name: 'My account' }).waitFor();
};

/** Answers in place of the seller's chat, which a journey never reaches. */
export const standInForChat = (context: BrowserContext): Promise<unknown> =>
  context.route('https://t.me/**', (route) => route.fulfill({ contentType: 'text/html', body: 'the chat' }));
