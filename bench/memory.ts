import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  call,
  plainProducts,
  productIds,
  registerMembers,
  setPercentOfAll,
  signInAdmin,
  uploadProducts,
} from './fixtures.ts';
import { load } from './load.ts';
import { type Figure, type Part, timed } from './part.ts';
import { type Engine, onBothEngines } from './postgres.ts';
import { type Running, residentMemory, startShop } from './processes.ts';
import { median } from './rounds.ts';
import { isShort, ROUNDS, scaled } from './scale.ts';

const PRODUCTS = scaled(15_000);
/** After so many milliseconds without a call, a shop counts as idle. V8 gives memory back after about 20 seconds. */
const IDLE_MS = isShort ? 1 : 30_000;

/** A shop of 15,000 products: how soon it is healthy after a start, and its memory idle and after a day's work. */
export const memory: Part = {
  name: 'memory',
  measure: async () => ({ figures: (await onBothEngines(measureMemory)).flat() }),
};

const measureMemory = async ({ name: engine, settings }: Engine): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-bench-'));
  const open = () => startShop({ ...settings, DATA_DIR: dataDir });
  try {
    const first = await open();
    await uploadProducts(first, await signInAdmin(first), plainProducts(PRODUCTS, 0));
    await first.stop();
    const starts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      let shop: Running | undefined;
      starts.push(
        await timed(async () => {
          shop = await open();
        }),
      );
      await shop!.stop();
    }
    const shop = await open();
    try {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      const idle = residentMemory(shop.pid);
      await work(shop);
      const products = PRODUCTS.toLocaleString('en-US');
      return [
        { name: `Start until healthy, ${products} products, ${engine}`, value: median(starts), unit: 'ms', bar: 450 },
        { name: `Memory when idle, ${engine}`, value: idle, unit: 'MiB', bar: 120 },
        { name: `Memory after a day's work, ${engine}`, value: residentMemory(shop.pid), unit: 'MiB', bar: 250 },
      ];
    } finally {
      await shop.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** What a day brings: members register, read the catalogue and fill carts, and an admin uploads and changes prices. */
const work = async (shop: Running): Promise<void> => {
  const tokens = await registerMembers(shop, 16);
  const token = await signInAdmin(shop);
  for (const edition of [1, 2]) await uploadProducts(shop, token, plainProducts(PRODUCTS, edition));
  await setPercentOfAll(shop, token, 10);
  const catalogue = { url: `${shop.url}/api/inventory-data`, connections: 16, headers: { 'accept-encoding': 'br' } };
  await load(catalogue, 200);
  const [id] = await productIds(shop, 1);
  await load(
    {
      url: `${shop.url}/api/cart/add`,
      method: 'POST',
      connections: 16,
      headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ productId: id, quantity: 1 }),
    },
    200,
  );
  await call(shop, token, ['GET', '/api/admin/inventory']);
};
