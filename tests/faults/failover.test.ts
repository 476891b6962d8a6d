import { afterEach, expect, test } from 'vitest';
import { problemsAfterFault } from './fault.ts';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import type { Load } from './load.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import type { ReadRows } from './saved.ts';
import { waitUntil } from './wait.ts';

// A failover uses its servers up, so each test has a primary and a standby of its own.
let primary: PostgresServer | undefined;
let standby: PostgresServer | undefined;
let shop: FaultShop | undefined;

afterEach(async () => {
  try {
    await shop?.close();
  } finally {
    await standby?.close();
    await primary?.close();
    [shop, standby, primary] = [undefined, undefined, undefined];
  }
});

/** Starts a primary with a synchronous standby, and a shop that knows both. */
const openShopWithStandby = async (query: string) => {
  const first = await startPostgresServer();
  primary = first;
  await first.query('create database shop');
  const second = await first.addStandby();
  standby = second;
  const hosts = [first, second].map(({ port }) => `127.0.0.1:${port}`).join();
  const url = first.url(`shop${query}`).replace(/127\.0\.0\.1:\d+/, hosts);
  const opened = await openFaultShop({ env: { DATABASE_URL: url } });
  shop = opened;
  const readRows: ReadRows = (statement) => second.query(statement, 'shop');
  return { primary: first, standby: second, shop: opened, readRows };
};

/** Waits until a server accepts writes over a direct connection. Returns the time. */
const acceptsWrites = async (server: PostgresServer): Promise<number> => {
  const write = async () => {
    await server.query('create table if not exists written (at timestamptz)');
    await server.query('insert into written values (now())');
    return true;
  };
  await waitUntil(() => write().catch(() => false));
  return Date.now();
};

/** Makes the standby the primary, and lets it commit alone. Returns the time from which it accepts writes. */
const failOver = async (server: PostgresServer): Promise<number> => {
  await server.promote();
  return acceptsWrites(server);
};

test('when the primary is killed, the shop writes to the standby that was promoted', async () => {
  const { primary, standby, shop, readRows } = await openShopWithStandby('');
  const cause = async () => {
    await primary.kill();
    return failOver(standby);
  };
  expect(await problemsAfterFault({ name: 'failover, primary killed', shop, readRows, cause })).toEqual([]);
});

test('when the primary freezes, the shop writes to the standby that was promoted', async () => {
  const { primary, standby, shop, readRows } = await openShopWithStandby('?target_session_attrs=read-write');
  const cause = async (load: Load) => {
    primary.pause();
    await load.everyoneRefused();
    return failOver(standby);
  };
  expect(await problemsAfterFault({ name: 'failover, primary frozen', shop, readRows, cause })).toEqual([]);
});

test('when both servers accept writes, the shop uses the one that was promoted last', async () => {
  const { primary, standby, shop, readRows } = await openShopWithStandby('?target_session_attrs=primary');
  const cause = async (load: Load) => {
    primary.pause();
    const since = await failOver(standby);
    await load.recovery(since);
    // The old primary comes back, does not know that it was replaced, and waits for no standby any more.
    primary.resume();
    await primary.query('alter system reset synchronous_standby_names');
    await primary.query('select pg_reload_conf()');
    await acceptsWrites(primary);
    await load.acknowledged(20);
    // The shop has to choose again.
    await standby.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'");
    return Date.now();
  };
  expect(await problemsAfterFault({ name: 'two primaries', shop, readRows, cause })).toEqual([]);

  // So does a shop that has just been started, and that knows neither of them.
  await shop.restart();
  const nothing = async () => Date.now();
  expect(await problemsAfterFault({ name: 'two primaries at the start', shop, readRows, cause: nothing })).toEqual([]);
});
