import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopEnv } from '../e2e/shop-process.ts';
import { call } from './calls.ts';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import { startLoad } from './load.ts';
import { startPostgresServer } from './postgres-server.ts';
import { type ReadRows, sqliteReader } from './saved.ts';
import { ENGINES, type Engine } from './shop-on-engine.ts';

/** How many calls members make before the backup and after it. */
const CALLS = 60;

interface Rehearsal {
  shop: FaultShop;
  readRows: ReadRows;
  /** The settings of the shop that the backup is restored into, and its rows. */
  second: { env: ShopEnv; readRows: ReadRows };
  close(): Promise<void>;
}

const prepare = async (engine: Engine, folder: string): Promise<Rehearsal> => {
  const env = { DATA_DIR: join(folder, 'second'), DATABASE_URL: '' };
  if (engine === 'sqlite') {
    const shop = await openFaultShop();
    return {
      shop,
      readRows: sqliteReader(join(shop.dataDir, 'shop.db')),
      second: { env, readRows: sqliteReader(join(env.DATA_DIR, 'shop.db')) },
      close: shop.close,
    };
  }
  const server = await startPostgresServer();
  for (const name of ['shop', 'second']) await server.query(`create database ${name}`);
  const shop = await openFaultShop({ env: { DATABASE_URL: server.url('shop') } });
  return {
    shop,
    readRows: (query) => server.query(query, 'shop'),
    second: { env: { ...env, DATABASE_URL: server.url('second') }, readRows: (query) => server.query(query, 'second') },
    close: async () => {
      await shop.close();
      await server.close();
    },
  };
};

const receiptsOf = async (readRows: ReadRows): Promise<Set<string>> =>
  new Set((await readRows<{ id: string }>('select id from receipts')).map(({ id }) => id));

/** Receipts are numbered without gaps, each takes its stock, and the counter is that of the last one: in one moment only. */
const MOMENT = `
  select (select count(*) from receipts) as receipts,
    (select coalesce(max(number) - min(number) + 1, 0) from receipts) as numbers,
    (select coalesce(max(number), 0) from receipts) as last,
    (select value from counters where name = 'receipt') as counter,
    (select sum(reserved) from items) as reserved,
    (select sum(quantity) from receipt_lines) as ordered`;

for (const engine of ENGINES) {
  describe(`[${engine}]`, () => {
    let folder: string;
    let rehearsal: Rehearsal;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'greenroom-rehearsal-'));
      rehearsal = await prepare(engine, folder);
    });
    afterAll(async () => {
      await rehearsal?.close();
      await rm(folder, { recursive: true, force: true });
    });

    test('a backup that is made while members order is one moment of the shop, and restores as it', async () => {
      const { shop, readRows, second } = rehearsal;
      const load = startLoad(shop);
      await load.acknowledged(CALLS);
      const before = await receiptsOf(readRows);
      const made = await call(`${shop.url}/api/admin/backups`, { method: 'POST', token: shop.adminToken, json: {} });
      const after = await receiptsOf(readRows);
      expect(made).toMatchObject({ status: 201, body: { verified: true } });
      await load.acknowledged(CALLS);
      const told = await load.stop();
      expect([told.broken, told.unexpected]).toEqual([[], []]);
      expect(after.size).toBeGreaterThan(0);

      const file = join(shop.dataDir, 'backups', String(made.body.name));
      expect(await shop.command(['restore', file, '--yes'], second.env)).toMatchObject({ failed: false });
      const restored = await receiptsOf(second.readRows);
      expect([...before].filter((id) => !restored.has(id))).toEqual([]);
      expect([...restored].filter((id) => !after.has(id))).toEqual([]);
      const [moment] = await second.readRows<Record<string, number | string>>(MOMENT);
      const { receipts, numbers, last, counter, reserved, ordered } = moment!;
      expect([numbers, counter, reserved].map(Number)).toEqual([receipts, last, ordered].map(Number));
      const check = await shop.command(['check'], second.env);
      expect(check.output).not.toContain('FAIL');
      expect(check).toMatchObject({ failed: false });
    });
  });
}
