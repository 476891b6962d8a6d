import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { ACCESS_CODE, ADMIN_PASSWORD, type Running, startShop } from './processes.ts';

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  return response;
};

export const MEMBER_PASSWORD = 'bench-member-password';

/** The number of registrations at the same time. Each of them mostly hashes a password on another core. */
const REGISTRATIONS = 4;

/** Passes the gate. Returns its cookie. */
export const openGate = async (url: string): Promise<string> => {
  const gate = await post(`${url}/api/auth`, { password: ACCESS_CODE });
  return gate.headers.get('set-cookie')!.split(';')[0]!;
};

/** Registers members through the gate, as people do. Returns their tokens. */
export const registerMembers = async ({ url }: Running, count: number): Promise<string[]> => {
  const cookie = await openGate(url);
  const tokens: string[] = [];
  let next = 0;
  const registerNext = async () => {
    while (next < count) {
      const index = next++;
      const account = {
        username: `bench_${index}`,
        email: `bench${index}@example.test`,
        password: MEMBER_PASSWORD,
        signalUsername: '',
      };
      const response = await post(`${url}/api/register`, account, { cookie });
      tokens[index] = ((await response.json()) as { token: string }).token;
    }
  };
  await Promise.all(Array.from({ length: REGISTRATIONS }, registerNext));
  return tokens;
};

/** Signs in the shop's admin. Returns the token. */
export const signInAdmin = async ({ url }: Running): Promise<string> => {
  const login = await post(`${url}/api/login`, { username: 'admin', password: ADMIN_PASSWORD });
  return ((await login.json()) as { token: string }).token;
};

/** Logs in the first member of the bench. */
export const logInMember = ({ url }: Running): Promise<unknown> =>
  post(`${url}/api/login`, { username: 'bench_0', password: MEMBER_PASSWORD });

/**
 * Makes one call with the token of a user. Returns the body of the response.
 *
 * @throws Error if the call fails
 */
export const call = async <Body>(
  { url }: Running,
  token: string,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
  headers: Record<string, string> = {},
): Promise<Body> => {
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return JSON.parse(text) as Body;
};

/** Keeps connections open, as a browser does. */
const agent = new Agent({ keepAlive: true });

/**
 * Reads a response in brotli to its last byte. Nothing is decoded: a browser does that on another machine.
 *
 * @throws Error if the status is not 200
 */
export const readBytes = async (
  { url }: Running,
  path: string,
  token?: string,
): Promise<{ bytes: number; etag: string | undefined }> => {
  const headers = { 'accept-encoding': 'br', ...(token && { authorization: `Bearer ${token}` }) };
  const sent = get(url + path, { agent, headers });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`GET ${path} returned ${response.statusCode}`);
  return { bytes, etag: response.headers.etag };
};

/** Node measures the time from one tick of a timer to the next, in milliseconds. */
const TICK_MS = 10;

/** How long the event loop of the shop was blocked at most since the last call of this function, in milliseconds. */
export const longestBlock = async ({ url }: Running): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics)!;
  return Math.max(0, Number(seconds) * 1000 - TICK_MS);
};

/** A product in an inventory file. `price` is in dollars. */
export interface FileProduct {
  id: string;
  name: string;
  qty: number;
  price: number;
  brand: string;
  category: string;
  description: string;
  tags: string[];
  images: string[];
  /** Lower prices from a number of pieces. */
  tiers?: readonly { from: number; price: number }[];
}

/** Creates products with plenty of stock. Each edition has other prices. */
export const plainProducts = (count: number, edition: number): FileProduct[] => {
  const categories = ['Flower', 'Carts', 'Concentrates', 'Edibles', 'Pre-rolls', 'Topical'];
  return Array.from({ length: count }, (_, index) => ({
    id: `bench-${index}`,
    name: `Product ${index} of the bench, ${['small', 'middle', 'large'][index % 3]}`,
    qty: 90_000,
    price: 10 + (index % 50) + 0.25 + edition,
    brand: `Brand ${index % 40}`,
    category: categories[index % categories.length]!,
    description: `Strain: Bench ${index % 97}. Grown for measuring; number ${index} of its kind.`,
    tags: [`Formulation = Kind ${index % 60}`],
    images: [`bench/x950-${index}.jpg`],
  }));
};

/** The products with another stock of every hundredth one, as a feed brings it. */
export const withOtherStock = (products: readonly FileProduct[], qty: number): FileProduct[] =>
  products.map((product, index) => (index % 100 === 0 ? { ...product, qty } : product));

/** Uploads a file that replaces the inventory, as an admin does. With `dryRun` it is only a preview. */
export const uploadProducts = async (
  { url }: Running,
  token: string,
  products: readonly FileProduct[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> => {
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify({ data: products })]), 'bench.customization');
  const response = await fetch(`${url}/api/admin/inventory/replace-inventory?dryRun=${dryRun}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`The upload returned ${response.status}: ${await response.text()}`);
};

/** The items as the panel lists them. */
export const listItems = async (shop: Running, token: string): Promise<{ id: number }[]> =>
  (await call<{ inventory: { id: number }[] }>(shop, token, ['GET', '/api/admin/inventory'])).inventory;

/** Edits the markup of one item, as an admin does. */
export const setMarkup = (
  shop: Running,
  token: string,
  { id, markupDollars }: { id: number; markupDollars: number },
): Promise<unknown> => call(shop, token, ['PATCH', `/api/admin/inventory/${id}/markup`, { markupDollars }]);

/** Sets the markup of all items to a percentage of their base price, by a price rule. */
export const setPercentOfAll = (shop: Running, token: string, percent: number): Promise<unknown> =>
  call(shop, token, [
    'POST',
    '/api/admin/inventory/price-rule',
    { all: true, kind: 'percent', value: percent, rounding: 'none' },
  ]);

/** Starts a shop, runs the work, and stops the shop. The shop is empty unless the settings say otherwise. */
export const withShop = async <Result>(
  work: (shop: Running) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> => {
  const shop = await startShop(settings);
  try {
    return await work(shop);
  } finally {
    await shop.stop();
  }
};

/** Like `withShop`, with a number of plain products in the shop. */
export const withStockedShop = <Result>(
  products: number,
  work: (shop: Running) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> =>
  withShop(async (shop) => {
    await uploadProducts(shop, await signInAdmin(shop), plainProducts(products, 0));
    return work(shop);
  }, settings);

/** The ids of the first products of the catalogue. */
export const productIds = async ({ url }: Running, count: number): Promise<number[]> => {
  const { inventory } = (await (await fetch(`${url}/api/inventory-data`)).json()) as { inventory: { id: number }[] };
  return inventory.slice(0, count).map(({ id }) => id);
};
