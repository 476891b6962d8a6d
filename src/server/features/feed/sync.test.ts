import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember } from '../../testing/factories.ts';
import { type FeedServer, startFeedServer } from '../../testing/feed-server.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { listedNames, menuFile, product, upload } from '../../testing/uploads.ts';
import { startAutoSync } from './auto-sync.ts';

const SYNC = '/api/admin/inventory/sync';
const STATUS = '/api/admin/inventory/sync-status';

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  let feed: FeedServer;
  let server: { url: string; drop(): Promise<void> } | undefined;
  let shop: TestShop;
  let token: string;

  beforeAll(async () => {
    feed = await startFeedServer();
  });
  afterAll(() => feed.close());

  // A shop of its own for each test: a sync is about the whole inventory.
  beforeEach(async () => {
    server = kind === 'postgres' ? await createTestDatabase() : undefined;
    shop = await open();
    ({ token } = await buildAdmin(shop));
    feed.requests.length = 0;
    return async () => {
      await shop.close();
      await server?.drop();
    };
  });

  const open = (settings: Record<string, string> = {}, dataDir?: string) =>
    startTestShop({
      databaseUrl: server?.url,
      settings: { INVENTORY_FEED_URL: feed.url, INVENTORY_FEED_TOKEN: 'secret', AUTO_SYNC: 'on', ...settings },
      ...(dataDir && { dataDir }),
    });
  const sync = (body: unknown = {}) => shop.call('POST', SYNC, { token, body });
  const status = async () => (await shop.call('GET', STATUS, { token })).body;
  const inventory = async () => (await shop.call('GET', '/api/admin/inventory', { token })).body.inventory;
  const itemOf = async (externalId: string) =>
    (await inventory()).find((item: { externalId: string }) => item.externalId === externalId);
  const edit = (id: number, path: string, body: unknown) =>
    shop.call('PATCH', `/api/admin/inventory/${id}/${path}`, { token, body });
  const changes = async () => (await shop.call('GET', '/api/admin/changes', { token })).body;

  const three = [
    product({ id: 'a', name: 'A', price: 10, brand: 'In-House' }),
    product({ id: 'b', name: 'B', price: 20 }),
    product({ id: 'c', name: 'C', price: 30 }),
  ];

  test('a sync brings what the feed has in stock, and says so', async () => {
    feed.serve(menuFile([...three, product({ id: 'd', qty: 0 })]));
    const answer = await sync();
    const at = new Date(shop.clock()).toISOString();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Sync completed: 3 added, 0 changed, 0 removed',
        result: { added: 3, changed: 0, removed: 0, unchanged: 0, at, warnings: [] },
        changeId: expect.any(Number),
      },
    });
    expect(feed.requests[0]?.headers.authorization).toBe('Bearer secret');
    // In-House arrives by sync as any other item.
    expect(await itemOf('a')).toMatchObject({ markupDollars: 15, isActive: true, lastSynced: at });
    expect(await status()).toEqual({
      autoSyncEnabled: true,
      isRunning: false,
      lastSync: at,
      lastError: null,
      lastResult: { added: 3, changed: 0, removed: 0, unchanged: 0, at, warnings: [] },
      feedConfigured: true,
      intervalSeconds: 120,
    });
  });

  test('a sync without a difference writes nothing but its time', async () => {
    feed.serve(menuFile(three));
    await sync();
    const before = await inventory();
    shop.advance(60_000);
    expect((await sync()).body).toMatchObject({ message: 'Sync completed: nothing has changed', changeId: null });
    shop.advance(60_000);
    await sync();
    expect(await inventory()).toEqual(before);
    expect((await changes()).total).toBe(1);
    expect(await status()).toMatchObject({
      lastSync: new Date(shop.clock()).toISOString(),
      lastResult: { added: 0, unchanged: 3, at: new Date(shop.clock()).toISOString() },
    });
    const { rows } = await runs();
    expect(rows).toBe(2);
  });

  const runs = () =>
    shop.database.read
      .selectFrom('sync_runs')
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();

  test('the feed rules its own fields, the shop keeps what it set', async () => {
    feed.serve(menuFile(three.map((each) => ({ ...each, description: 'Theirs', weightLabel: 'Gram' }))));
    await sync();
    const { id } = await itemOf('b');
    await edit(id, 'markup', { markupDollars: 40 });
    await edit(id, 'toggle', { isActive: false });
    await edit(id, 'description', { description: 'Ours' });
    feed.serve(
      menuFile(
        three.map((each) => ({
          ...each,
          price: 50,
          description: 'Theirs anew',
          weightLabel: 'Ounce',
          tags: ['Volume = 1G'],
        })),
      ),
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
    await shop.call('POST', '/api/admin/inventory/bulk', { token, body: { ids: [id], giveBack: ['description'] } });
    expect(await itemOf('b')).toMatchObject({ description: 'Theirs anew', shopOwned: [] });
  });

  test('what is gone or sold out leaves the lists, and comes back with what the shop had set', async () => {
    feed.serve(menuFile(three));
    await sync();
    const { id } = await itemOf('b');
    await edit(id, 'markup', { markupDollars: 40 });
    await edit(id, 'weight-label', { weightLabel: 'Ounce' });
    feed.serve(menuFile([three[0], { ...three[1], qty: 0 }, three[2]]));
    expect((await sync()).body.result).toMatchObject({ removed: 1, unchanged: 2 });
    expect(await listedNames(shop, token)).toEqual(['A', 'C']);
    expect((await edit(id, 'markup', { markupDollars: 1 })).status).toBe(404);
    feed.serve(menuFile(three));
    expect((await sync()).body.result).toMatchObject({ added: 1, unchanged: 2 });
    expect(await itemOf('b')).toMatchObject({
      id,
      markupDollars: 40,
      weightLabel: 'Ounce',
      shopOwned: ['weightLabel'],
    });
  });

  describe('a feed that cannot be trusted changes nothing and is reported', () => {
    beforeEach(async () => {
      feed.serve(menuFile(three));
      await sync();
    });

    test.each([
      ['malformed', '<html>', 'The feed is not valid JSON.'],
      ['empty', '', 'The feed is empty.'],
      ['without products', '{"data":[]}', 'The feed has no products.'],
      ['sold out', menuFile([product({ qty: 0 })]), 'The feed has no products in stock.'],
      ['with a broken product', menuFile([...three, { id: 9 }]), '1 of 4 products are not valid.'],
    ])('%s', async (_, text, message) => {
      feed.serve(text);
      expect(await sync()).toMatchObject({ status: 502, body: { code: 'feed_failed', message } });
      expect(await sync({ confirmLargeDrop: true })).toMatchObject({ status: 502 });
      expect(await listedNames(shop, token)).toEqual(['A', 'B', 'C']);
      expect((await status()).lastError).toContain(message);
      feed.serve(menuFile(three));
      await sync();
      expect(await status()).toMatchObject({ lastError: null, isRunning: false });
    });

    test('unreachable', async () => {
      feed.answer((_request, response) => void response.writeHead(500).end());
      expect(await sync()).toMatchObject({
        status: 502,
        body: { message: 'The inventory feed answered with status 500. Nothing was changed.' },
      });
      expect(await status()).toMatchObject({
        lastError: 'The inventory feed answered with status 500. Nothing was changed.',
        lastResult: { added: 3 },
      });
    });

    test('streaming for ever', async () => {
      feed.pourForEver();
      const message = 'The inventory feed is larger than 32 MB. Nothing was changed.';
      expect(await sync()).toMatchObject({ status: 502, body: { code: 'feed_failed', message } });
      expect(await status()).toMatchObject({ lastError: message, isRunning: false });
      expect(await listedNames(shop, token)).toEqual(['A', 'B', 'C']);
    });

    test('with more than half of the shop gone, inactive items counted too, unless an admin confirms', async () => {
      await edit((await itemOf('c')).id, 'toggle', { isActive: false });
      feed.serve(menuFile([three[0]]));
      expect(await sync()).toMatchObject({ status: 409, body: { code: 'large_drop', removed: 2, listed: 3 } });
      expect(await listedNames(shop, token)).toEqual(['A', 'B', 'C']);
      expect((await status()).lastError).toContain('more than half');
      expect(await sync({ confirmLargeDrop: true })).toMatchObject({ status: 200, body: { result: { removed: 2 } } });
      expect(await listedNames(shop, token)).toEqual(['A']);
    });

    test('while exactly half may go', async () => {
      feed.serve(menuFile([...three, product({ id: 'd', name: 'D' })]));
      await sync();
      feed.serve(menuFile(three.slice(0, 2)));
      expect(await sync()).toMatchObject({ status: 200, body: { result: { removed: 2 } } });
    });
  });

  test('only one sync runs at a time, over all processes', async () => {
    const other = await open({}, shop.dataDir);
    let release = () => {};
    feed.answer((_request, response) => {
      release = () => void response.writeHead(200).end(menuFile(three));
    });
    const first = sync();
    await expect.poll(async () => (await status()).isRunning).toBe(true);
    await expect.poll(() => feed.requests.length).toBe(1);
    expect(await sync()).toMatchObject({
      status: 409,
      body: { code: 'sync_running', message: 'A sync is already running.' },
    });
    const elsewhere = await other.call('POST', SYNC, { token, body: {} });
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'sync_running' } });
    release();
    expect(await first).toMatchObject({ status: 200 });
    expect((await status()).isRunning).toBe(false);
    await other.close();
  });

  test('many syncs at once: one runs, and the inventory is whole', async () => {
    feed.serve(menuFile(three));
    const answers = await Promise.all(Array.from({ length: 6 }, () => sync()));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses).toContain(200);
    expect(statuses.every((each) => each === 200 || each === 409)).toBe(true);
    expect(await listedNames(shop, token)).toEqual(['A', 'B', 'C']);
    expect((await changes()).total).toBe(1);
  });

  test('the lease of a process that crashed is free after an interval at most', async () => {
    feed.serve(menuFile(three));
    const now = shop.clock();
    const crashed = { name: 'sync', holder: 'crashed', expires_at: now + 60_000 };
    await shop.database.write((tx) => tx.insertInto('leases').values(crashed).execute());
    expect(await sync()).toMatchObject({ status: 409 });
    shop.advance(60_000);
    expect(await sync()).toMatchObject({ status: 200 });
  });

  test('a sync that lost its lease while it waited for the feed changes nothing', async () => {
    let release = () => {};
    feed.answer((_request, response) => {
      release = () => void response.writeHead(200).end(menuFile(three));
    });
    const slow = sync();
    await expect.poll(() => feed.requests.length).toBe(1);
    await shop.database.write((tx) => tx.updateTable('leases').set({ holder: 'another' }).execute());
    release();
    expect(await slow).toMatchObject({ status: 409, body: { code: 'sync_running' } });
    expect(await inventory()).toEqual([]);
  });

  test('a feed that is not modified is not sent again, and still rules what was edited away from it', async () => {
    feed.answer((request, response) => {
      const known = request.headers['if-none-match'] === '"v1"';
      response.writeHead(known ? 304 : 200, { etag: '"v1"' }).end(known ? '' : menuFile(three));
    });
    await sync();
    expect((await sync()).body).toMatchObject({ changeId: null });
    expect(feed.requests[1]?.headers['if-none-match']).toBe('"v1"');
    await upload(shop, token, menuFile([product({ id: 'a' }), product({ id: 'b' }), product({ id: 'z' })]));
    expect((await sync()).body.result).toMatchObject({ added: 1, changed: 2, removed: 1 });
    expect(await listedNames(shop, token)).toEqual(['A', 'B', 'C']);
  });

  test('an upload switches auto sync off and says so; taking it back puts the switch back', async () => {
    feed.serve(menuFile(three));
    await sync();
    const replaced = await upload(shop, token, menuFile([product({ name: 'Z' })]));
    expect(replaced.body).toMatchObject({
      message: 'Inventory replaced: 1 product in stock. Automatic sync was switched off.',
      autoSyncSwitchedOff: true,
    });
    expect((await status()).autoSyncEnabled).toBe(false);
    await shop.call('POST', `/api/admin/changes/${replaced.body.changeId}/revert`, { token, body: {} });
    expect((await status()).autoSyncEnabled).toBe(true);
    expect(await listedNames(shop, token)).toEqual(['A', 'B', 'C']);
  });

  test('auto sync is switched by the panel, and by AUTO_SYNC at the first start only', async () => {
    const work = startAutoSync(shop);
    await expect.poll(async () => (await status()).autoSyncEnabled).toBe(true);
    expect((await shop.call('PATCH', STATUS, { token, body: { autoSyncEnabled: false } })).body).toMatchObject({
      autoSyncEnabled: false,
    });
    await work.stop();
    const restarted = await open({ AUTO_SYNC: 'on' }, shop.dataDir);
    expect((await restarted.call('GET', STATUS, { token })).body.autoSyncEnabled).toBe(false);
    await restarted.close();
  });

  test('auto sync takes the turns of the interval, one process each, and none when switched off', async () => {
    feed.serve(menuFile(three));
    await shop.database.watch();
    const settings = { SYNC_INTERVAL_SECONDS: '3600' };
    const processes = [await open(settings, shop.dataDir), await open(settings, shop.dataDir)];
    const works = processes.map((shop) => startAutoSync(shop));
    await expect.poll(async () => (await listedNames(shop, token)).length).toBe(3);
    await Promise.all(works.map((work) => work.stop()));
    expect(feed.requests).toHaveLength(1);

    for (const each of processes) each.advance(3_600_000);
    const again = processes.map((shop) => startAutoSync(shop));
    await expect.poll(() => feed.requests.length).toBe(2);
    await Promise.all(again.map((work) => work.stop()));
    expect(feed.requests).toHaveLength(2);
    expect((await changes()).changes).toMatchObject([{ kind: 'sync', actor: 'system' }]);

    await shop.call('PATCH', STATUS, { token, body: { autoSyncEnabled: false } });
    for (const each of processes) each.advance(3_600_000);
    const off = processes.map((shop) => startAutoSync(shop));
    await Promise.all(off.map((work) => work.stop()));
    expect(feed.requests).toHaveLength(2);
    await Promise.all(processes.map((each) => each.close()));
  });

  test('an automatic sync that an upload overtook does not undo it', async () => {
    let release = () => {};
    feed.answer((_request, response) => {
      release = () => void response.writeHead(200).end(menuFile(three));
    });
    const work = startAutoSync(shop);
    await expect.poll(() => feed.requests.length).toBe(1);
    const uploaded = three.map((each) => ({ ...each, name: `Uploaded ${each.name}` }));
    await upload(shop, token, menuFile(uploaded));
    release();
    await work.stop();
    expect(await listedNames(shop, token)).toEqual(['Uploaded A', 'Uploaded B', 'Uploaded C']);
  });

  test('a shop that stops waits for no feed, and notes no failure', async () => {
    feed.answer(() => {});
    const work = startAutoSync(shop);
    await expect.poll(() => feed.requests.length).toBe(1);
    await work.stop();
    expect(await status()).toMatchObject({ isRunning: false, lastError: null });
  });

  test('without a feed the sync and the switch say so', async () => {
    const without = await startTestShop({
      databaseUrl: server?.url,
      dataDir: shop.dataDir,
      settings: { AUTO_SYNC: 'on' },
    });
    expect((await without.call('GET', STATUS, { token })).body).toMatchObject({
      feedConfigured: false,
      autoSyncEnabled: false,
      lastSync: null,
    });
    for (const [method, path, body] of [
      ['POST', SYNC, {}],
      ['PATCH', STATUS, { autoSyncEnabled: true }],
    ] as const) {
      expect(await without.call(method, path, { token, body })).toMatchObject({
        status: 409,
        body: { code: 'no_feed', message: 'No inventory feed is configured.' },
      });
    }
    await without.close();
  });

  test('the demo feed moves a little at each sync, and keeps where it stands', async () => {
    const demo = await startTestShop({ databaseUrl: server?.url, dataDir: shop.dataDir, settings: { DEMO: 'on' } });
    const demoSync = async () => (await demo.call('POST', SYNC, { token, body: {} })).body.result;
    expect((await demoSync()).added).toBeGreaterThan(200);
    const { changed, unchanged } = await demoSync();
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(unchanged / 4);
    expect((await demo.call('GET', STATUS, { token })).body).toMatchObject({ feedConfigured: true });
    await demo.close();
  });

  test('members may neither see nor start a sync', async () => {
    const member = await buildMember(shop);
    expect(await shop.call('GET', STATUS, { token: member.token })).toMatchObject({ status: 403 });
    expect(await shop.call('POST', SYNC, { token: member.token, body: {} })).toMatchObject({ status: 403 });
  });
});
