import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getSyncStatus, setAutoSync, syncNow } from '#contract/feed.ts';
import { editMany, setActive, setDescription, setMarkup, setTiers, setWeightLabel } from '#contract/inventory.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildMember } from '../../testing/factories.ts';
import {
  buildFileProduct,
  inventoryFile,
  listInventory,
  listNames,
  listProducts,
  upload,
} from '../../testing/inventory.ts';
import { passTime, takeForAnother } from '../../testing/leases.ts';
import { sendEndlessly, sendText } from '../../testing/local-server.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { shopsWithFeed, THREE_PRODUCTS } from './testing/shops-with-feed.ts';

shopsWithFeed(({ shop, admin, feed, databaseUrl, openProcess, serve, holdFeed, sync, readStatus, readChanges }) => {
  const itemOf = async (externalId: string) =>
    (await listInventory(admin())).find((item) => item.externalId === externalId)!;

  test('a sync adds the products that the feed has in stock, and reports them', async () => {
    serve([...THREE_PRODUCTS, buildFileProduct({ id: 'd', qty: 0 })]);
    const response = await sync();
    const at = new Date(shop().clock()).toISOString();
    expect(response).toMatchObject({
      status: 200,
      body: {
        message: 'Sync completed: 3 added, 0 changed, 0 removed',
        result: { added: 3, changed: 0, removed: 0, unchanged: 0, at, warnings: [] },
        changeId: expect.any(Number),
      },
    });
    expect(feed().requests[0]?.headers.authorization).toBe('Bearer secret');
    // Unlike an upload, a sync treats In-House items like all others.
    expect(await itemOf('a')).toMatchObject({ markupDollars: 15, isActive: true, lastSynced: at });
    expect(await readStatus()).toEqual({
      autoSyncEnabled: true,
      isRunning: false,
      lastSync: at,
      lastError: null,
      lastResult: { added: 3, changed: 0, removed: 0, unchanged: 0, at, warnings: [] },
      rows: [],
      feedConfigured: true,
      intervalSeconds: 120,
    });
  });

  test('a product keeps the time of its first listing when it changes, leaves and returns', async () => {
    const listedAt = async () => (await listProducts(shop())).map((product) => [product.externalId, product.listedAt]);
    const [first, ...others] = THREE_PRODUCTS;
    serve([first!, ...others.slice(0, 1)]);
    await sync();
    const at = new Date(shop().clock()).toISOString();
    expect(await listedAt()).toEqual([
      ['a', at],
      ['b', at],
    ]);
    shop().advance(60_000);
    serve([first!]);
    await admin().call(syncNow, { body: { confirmLargeDrop: true } });
    shop().advance(60_000);
    serve([{ ...first!, price: 99 }, ...others]);
    await sync();
    expect(await listedAt()).toEqual([
      ['a', at],
      ['b', at],
      ['c', new Date(shop().clock()).toISOString()],
    ]);
  });

  test('a preview returns the plan of a sync and changes nothing, also while another sync runs', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    const [statusBefore, changesBefore] = [await readStatus(), await readChanges()];
    const previewNow = () => admin().call(syncNow, { query: { dryRun: 'true' }, body: {} });
    const [first] = THREE_PRODUCTS;
    serve([
      { ...first!, price: 11 },
      buildFileProduct({ id: 'd', category: 'Fern' }),
      buildFileProduct({ id: 'e', batch: 7 }),
    ]);
    expect(await previewNow()).toMatchObject({
      status: 200,
      body: {
        message: '2 added, 1 changed, 2 removed',
        planHash: expect.any(String),
        counts: { added: 2, changed: 1, removed: 2, unchanged: 0 },
        stats: { totalProducts: 3, productsWithStock: 3, categoriesFound: 1 },
        rows: expect.arrayContaining([
          expect.objectContaining({ kind: 'changed', fields: [{ field: 'price', before: 10, after: 11 }] }),
        ]),
        warnings: [
          'More than half of the listed items would leave the lists, so the sync would ask first.',
          'Product 3 (id "e"): batch must be a text; it was left out',
        ],
      },
    });
    expect(await readStatus()).toEqual(statusBefore);
    expect(await readChanges()).toEqual(changesBefore);

    const release = holdFeed(THREE_PRODUCTS);
    const syncing = sync();
    await expect.poll(() => feed().requests.length).toBe(3);
    serve(THREE_PRODUCTS);
    expect(await previewNow()).toMatchObject({ status: 200, body: { counts: { added: 0, unchanged: 3 } } });
    release();
    await syncing;
    feed().respondWith((_request, response) => void response.writeHead(500).end());
    expect(await previewNow()).toMatchObject({ status: 502, body: { code: 'feed_failed' } });
    expect((await readStatus()).lastError).toBeNull();
  });

  test('a character that cannot be stored does not stop the feed: it is left out, with a warning', async () => {
    serve([buildFileProduct({ id: 'a\0', name: 'Blue\0 \ud83cDream', tags: ['Strain = \0Sativa'] })]);
    const warning = (field: string) =>
      `Product 1 (id "a"): ${field} had characters that cannot be stored; they were left out`;
    const warnings = ['id', 'name', 'tags'].map(warning);
    expect(await sync()).toMatchObject({ status: 200, body: { result: { added: 1, warnings } } });
    expect(await itemOf('a')).toMatchObject({ name: 'Blue Dream', tags: ['Strain = Sativa'] });
    expect((await sync()).body.result).toMatchObject({ added: 0, unchanged: 1 });
  });

  test('bad tiers, a bad batch and a bad lab result are left out, with warnings, and the rest of the item applies', async () => {
    const good = { tiers: [{ from: 3, price: 15 }], batch: 'B-1', lab: { tested: '2026-10-01' } };
    serve([
      buildFileProduct({ id: 'a', price: 20, ...good }),
      buildFileProduct({ id: 'b', price: 21, tiers: 'cheap', batch: 7, lab: { tested: 'soon' } }),
    ]);
    const warnings = [
      'Product 2 (id "b"): tiers must be a list of {from, price}; it was left out',
      'Product 2 (id "b"): batch must be a text; it was left out',
      'Product 2 (id "b"): lab tested must be a date such as 2026-11-22; it was left out',
    ];
    expect(await sync()).toMatchObject({ status: 200, body: { result: { added: 2, warnings } } });
    expect(await itemOf('a')).toMatchObject(good);
    expect(await itemOf('b')).toMatchObject({ price: 21, tiers: [], batch: null, lab: null });

    // Values set by an admin stay, and values owned by the feed follow it.
    await admin().call(setTiers, { params: { id: (await itemOf('a')).id }, body: { tiers: [{ from: 2, price: 19 }] } });
    serve([buildFileProduct({ id: 'a', price: 20, tiers: [], batch: 'B-2' }), buildFileProduct({ id: 'b' })]);
    await sync();
    expect(await itemOf('a')).toMatchObject({ tiers: [{ from: 2, price: 19 }], batch: 'B-2', lab: null });
  });

  test('the error of a product whose id cannot be stored is reported', async () => {
    serve([buildFileProduct({ id: 'a\0', qty: 'many' })]);
    const problem = 'Product 1 (id "a"): qty must be a whole number of 0 or more, not "many"';
    expect(await sync()).toMatchObject({ status: 502, body: { code: 'feed_failed', errors: [problem] } });
    expect((await readStatus()).lastError).toContain(problem);
  });

  test('a sync without a difference stores only its time', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    const before = await listInventory(admin());
    shop().advance(60_000);
    expect((await sync()).body).toMatchObject({ message: 'Sync completed: nothing has changed', changeId: null });
    shop().advance(60_000);
    await sync();
    expect(await listInventory(admin())).toEqual(before);
    expect((await readChanges()).total).toBe(1);
    expect(await readStatus()).toMatchObject({
      lastSync: new Date(shop().clock()).toISOString(),
      lastResult: { added: 0, unchanged: 3, at: new Date(shop().clock()).toISOString() },
    });
    const { rows } = await runs();
    expect(rows).toBe(2);
  });

  const runs = () =>
    shop()
      .database.read.selectFrom('sync_runs')
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();

  test('a sync updates the fields of the feed, and keeps the fields that the shop owns', async () => {
    serve(THREE_PRODUCTS.map((each) => ({ ...each, description: 'Theirs', weightLabel: 'Gram' })));
    await sync();
    const { id } = await itemOf('b');
    await admin().call(setMarkup, { params: { id }, body: { markupDollars: 40 } });
    await admin().call(setActive, { params: { id }, body: { isActive: false } });
    await admin().call(setDescription, { params: { id }, body: { description: 'Ours' } });
    serve(
      THREE_PRODUCTS.map((each) => ({
        ...each,
        price: 50,
        description: 'Their new text',
        weightLabel: 'Ounce',
        tags: ['Volume = 1G'],
      })),
    );
    await sync();
    expect(await itemOf('b')).toMatchObject({
      price: 50,
      markupDollars: 40,
      isActive: false,
      description: 'Ours',
      weightLabel: 'Ounce',
      tags: ['Volume = 1G'],
      size: '1G',
      shopOwned: ['description'],
    });
    await admin().call(editMany, { body: { ids: [id], giveBack: ['description'] } });
    expect(await itemOf('b')).toMatchObject({ description: 'Their new text', shopOwned: [] });
  });

  test('an item that is gone or sold out leaves the lists, and returns with the values that the shop had set', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    const { id } = await itemOf('b');
    await admin().call(setMarkup, { params: { id }, body: { markupDollars: 40 } });
    await admin().call(setWeightLabel, { params: { id }, body: { weightLabel: 'Ounce' } });
    serve([THREE_PRODUCTS[0], { ...THREE_PRODUCTS[1], qty: 0 }, THREE_PRODUCTS[2]]);
    expect((await sync()).body.result).toMatchObject({ removed: 1, unchanged: 2 });
    expect(await listNames(admin())).toEqual(['A', 'C']);
    const edit = await admin().call(setMarkup, { params: { id }, body: { markupDollars: 1 } });
    expect(edit.status).toBe(404);
    serve(THREE_PRODUCTS);
    expect((await sync()).body.result).toMatchObject({ added: 1, unchanged: 2 });
    expect(await itemOf('b')).toMatchObject({
      id,
      markupDollars: 40,
      weightLabel: 'Ounce',
      shopOwned: ['weightLabel'],
    });
  });

  describe('a feed changes nothing and is reported if it is', () => {
    beforeEach(async () => {
      serve(THREE_PRODUCTS);
      await sync();
    });

    test.each([
      ['malformed', '<html>', 'The feed is not valid JSON.'],
      ['empty', '', 'The feed is empty.'],
      ['without products', '{"data":[]}', 'The feed has no products.'],
      ['sold out', inventoryFile([buildFileProduct({ qty: 0 })]), 'The feed has no products in stock.'],
      ['without a usable product', inventoryFile([{ id: 8 }, { id: 9 }]), '2 of 2 products are not valid.'],
    ])('%s', async (_, text, message) => {
      feed().respondWith(sendText(text));
      expect(await sync()).toMatchObject({ status: 502, body: { code: 'feed_failed', message } });
      expect(await sync({ confirmLargeDrop: true })).toMatchObject({ status: 502 });
      expect(await listNames(admin())).toEqual(['A', 'B', 'C']);
      expect((await readStatus()).lastError).toContain(message);
      serve(THREE_PRODUCTS);
      await sync();
      expect(await readStatus()).toMatchObject({ lastError: null, isRunning: false });
    });

    test('unreachable', async () => {
      feed().respondWith((_request, response) => void response.writeHead(500).end());
      expect(await sync()).toMatchObject({
        status: 502,
        body: { message: 'The inventory feed answered with status 500. Nothing was changed.' },
      });
      expect(await readStatus()).toMatchObject({
        lastError: 'The inventory feed answered with status 500. Nothing was changed.',
        lastResult: { added: 3 },
      });
    });

    test('endless', async () => {
      feed().respondWith(sendEndlessly);
      const message = 'The inventory feed is larger than 32 MB. Nothing was changed.';
      expect(await sync()).toMatchObject({ status: 502, body: { code: 'feed_failed', message } });
      expect(await readStatus()).toMatchObject({ lastError: message, isRunning: false });
      expect(await listNames(admin())).toEqual(['A', 'B', 'C']);
    });

    test('without more than half of the items, inactive ones included, unless an admin confirms', async () => {
      await admin().call(setActive, { params: { id: (await itemOf('c')).id }, body: { isActive: false } });
      serve([THREE_PRODUCTS[0]]);
      expect(await sync()).toMatchObject({ status: 409, body: { code: 'large_drop', removed: 2, listed: 3 } });
      expect(await listNames(admin())).toEqual(['A', 'B', 'C']);
      expect((await readStatus()).lastError).toContain('more than half');
      expect(await sync({ confirmLargeDrop: true })).toMatchObject({ status: 200, body: { result: { removed: 2 } } });
      expect(await listNames(admin())).toEqual(['A']);
    });
  });

  test('a sync that drops exactly half of the items needs no confirmation', async () => {
    serve([...THREE_PRODUCTS, buildFileProduct({ id: 'd', name: 'D' })]);
    await sync();
    serve(THREE_PRODUCTS.slice(0, 2));
    expect(await sync()).toMatchObject({ status: 200, body: { result: { removed: 2 } } });
  });

  test('only one sync runs at a time, across all processes', async () => {
    const other = await openProcess();
    const release = holdFeed(THREE_PRODUCTS);
    const first = sync();
    await expect.poll(async () => (await readStatus()).isRunning).toBe(true);
    await expect.poll(() => feed().requests.length).toBe(1);
    expect(await sync()).toMatchObject({
      status: 409,
      body: { code: 'sync_running', message: 'A sync is already running.' },
    });
    const elsewhere = await other.call(syncNow, { token: admin().token, body: {} });
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'sync_running' } });
    release();
    expect(await first).toMatchObject({ status: 200 });
    expect((await readStatus()).isRunning).toBe(false);
    await other.close();
  });

  test('of many syncs at once one runs, and the inventory is complete', async () => {
    serve(THREE_PRODUCTS);
    const responses = await Promise.all(Array.from({ length: 6 }, () => sync()));
    const statuses = responses.map((response) => response.status);
    expect(statuses).toContain(200);
    expect(statuses.every((each) => each === 200 || each === 409)).toBe(true);
    expect(await listNames(admin())).toEqual(['A', 'B', 'C']);
    expect((await readChanges()).total).toBe(1);
  });

  test('the lease of a process that crashed is free once it has expired', async () => {
    serve(THREE_PRODUCTS);
    await takeForAnother(shop(), 'sync', { milliseconds: 60_000 });
    expect(await sync()).toMatchObject({ status: 409 });
    await passTime(shop(), 60_000);
    expect(await sync()).toMatchObject({ status: 200 });
  });

  test('a sync that lost its lease while it waited for the feed changes nothing', async () => {
    const release = holdFeed(THREE_PRODUCTS);
    const slow = sync();
    await expect.poll(() => feed().requests.length).toBe(1);
    await shop().database.write((tx) => tx.updateTable('leases').set({ holder: 'another' }).execute());
    release();
    expect(await slow).toMatchObject({ status: 409, body: { code: 'sync_running' } });
    expect(await listInventory(admin())).toEqual([]);
  });

  test('a feed that has not changed is not sent again, and a sync still applies it after an upload', async () => {
    feed().respondWith((request, response) => {
      const known = request.headers['if-none-match'] === '"v1"';
      response.writeHead(known ? 304 : 200, { etag: '"v1"' }).end(known ? '' : inventoryFile(THREE_PRODUCTS));
    });
    await sync();
    expect((await sync()).body).toMatchObject({ changeId: null });
    expect(feed().requests[1]?.headers['if-none-match']).toBe('"v1"');
    await upload(
      admin(),
      inventoryFile([buildFileProduct({ id: 'a' }), buildFileProduct({ id: 'b' }), buildFileProduct({ id: 'z' })]),
    );
    expect((await sync()).body.result).toMatchObject({ added: 1, changed: 2, removed: 1 });
    expect(await listNames(admin())).toEqual(['A', 'B', 'C']);
  });

  test('an unchanged feed is compared again only after an item has changed, and once an hour', async () => {
    serve(THREE_PRODUCTS.map((product) => ({ ...product, qty: 5 })));
    await sync();
    await sync();
    const compare = vi.spyOn(shop().jobs, 'change');
    onTestFinished(() => compare.mockRestore());
    const syncAgain = async () => {
      compare.mockClear();
      expect((await sync()).body).toMatchObject({ changeId: null, result: { added: 0, changed: 0, unchanged: 3 } });
      expect((await readStatus()).lastSync).toBe(new Date(shop().clock()).toISOString());
      return compare.mock.calls.length > 0 ? 'compared' : 'repeated';
    };
    shop().advance(60_000);
    expect(await syncAgain()).toBe('repeated');

    const buyer = await buildBuyer(shop());
    await buyer.add((await itemOf('a')).id);
    const { receipt } = (await buyer.confirm()).body;
    expect(await syncAgain()).toBe('compared');
    expect(await syncAgain()).toBe('repeated');
    // Shipping takes a piece from the stock, and the feed says that it is still there.
    for (const status of ['paid', 'shipped'] as const) {
      await admin().call(moveReceipt, { params: { id: receipt.id }, body: { status } });
    }
    expect((await sync()).body).toMatchObject({ result: { changed: 1, unchanged: 2 } });
    expect(await itemOf('a')).toMatchObject({ quantity: 5 });
    expect(await syncAgain()).toBe('compared');
    expect(await syncAgain()).toBe('repeated');

    shop().advance(3_600_000);
    expect(await syncAgain()).toBe('compared');
    serve(THREE_PRODUCTS);
    expect((await sync()).body).toMatchObject({ result: { changed: 3 } });
  });

  test('a feed whose stored file is gone is fetched again when an item has changed', async () => {
    feed().respondWith((request, response) => {
      const known = request.headers['if-none-match'] === '"v1"';
      response.writeHead(known ? 304 : 200, { etag: '"v1"' }).end(known ? '' : inventoryFile(THREE_PRODUCTS));
    });
    await sync();
    rmSync(join(shop().dataDir, 'feed', 'feed'));
    await upload(admin(), inventoryFile([buildFileProduct({ id: 'a' })]));
    expect((await sync()).body.result).toMatchObject({ added: 2, changed: 1 });
    expect(feed().requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"', undefined]);
  });

  test('without a feed both the sync and its switch are refused', async () => {
    const without = await startTestShop({
      databaseUrl: databaseUrl(),
      dataDir: shop().dataDir,
      settings: { AUTO_SYNC: 'on' },
    });
    const call = without.as(admin().token);
    expect((await call(getSyncStatus)).body).toMatchObject({
      feedConfigured: false,
      autoSyncEnabled: false,
      lastSync: null,
    });
    const refused = { status: 409, body: { code: 'no_feed', message: 'No inventory feed is configured.' } };
    expect(await call(syncNow, { body: {} })).toMatchObject(refused);
    expect(await call(setAutoSync, { body: { autoSyncEnabled: true } })).toMatchObject(refused);
    await without.close();
  });

  test('the feed of the demo changes a little at each sync, and the shop stores its cursor', async () => {
    const demo = await startTestShop({ databaseUrl: databaseUrl(), dataDir: shop().dataDir, settings: { DEMO: 'on' } });
    const call = demo.as(admin().token);
    const demoSync = async () => (await call(syncNow, { body: {} })).body.result!;
    expect((await demoSync()).added).toBeGreaterThan(200);
    const { changed, unchanged } = await demoSync();
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(unchanged / 4);
    expect((await call(getSyncStatus)).body).toMatchObject({ feedConfigured: true });
    await demo.close();
  });

  test('members can neither see nor start a sync', async () => {
    const member = await buildMember(shop());
    expect(await member.call(getSyncStatus)).toMatchObject({ status: 403 });
    expect(await member.call(syncNow, { body: {} })).toMatchObject({ status: 403 });
  });
});
