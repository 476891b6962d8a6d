import { randomUUID } from 'node:crypto';
import type { Role } from '#domain/permissions.ts';
import type { FileProduct } from './products.ts';
import type { Shop } from './shop-process.ts';

// Calls of the API, for what a journey starts from and for what it checks in the shop.

export interface Member {
  username: string;
  password: string;
  token: string;
}

/** The fields of a product that journeys read. */
interface Product {
  id: number;
  name: string;
  quantity: number;
}

/** The fields of an item that journeys read. */
export interface Item {
  id: number;
  externalId: string;
  name: string;
  category: string | null;
  tags: string[];
  description: string | null;
  weightLabel: string | null;
  markupDollars: number;
  isActive: boolean;
  quantity: number;
  price: number;
  images: string[];
}

/** Quantities by product name, as in `{ 'Harvest Moon': 2 }`. */
export type CartContent = Readonly<Record<string, number>>;

interface Cart {
  cart: { notes: string };
  items: { id: number; productId: number; productName: string; quantity: number }[];
}

interface Receipt {
  id: string;
  number: number;
  total: string;
  notes: string;
  delivery: { name: string } | null;
  lines: { productId: number; productName: string; quantity: number }[];
}

const send = async (shop: Shop, path: string, options: RequestInit & { token?: string } = {}): Promise<Response> => {
  const { token, ...init } = options;
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${shop.url}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response;
};

const jsonBody = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Calls the API and returns the body of the response. Without a token the call is anonymous.
 *
 * @throws Error if the shop refuses the call
 */
export const callApi = async <Body>(
  shop: Shop,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> => {
  const init = body === undefined ? {} : jsonBody(body);
  return (await send(shop, path, { ...init, method, token: token ?? '' })).json() as Promise<Body>;
};

export const adminToken = async (shop: Shop): Promise<string> => logInAs(shop, shop.admin);

/** The sessions in which journeys call the API as the admin. To sign in for each call would cost more than most calls. */
const adminSessions = new WeakMap<Shop, string>();

/** Makes a call with the admin's session, and again in a new one if that has ended or is too old for it. */
const withAdminSession = async <Result>(shop: Shop, call: (token: string) => Promise<Result>): Promise<Result> => {
  const token = adminSessions.get(shop);
  if (token) {
    try {
      return await call(token);
    } catch (error) {
      if (!/ returned 40[13]: /.test(String(error))) throw error;
    }
  }
  const fresh = await adminToken(shop);
  adminSessions.set(shop, fresh);
  return call(fresh);
};

/** Calls the API as the admin. */
export const callAsAdmin = <Body>(shop: Shop, method: string, path: string, body?: unknown): Promise<Body> =>
  withAdminSession(shop, (token) => callApi<Body>(shop, token, method, path, body));

/** Returns a user name that is not taken. */
export const newUsername = (): string => `mara-${randomUUID().slice(0, 8)}`;

/** Registers a member with these products in the cart. */
export const registerMember = async (shop: Shop, cart: CartContent = {}): Promise<Member> => {
  const gate = await send(shop, '/api/auth', jsonBody({ password: shop.accessCode }));
  const cookie = gate.headers.get('set-cookie')?.split(';')[0] ?? '';
  const username = newUsername();
  const password = 'a long password';
  const account = { username, email: `${username}@example.test`, password, signalUsername: '', ageConfirmed: true };
  const init = jsonBody(account);
  const response = await send(shop, '/api/register', { ...init, headers: { ...init.headers, cookie } });
  const { token } = (await response.json()) as { token: string };
  await addToCart(shop, token, cart);
  return { username, password, token };
};

/** Logs in and returns the token. */
const logInAs = async (shop: Shop, { username, password }: Omit<Member, 'token'>): Promise<string> =>
  (await callApi<{ token: string }>(shop, null, 'POST', '/api/login', { username, password })).token;

/** Returns the id of the signed-in user. */
const userIdOf = async (shop: Shop, token: string): Promise<string> =>
  (await callApi<{ user: { id: string } }>(shop, token, 'GET', '/api/user')).user.id;

/** Registers a member and gives the member a role of the panel. The change ends the first session. */
export const registerWithRole = async (shop: Shop, role: Role): Promise<Member & { id: string }> => {
  const member = await registerMember(shop);
  const id = await userIdOf(shop, member.token);
  await callAsAdmin(shop, 'PATCH', `/api/admin/users/${id}`, { role });
  return { ...member, id, token: await logInAs(shop, member) };
};

/** Registers another owner. */
export const registerAdmin = (shop: Shop): Promise<Member & { id: string }> => registerWithRole(shop, 'owner');

/** Ends a session as if the user had logged out on another device. */
export const endSession = (shop: Shop, token: string): Promise<unknown> => callApi(shop, token, 'POST', '/api/logout');

/** Replaces the inventory with an upload of this text, and returns what the shop read in it. */
export const uploadFile = async (shop: Shop, text: string): Promise<unknown> => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'stock.customization');
  const path = '/api/admin/inventory/replace-inventory';
  const response = await withAdminSession(shop, (token) => send(shop, path, { method: 'POST', body: form, token }));
  return ((await response.json()) as { stats: unknown }).stats;
};

