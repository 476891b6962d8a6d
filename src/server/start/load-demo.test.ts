import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { getInventoryData } from '#contract/catalogue.ts';
import { listAllReceipts } from '#contract/receipts.admin.ts';
import { demoProducts } from '#demo/catalogue.ts';
import { checkEvidence } from '../features/audit/chain-check.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../testing/factories.ts';
import { listProducts } from '../testing/inventory.ts';
import { startTestShop } from '../testing/test-shop.ts';
import { loadDemo } from './load-demo.ts';

bothDatabases(
  (shop) => {
    test('the first start of a demo fills the shop, with some products sold out by open orders', async () => {
      expect(await loadDemo(shop())).toBe(true);
      const inventory = await listProducts(shop());
      expect(inventory).toHaveLength(demoProducts(shop().clock()).length);
      expect(new Set(inventory.map(({ category }) => category)).size).toBeGreaterThanOrEqual(11);
      expect(inventory.filter(({ brand }) => brand === 'In-House').length).toBeGreaterThan(0);
      expect(inventory.every(({ images }) => images.length > 0)).toBe(true);

      const soldOut = inventory.filter(({ quantity }) => quantity === 0);
      expect(soldOut).toHaveLength(6);
      expect(new Set(soldOut.map(({ category }) => category)).size).toBeGreaterThanOrEqual(4);
      const admin = await buildAdmin(shop());
      const ofToday = (await admin.call(listAllReceipts, { query: { limit: '3' } })).body.receipts;
      expect(ofToday.map(({ status }) => status)).toEqual(['completed', 'awaiting_payment', 'paid']);
      const open = ofToday.slice(1).flatMap(({ lines }) => lines.map(({ productId }) => productId));
      expect(open.sort()).toEqual(soldOut.map(({ id }) => id).sort());
    });

    test('the shop looks as if it had been open for 90 days, and its data, evidence and points fit together', async () => {
      const admin = await buildAdmin(shop());
      const { receipts, total } = (await admin.call(listAllReceipts, { query: { limit: '200' } })).body;
      expect(total).toBeGreaterThan(60);
      const day = 86_400_000;
      const ages = receipts.map(({ createdAt }) => (shop().clock() - Date.parse(createdAt)) / day);
      expect(Math.max(...ages)).toBeGreaterThan(85);
      expect(Math.max(...ages)).toBeLessThan(91);
      expect(ages).toEqual(ages.toSorted((a, b) => a - b));
      for (let week = 0; week < 12; week++) {
        expect(ages.filter((age) => age > week * 7 && age <= week * 7 + 7).length, `week ${week}`).toBeGreaterThan(0);
      }
      const statuses = new Set(receipts.map(({ status }) => status));
      expect([...statuses].sort()).toEqual(['awaiting_payment', 'cancelled', 'completed', 'paid', 'shipped']);
      const paid = receipts.filter(({ status }) => ['paid', 'shipped', 'completed'].includes(status));
      expect(paid.filter(({ received, total: asked }) => received !== asked)).toEqual([]);
      const { database, clock, currentSettings } = shop();
      expect(await checkData(database)).toMatchObject({ well: true });
      const evidence = await checkEvidence(database, { now: clock(), shown: currentSettings.shownWallets });
      expect(evidence).toMatchObject({ well: true });
    });

    test('a second start changes nothing', async () => {
      const before = await shop().call(getInventoryData);
      expect(await loadDemo(shop())).toBe(false);
      const after = await shop().call(getInventoryData);
      expect(after.headers.etag).toBe(before.headers.etag);
    });

    test('a shop whose demo products are gone does not get them again', async () => {
      await shop().database.write(async (tx, touch) => {
        await tx.updateTable('items').set({ listed: 0 }).execute();
        touch('catalogue');
      });
      expect(await loadDemo(shop())).toBe(false);
    });
  },
  { settings: { DEMO: 'on', ORDER_WEBHOOK_URL: 'http://127.0.0.1:9/' } },
);

test('a demo that starts in ten years shows as many expired lab results as one today', async () => {
  const startIn = async (years: number) => {
    const shop = await startTestShop({ settings: { DEMO: 'on' }, now: Date.parse(`${2026 + years}-11-22T18:00:00Z`) });
    await loadDemo(shop);
    const { items } = (await (await buildAdmin(shop)).call(getAttention)).body;
    await shop.close();
    return items.find(({ kind }) => kind === 'lab_expired')!.count;
  };
  const today = await startIn(0);
  expect(today).toBeGreaterThan(10);
  expect(Math.abs((await startIn(10)) - today)).toBeLessThanOrEqual(today / 5);
});

test("the webhook is not notified of the demo's orders", async () => {
  const shop = await startTestShop({ settings: { DEMO: 'on', ORDER_WEBHOOK_URL: 'http://127.0.0.1:9/' } });
  await loadDemo(shop);
  expect(await shop.database.read.selectFrom('notices').selectAll().execute()).toEqual([]);
  await shop.close();
});

test.each([
  ['DEMO=off', { DEMO: 'off' }],
  ['its own feed', { DEMO: 'on', INVENTORY_FEED_URL: 'http://127.0.0.1:9/' }],
])('a shop with %s stays empty', async (_name, settings) => {
  const shop = await startTestShop({ settings });
  expect(await loadDemo(shop)).toBe(false);
  expect(await listProducts(shop)).toEqual([]);
  await shop.close();
});

test('purchase limits do not keep a demo from starting', async () => {
  const shop = await startTestShop({ settings: { DEMO: 'on', PURCHASE_LIMITS: 'any=0.001g/366d; any=1pcs/1d' } });
  expect(await loadDemo(shop)).toBe(true);
  await shop.close();
});

test('a shop that has products does not get the demo', async () => {
  const shop = await startTestShop({ settings: { DEMO: 'on' } });
  await buildItem(shop);
  expect(await loadDemo(shop)).toBe(false);
  expect(await listProducts(shop)).toHaveLength(1);
  await shop.close();
});

/** Starts a shop in a process of its own. Returns the modules of src/demo that the process loaded. */
const demoModulesOf = (DEMO: 'on' | 'off'): string[] => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-demo-'));
  const hook = `export const resolve = async (specifier, context, next) => {
    const found = await next(specifier, context);
    if (found.url.includes('/src/demo/')) process._rawDebug('loaded ' + found.url);
    return found;
  };`;
  const program = `
    import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)}));
    const { readEnvironment } = await import(${JSON.stringify(join(import.meta.dirname, '../settings.ts'))});
    const { createShop } = await import(${JSON.stringify(join(import.meta.dirname, '../shop.ts'))});
    await import(${JSON.stringify(join(import.meta.dirname, '../app.ts'))});
    const shop = await createShop(readEnvironment(process.env));
    await shop.database.close();
  `;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DEMO, DATA_DIR: dataDir },
      cwd: join(import.meta.dirname, '../../..'),
    },
  );
  rmSync(dataDir, { recursive: true, force: true });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return [...stderr.matchAll(/^loaded .*\/src\/demo\/(.*)$/gm)].map(([, path]) => path!);
};

test('with DEMO=off no module of the demo is loaded', () => {
  expect(demoModulesOf('on')).toContain('index.ts');
  expect(demoModulesOf('off')).toEqual([]);
});
