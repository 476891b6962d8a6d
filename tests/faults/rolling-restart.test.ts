import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeShop, type Shop, startShop } from '../e2e/shop-process.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { call } from './calls.ts';
import { problemsOfCheck } from './fault.ts';
import { type FaultShop, inventoryOf, openFaultShop, upload } from './fault-shop.ts';
import { keepFolder, keepProcess } from './kept.ts';
import { startLoad } from './load.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { compareOrders, readSavedOrders } from './saved.ts';
import { followStream, type StreamFollower } from './stream-follower.ts';
import { waitUntil } from './wait.ts';

/** How often both processes are restarted. ROLLING_ROUNDS=3 takes about a minute and a half. */
const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 1);
const FOLLOWERS = 6;
const MINUTES_MS = 300_000;

let server: PostgresServer;
let first: FaultShop;
let second: Shop;
let balancer: Balancer;
/** The shop as members see it: behind the balancer. */
let shop: FaultShop;
beforeAll(async () => {
  server = await startPostgresServer();
  await server.query('create database shop');
  const env = { DATABASE_URL: server.url('shop'), DEMO: 'off' };
  first = await openFaultShop({ env });
  second = await startShop(env, { onProcess: (process) => keepProcess(process) });
  keepFolder(second.dataDir);
  balancer = await startBalancer([first.url, second.url]);
  // Each of the processes ends now and then. The shop does not.
  shop = { ...first, url: balancer.url, ended: () => null };
}, MINUTES_MS);
afterAll(async () => {
  await balancer?.close();
  if (second) await closeShop(second);
  await first?.close();
  await server?.close();
});

/** Reads the catalogue, a cart and the page all the time, until the returned function is called. */
const startReading = (): (() => Promise<number>) => {
  let reads = 0;
  let isDone = false;
  const read = async (path: string, token?: string) => {
    while (!isDone) {
      await call(`${shop.url}${path}`, token === undefined ? {} : { token });
      reads++;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const reading = [read('/api/inventory-data'), read('/api/cart', shop.visitor.token), read('/'), read('/healthz')];
  return async () => {
    isDone = true;
    await Promise.all(reading);
    return reads;
  };
};

test(
  'two processes are restarted one after the other under load: no call fails, no write is lost, and streams go on',
  async () => {
    const readRows = <Row extends object>(query: string) => server.query<Row>(query, 'shop');
    const before = await readSavedOrders(readRows);
    const pages: StreamFollower[] = Array.from({ length: FOLLOWERS }, () => followStream(`${shop.url}/api/events`));
    const load = startLoad(shop);
    const stopReading = startReading();
    for (let round = 0; round < ROUNDS; round++) {
      for (const process of [first, second]) {
        await balancer.isKnownTo(process.url);
        await load.acknowledged(10);
        await process.restart();
        // Checked by the balancer, as a person who restarts the next one would look.
        await waitUntil(async () => (await call(`${process.url}/readyz`)).status === 200);
      }
    }
    await load.acknowledged(10);
    const reads = await stopReading();
    const record = await load.stop();

    expect(balancer.failures).toEqual([]);
    expect({ broken: record.broken, unexpected: record.unexpected }).toEqual({ broken: [], unexpected: [] });
    const saved = compareOrders(record.members, before, await readSavedOrders(readRows));
    expect(saved).toEqual({ lost: 0, extra: 0 });
    expect(await problemsOfCheck(first)).toEqual([]);
    expect(Math.min(...balancer.calls)).toBeGreaterThan(0);

    // Both processes have been away, so each page has opened its stream again, soon after it was told to.
    await upload(shop, inventoryOf('after-the-restarts', 20));
    for (const page of pages) {
      await waitUntil(() => page.received().includes('after-the-restarts'));
      expect(page.opened()).toBeGreaterThan(1);
      expect(Math.max(...page.pauses())).toBeLessThanOrEqual(1000);
      page.leave();
    }
    const { acknowledged, slowestMs } = record;
    console.info(
      `${ROUNDS * 2} restarts: ${acknowledged} writes and ${reads} reads, slowest ${Math.round(slowestMs)} ms`,
    );
  },
  MINUTES_MS,
);