/** Replaces the inventory with these products. */
export const uploadInventory = (shop: Shop, products: readonly FileProduct[]): Promise<unknown> =>
  uploadFile(shop, JSON.stringify({ data: products }));

/** Returns the products that members see. */
export const readCatalogue = async (shop: Shop): Promise<Product[]> =>
  (await callApi<{ inventory: Product[] }>(shop, null, 'GET', '/api/inventory-data')).inventory;

/** Returns the ids of the products that members see, by name. */
const productIds = async (shop: Shop): Promise<Map<string, number>> =>
  new Map((await readCatalogue(shop)).map(({ id, name }) => [name, id]));

export const productId = async (shop: Shop, name: string): Promise<number> => (await productIds(shop)).get(name)!;

/** Returns all items of the shop, active or not. */
export const readInventory = async (shop: Shop): Promise<Item[]> =>
  (await callAsAdmin<{ inventory: Item[] }>(shop, 'GET', '/api/admin/inventory')).inventory;

export const readItem = async (shop: Shop, name: string): Promise<Item> => {
  const item = (await readInventory(shop)).find((each) => each.name === name);
  if (!item) throw new Error(`There is no item ${name}`);
  return item;
};

/** Sets the markup of an item, as an admin does on another device. */
export const editMarkup = (shop: Shop, itemId: number, markupDollars: number): Promise<unknown> =>
  callAsAdmin(shop, 'PATCH', `/api/admin/inventory/${itemId}/markup`, { markupDollars });

/** Activates or deactivates an item, as an admin does on another device. */
export const setActive = (shop: Shop, itemId: number, isActive: boolean): Promise<unknown> =>
  callAsAdmin(shop, 'PATCH', `/api/admin/inventory/${itemId}/toggle`, { isActive });

export const addToCart = async (shop: Shop, token: string, content: CartContent): Promise<void> => {
  const entries = Object.entries(content);
  if (entries.length === 0) return;
  const ids = await productIds(shop);
  for (const [name, quantity] of entries) {
    await callApi(shop, token, 'POST', '/api/cart/add', { productId: ids.get(name), quantity });
  }
};

export const readCart = (shop: Shop, token: string): Promise<Cart> => callApi(shop, token, 'GET', '/api/cart');

/** Confirms the member's cart. */
export const placeOrder = async (shop: Shop, token: string): Promise<Receipt> =>
  (await callApi<{ receipt: Receipt }>(shop, token, 'POST', '/api/receipts', {})).receipt;

/** Returns the member's receipts, newest first. */
export const readReceipts = async (shop: Shop, token: string): Promise<Receipt[]> =>
  (await callApi<{ receipts: Receipt[] }>(shop, token, 'GET', '/api/receipts')).receipts;

/** Moves a receipt through these states, as an admin does. */
export const setReceiptStatus = async (shop: Shop, receiptId: string, ...statuses: string[]): Promise<void> => {
  for (const status of statuses) await callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${receiptId}`, { status });
};

/** Grants points to a member, or deducts them if the number is negative. */
export const adjustPoints = (shop: Shop, username: string, points: number, reason: string): Promise<unknown> =>
  callAsAdmin(shop, 'POST', '/api/admin/points', { username, points, reason });

/** Registers a member with points, a completed receipt and a paid one. Returns the paid one. */
export const registerMemberWithHistory = async (shop: Shop): Promise<{ member: Member; receipt: Receipt }> => {
  const member = await registerMember(shop);
  const order = async (...statuses: string[]) => {
    await addToCart(shop, member.token, { 'Amber Tide Cart': 1 });
    const receipt = await placeOrder(shop, member.token);
    await setReceiptStatus(shop, receipt.id, ...statuses);
    return receipt;
  };
  await order('paid', 'shipped', 'completed');
  const receipt = await order('paid');
  await adjustPoints(shop, member.username, -5, 'A lighter');
  return { member, receipt };
};
