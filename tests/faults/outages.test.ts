import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './calls.ts';
import { problemsAfterFault } from './fault.ts';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import type { Load } from './load.ts';
import { problemsOfReading, problemsOfWriting, problemsWithoutDatabase } from './outage.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import type { ReadRows } from './saved.ts';

let server: PostgresServer;
let shop: FaultShop;
const readRows: ReadRows = (query) => server.query(query, 'shop');

beforeAll(async () => {
  server = await startPostgresServer();
  await server.query('create database shop');
  // The catalogue is served to those who passed the gate, by its key as the shop last read it.
  shop = await openFaultShop({ env: { DATABASE_URL: server.url('shop'), CATALOGUE_NEEDS_GATE: 'on' } });
});

afterAll(async () => {
  await shop?.close();
  await server?.close();
});

/** Checks that the catalogue is closed to those who have not passed the gate. */
const problemsOfGate = async (): Promise<string[]> => {
  const { status, failure } = await call(`${shop.url}/api/inventory-data`);
  return status === 403 ? [] : [`Without the gate's cookie the catalogue returned ${failure ?? status}.`];
};

test('while the server is stopped, the shop serves what it knows, and it writes again once the server runs', async () => {
  const cause = async (load: Load, problems: string[]) => {
    await server.stop('immediate');
    problems.push(...(await problemsWithoutDatabase(shop)), ...(await problemsOfGate()));
    await load.everyoneRefused();
    await server.start();
    return Date.now();
  };
  expect(await problemsAfterFault({ name: 'server stopped', shop, readRows, cause })).toEqual([]);
});

test('while the server is frozen, every call ends, and the shop writes again once the server goes on', async () => {
  const cause = async (load: Load, problems: string[]) => {
    server.pause();
    // Twice: a pool whose connections are all waiting must not make calls wait for a place in it.
    problems.push(...(await problemsWithoutDatabase(shop)), ...(await problemsOfGate()));
    problems.push(...(await problemsWithoutDatabase(shop)));
    await load.everyoneRefused();
    server.resume();
    return Date.now();
  };
  expect(await problemsAfterFault({ name: 'server frozen', shop, readRows, cause })).toEqual([]);
});

test('while the database is read-only, members read and cannot order', async () => {
  const cause = async (load: Load, problems: string[]) => {
    await server.query('alter system set default_transaction_read_only = on');
    await server.query('select pg_reload_conf()');
    await load.everyoneRefused();
    problems.push(...(await problemsOfReading(shop)), ...(await problemsOfWriting(shop)));
    const { status } = await call(`${shop.url}/api/cart`, { token: shop.visitor.token });
    if (status !== 200) problems.push(`Reading the cart returned ${status}.`);
    await server.query('alter system reset default_transaction_read_only');
    await server.query('select pg_reload_conf()');
    return Date.now();
  };
  expect(await problemsAfterFault({ name: 'database read-only', shop, readRows, cause })).toEqual([]);
});
