import { ACCESS_CODE, ADMIN_PASSWORD, type Running, startShop } from './processes.ts';

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
};

export const MEMBER_PASSWORD = 'bench-member-password';

/** Registers members the way people do; answers their tokens. */
export const registerMembers = async ({ url }: Running, count: number): Promise<string[]> => {
  const gate = await post(`${url}/api/auth`, { password: ACCESS_CODE });
  const cookie = gate.headers.get('set-cookie')!.split(';')[0]!;
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const account = {
      username: `bench_${index}`,
      email: `bench${index}@example.test`,
      password: MEMBER_PASSWORD,
      signalUsername: '',
    };
    const answer = await post(`${url}/api/register`, account, { cookie });
    tokens.push(((await answer.json()) as { token: string }).token);
  }
  return tokens;
};

/** Signs the shop's admin in. */
export const signInAdmin = async ({ url }: Running): Promise<string> => {
  const login = await post(`${url}/api/login`, { username: 'admin', password: ADMIN_PASSWORD });
  return ((await login.json()) as { token: string }).token;
};

/** A product as a file has it. */
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
}

/** So many products, all well in stock. Each edition prices them anew. */
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

/** Replaces the inventory with these products, as an admin does. */
export const uploadProducts = async (
  { url }: Running,
  token: string,
  products: readonly FileProduct[],
): Promise<void> => {
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify({ data: products })]), 'bench.customization');
  const answer = await fetch(`${url}/api/admin/inventory/replace-inventory`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
};

/** Starts a shop, empty unless the settings say otherwise, for a piece of work and ends it with it. */
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

/** The same with so many plain products in it. */
export const withStockedShop = <Result>(products: number, work: (shop: Running) => Promise<Result>): Promise<Result> =>
  withShop(async (shop) => {
    await uploadProducts(shop, await signInAdmin(shop), plainProducts(products, 0));
    return work(shop);
  });

/** The ids of the first products of the catalogue. */
export const productIds = async ({ url }: Running, count: number): Promise<number[]> => {
  const { inventory } = (await (await fetch(`${url}/api/inventory-data`)).json()) as { inventory: { id: number }[] };
  return inventory.slice(0, count).map(({ id }) => id);
};
