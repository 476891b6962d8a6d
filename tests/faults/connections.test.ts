import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../e2e/shop-api.ts';
import { problemsAfterFault } from './fault.ts';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import type { Load } from './load.ts';
import { problemsWithoutDatabase } from './outage.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type NetworkProxy, startProxy } from './proxy.ts';
import type { ReadRows } from './saved.ts';

// The shop reaches its server through a proxy of ours, and the tests reach it directly.
let server: PostgresServer;
let proxy: NetworkProxy;
let shop: FaultShop;
const readRows: ReadRows = (query) => server.query(query, 'shop');

beforeAll(async () => {
  server = await startPostgresServer();
  await server.query('create database shop');
  proxy = await startProxy(server.port);
  const address = new URL(server.url('shop'));
  address.port = String(proxy.port);
  shop = await openFaultShop({ env: { DATABASE_URL: address.href } });
});

afterAll(async () => {
  await shop?.close();
  await proxy?.close();
  await server?.close();
});

/** Ends connections five times, while members order. */
const cutOften = async (load: Load, cut: () => Promise<unknown>): Promise<number> => {
  let last = 0;
  for (let time = 0; time < 5 && shop.ended() === null; time++) {
    last = Date.now();
    await cut();
    await load.acknowledged(20);
  }
  return last;
};

/** Changes the price of a product as another process of the shop does. Returns the new final price. */
const changePrice = async (markupDollars: number): Promise<number> => {
  const [product] = await readRows<{ id: number; cents: number }>(
    'select id, price_cents::int as cents from items order by id limit 1',
  );
  const file = join(shop.dataDir, 'prices.csv');
  await writeFile(file, `id,markupDollars\n${product!.id},${markupDollars}\n`);
  const { output, failed } = await shop.command(['import', file], { DATABASE_URL: server.url('shop') });
  if (failed) throw new Error(output);
  return Math.ceil(product!.cents / 100 + markupDollars);
};

/** Waits until the catalogue shows a price. */
const expectPrice = async (finalPrice: number): Promise<void> => {
  const shown = async () => {
    const [first] = ((await readCatalogue(shop)) as { id: number; finalPrice?: number }[]).sort((a, b) => a.id - b.id);
    return first?.finalPrice;
  };
  await expect.poll(shown).toBe(finalPrice);
};

test('the shop goes on when the server ends all of its connections, again and again', async () => {
  const terminate = () => server.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'");
  const cause = (load: Load) => cutOften(load, terminate);
  expect(await problemsAfterFault({ name: 'connections terminated', shop, readRows, cause })).toEqual([]);
  // The connection that listens for changes came back as well.
  await expectPrice(await changePrice(31));
});

test('the shop goes on when the network cuts all of its connections, again and again', async () => {
  const cause = (load: Load) => cutOften(load, async () => proxy.cut());
  expect(await problemsAfterFault({ name: 'connections reset', shop, readRows, cause })).toEqual([]);
  await expectPrice(await changePrice(32));
});

for (const [mode, name] of [
  ['refuse', 'the server refuses connections'],
  ['swallow', 'the server is out of reach'],
] as const) {
  test(`while ${name}, the shop serves what it knows, and it catches up afterwards`, async () => {
    const markup = mode === 'refuse' ? 33 : 34;
    let finalPrice = 0;
    const cause = async (load: Load, problems: string[]) => {
      await proxy.set(mode);
      problems.push(...(await problemsWithoutDatabase(shop)));
      await load.everyoneRefused();
      finalPrice = await changePrice(markup);
      await proxy.set('forward');
      return Date.now();
    };
    expect(await problemsAfterFault({ name, shop, readRows, cause })).toEqual([]);
    await expectPrice(finalPrice);
  });
}
