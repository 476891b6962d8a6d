import { type ChildProcess, execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { PATIENT_LIMITS, serverWithLimits } from '../../src/server/testing/patience.ts';
import type { FileProduct } from '../e2e/products.ts';
import { adminToken, type Member, readInventory, registerMember, uploadInventory } from '../e2e/shop-api.ts';
import { closeShop, type Shop, type ShopEnv, startShop } from '../e2e/shop-process.ts';
import { call } from './calls.ts';
import { keepFolder, keepProcess } from './kept.ts';

/** A real shop with products that never run out, a picture, and members. */
export interface FaultShop extends Shop {
  /** True if it has the limits of a shop that serves, so that it can be checked how long its responses take. */
  isMeasured: boolean;
  /** Those who order while a fault happens. */
  members: readonly Member[];
  /** A member whose cart is nobody else's concern. */
  visitor: Member;
  adminToken: string;
  /** The gate's cookie. */
  gateCookie: string;
  productIds: readonly number[];
  /** The address of a product's picture, without the host. */
  picture: string;
  /** The id of the process, which a restart changes. */
  pid(): number;
  /** Runs a command of the command line next to the shop. `env` replaces some of the shop's settings. */
  command(args: readonly string[], env?: ShopEnv): Promise<CommandResult>;
  /** Stops the shop. Throws if that takes so long that it has to be killed. */
  close(): Promise<void>;
}

interface CommandResult {
  output: string;
  /** True if its code was not 0. */
  failed: boolean;
}

interface Options {
  env?: ShopEnv;
  /** See `FaultShop`. */
  isMeasured?: boolean;
  /** See `startShop`. */
  through?: readonly string[];
  /** The folder for the shop's data, if it is not one of its own: as the shop sees it, and as the tests see it. */
  dataDir?: { path: string; outside: string };
  /** What the shop sells. */
  products?: readonly FileProduct[];
}

const SERVER = new URL('../../dist/server/server.js', import.meta.url).href;
/** As many members order at the same time. */
const MEMBERS = 8;
/** The picture that every product here has. */
export const PICTURE = 'leaf.png';

/** The products that members order. Every inventory of these tests has them. */
const PRODUCTS: readonly FileProduct[] = Array.from({ length: 20 }, (_, index) => ({
  id: `p${index}`,
  name: `Product ${index}`,
  qty: 1_000_000,
  price: 10 + index,
  brand: 'Northlight',
  category: 'Flower',
  images: [PICTURE],
}));

/** An inventory whose every product carries its version in the brand. It contains the products that members order. */
export const inventoryOf = (version: string, products: number): FileProduct[] => [
  ...PRODUCTS.map((product) => ({ ...product, brand: version })),
  ...Array.from({ length: products - PRODUCTS.length }, (_, index) => ({
    id: `more-${index}`,
    name: `More ${index}`,
    qty: 5,
    price: 12,
    brand: version,
    category: 'Edibles',
    description: `Strain: Blue Hour. Cold-cured and small-batch, number ${index}.`,
    tags: ['Formulation = Live Resin', 'Volume = 1G'],
  })),
];

/** Starts a shop. The caller closes it. */
export const openFaultShop = async ({
  env = {},
  isMeasured = false,
  through = [],
  dataDir,
  products = PRODUCTS,
}: Options = {}): Promise<FaultShop> => {
  const settings = { DEMO: 'off', ...env, ...(dataDir && { DATA_DIR: dataDir.path }) };
  let pid = 0;
  const onProcess = (child: ChildProcess) => {
    pid = child.pid ?? 0;
    keepProcess(child);
  };
  const patiently = isMeasured ? [] : [process.execPath, ...serverWithLimits(SERVER, PATIENT_LIMITS)];
  const shop = await startShop(settings, { through: [...through, ...patiently], onProcess });
  keepFolder(shop.dataDir);
  const pictures = join(dataDir?.outside ?? shop.dataDir, 'pictures');
  const leaf = sharp({ create: { width: 60, height: 60, channels: 3, background: '#2f6b3a' } });
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, PICTURE), await leaf.png().toBuffer());
  await uploadInventory(shop, products);
  const members: Member[] = [];
  while (members.length < MEMBERS) members.push(await registerMember(shop));
  const inventory = await readInventory(shop);
  const picture = `/api/proxy-image/${PICTURE}`;
  const gateCookie = await passGate(shop);
  // The first request for a picture converts it, which can take seconds on a busy machine.
  await call(`${shop.url}${picture}`, { cookie: gateCookie });
  return {
    ...shop,
    isMeasured,
    members,
    visitor: await registerMember(shop),
    adminToken: await adminToken(shop),
    gateCookie,
    productIds: inventory.map(({ id }) => id),
    picture,
    pid: () => pid,
    command: (args, changed) => runCommand(through, { DATA_DIR: shop.dataDir, ...settings, ...changed }, args),
    close: async () => {
      await closeShop(shop);
      if (shop.ended() === 'SIGKILL') throw new Error('The shop did not end when it was asked to.');
    },
  };
};

const passGate = async (shop: Shop): Promise<string> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ password: shop.accessCode });
  const response = await fetch(`${shop.url}/api/auth`, { method: 'POST', headers, body });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
};

const commandLine = fileURLToPath(new URL('../../dist/server/cli/main.js', import.meta.url));

const runCommand = (through: readonly string[], env: ShopEnv, args: readonly string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const [program, ...rest] = [...through, process.execPath, commandLine, ...args];
    const options = { env: { PATH: process.env.PATH, ...env }, timeout: 100_000, killSignal: 'SIGKILL' as const };
    execFile(program!, rest, options, (error, stdout, stderr) =>
      resolve({ output: stdout + stderr, failed: error !== null }),
    );
  });

/** Puts one piece of a product in a member's cart. */
export const addPiece = (shop: Shop, { token }: Member, productId: number, idempotencyKey: string) =>
  call(`${shop.url}/api/cart/add`, { method: 'POST', token, json: { productId, quantity: 1 }, idempotencyKey });

/** Confirms a member's order. */
export const confirmOrder = (shop: Shop, { token }: Member, idempotencyKey: string) =>
  call(`${shop.url}/api/receipts`, { method: 'POST', token, json: {}, idempotencyKey });

/** The form with a file of these products. */
export const inventoryForm = (products: readonly FileProduct[]): FormData => {
  const form = new FormData();
  form.append('file', new Blob([JSON.stringify({ data: products })]), 'stock.customization');
  return form;
};

/** Replaces the inventory. */
export const upload = (shop: FaultShop, products: readonly FileProduct[]) => {
  const url = `${shop.url}/api/admin/inventory/replace-inventory`;
  return call(url, { method: 'POST', token: shop.adminToken, form: inventoryForm(products) });
};
