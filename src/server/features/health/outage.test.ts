import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addToCart, getCart } from '#contract/cart.ts';
import { getInventoryData } from '#contract/catalogue.ts';
import { errorText } from '#contract/errors.ts';
import { getAdminEvents, getEvents } from '#contract/events.ts';
import { authenticate } from '#contract/gate.ts';
import { healthz, metrics, readyz } from '#contract/health.ts';
import { getShop } from '#contract/settings.ts';
import { setAccessCode } from '../../cli/admin-commands.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember, updateItems, updateUserRow } from '../../testing/factories.ts';
import { listProducts } from '../../testing/inventory.ts';
import { passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';

/** Far more than a response from memory takes, and less than any limit of the database but READY_LIMIT. */
const AT_ONCE_MS = 1400;
const UNAVAILABLE = {
  status: 503,
  body: { code: 'unavailable', message: errorText('unavailable') },
  headers: { 'retry-after': '5' },
};

let server: TestDatabase;
let proxy: DatabaseProxy;
let shop: TestShop;
/** A shop on the same database that is not behind the proxy. */
let other: TestShop;
let cookies: Record<string, string>;
beforeEach(async () => {
  server = await createTestDatabase();
  proxy = await startDatabaseProxy(server.url);
  const settings = { CATALOGUE_NEEDS_GATE: 'on', RATE_LIMITS: 'on' };
  shop = await startTestShop({ databaseUrl: proxy.url, settings });
  other = await startTestShop({ databaseUrl: server.url });
  await shop.database.watch();
  cookies = await passGate(shop);
});
afterEach(async () => {
  await shop.close();
  await other.close();
  await proxy.close();
  await server.drop();
});

/** Waits for the work, and fails if it takes longer than `limit` milliseconds. */
const within = async <Result>(limit: number, work: () => Promise<Result>): Promise<Result> => {
  const started = performance.now();
  const result = await work();
  expect(performance.now() - started).toBeLessThan(limit);
  return result;
};

describe.each([
  ['stopped', { begin: () => proxy.stop(), end: () => proxy.start() }],
  ['paused', { begin: async () => proxy.pause(), end: async () => proxy.resume() }],
  [
    'out of reach',
    {
      begin: async () => proxy.pause(),
      end: async () => {
        proxy.resume();
        proxy.cut();
      },
    },
  ],
])('while the database is %s', (_state, { begin, end }) => {
  test('pages, settings, catalogue, pictures, /healthz and /metrics are served from memory and disk', async () => {
    mkdirSync(join(shop.dataDir, 'pictures'));
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#356' } }).jpeg();
    writeFileSync(join(shop.dataDir, 'pictures/fern.jpg'), await picture.toBuffer());
    const { id } = await buildItem(shop);
    await listProducts(other);
    await shop.catalogue.fresh();
    await begin();
    // The first call finds out, and may wait for it a little.
    await within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies }));
    for (const path of ['/', '/receipts/some-receipt', getShop.path, '/api/proxy-image/fern.jpg', healthz.path]) {
      const { status } = await within(AT_ONCE_MS, () => shop.request('GET', path, { cookies }));
      expect([path, status]).toEqual([path, 200]);
    }
    expect((await within(AT_ONCE_MS, () => shop.call(metrics))).status).toBe(200);
    const { status, body } = await within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies }));
    expect([status, body.inventory.map((product) => product.id)]).toEqual([200, [id]]);
    const refused = await within(AT_ONCE_MS, () => shop.call(getInventoryData));
    expect(refused).toMatchObject({ status: 403, body: { code: 'gate_needed' } });
  });

  test('visitors pass the gate with the code that was valid last, and no other', async () => {
    await begin();
    const enter = (password: string) => within(2500, () => shop.call(authenticate, { body: { password } }));
    expect(await enter('another code')).toMatchObject({ status: 401, body: { code: 'wrong_access_code' } });
    expect(await enter(ACCESS_CODE)).toMatchObject({ status: 200 });
    const fresh = await passGate(shop);
    expect((await within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies: fresh }))).status).toBe(200);
  });

  test.each([
    ['one item', true],
    ['anything', false],
  ])('a change of %s that could not be read any more does not hold back the catalogue', async (_what, named) => {
    const { id } = await buildItem(shop, { quantity: 5 });
    await shop.catalogue.fresh();
    await shop.database.write(async (tx, touch) => {
      await tx.updateTable('items').set({ quantity: 4 }).execute();
      touch('catalogue', named ? [id] : undefined);
    });
    await begin();
    const { status, body } = await within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies }));
    expect([status, body.inventory[0]]).toMatchObject([200, { id }]);
    expect((await within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies }))).status).toBe(200);
    const page = await within(AT_ONCE_MS, () => openEvents(shop, getEvents, { cookies }));
    expect(await page.next()).toMatchObject({ event: 'catalogue' });
    await end();
    await expect
      .poll(async () => (await shop.call(getInventoryData, { cookies })).body.inventory[0]!.quantity, { timeout: 8000 })
      .toBe(4);
    page.leave();
  });

  test('/readyz says so within 2 seconds, and calls that need the database end within 5', async () => {
    const member = await buildMember(shop);
    const { id } = await buildItem(shop);
    await begin();
    expect(await within(2500, () => shop.call(readyz))).toMatchObject(UNAVAILABLE);
    const calls = [() => member.call(getCart), () => member.call(addToCart, { body: { productId: id } })];
    await Promise.all(calls.map(async (call) => expect(await within(6000, call)).toMatchObject(UNAVAILABLE)));
    expect(await within(2500, () => shop.call(readyz))).toMatchObject(UNAVAILABLE);
    await end();
    await expect.poll(async () => (await shop.call(readyz)).status, { timeout: 8000 }).toBe(200);
    expect(await member.call(addToCart, { body: { productId: id } })).toMatchObject({ status: 200 });
  });

  test('event streams stay open, and report what other processes changed meanwhile', async () => {
    const { id } = await buildItem(shop, { quantity: 5 });
    const admin = await buildAdmin(shop);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [page, panel] = await (async () => {
      try {
        const streams = [
          await openEvents(shop, getEvents, { cookies }),
          await openEvents(shop, getAdminEvents, { token: admin.token }),
        ] as const;
        await begin();
        // At the heartbeat the shop looks whether the readers may still listen, and gets no response.
        vi.advanceTimersByTime(25_000);
        return streams;
      } finally {
        vi.useRealTimers();
      }
    })();
    expect((await page.next()).event).toBe('catalogue');
    expect((await panel.next()).event).toBe('ready');
    expect(await admin.call(getCart)).toMatchObject({ status: 503 });
    await updateItems(other, [id], { quantity: 2 });
    await updateUserRow(other, admin.id, { verified_at: 1 });
    await end();
    expect(await Promise.race([page.next(), page.ended])).toMatchObject({ data: { changed: [{ id, quantity: 2 }] } });
    const events = [await panel.next(), await panel.next()].map(({ event }) => event);
    expect(events.sort()).toEqual(['inventory', 'users']);
    page.leave();
    panel.leave();
  });

  test('an access code that is set meanwhile ends older cookies once the database is back', async () => {
    await begin();
    await within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies }));
    await setAccessCode(other, 'another code');
    expect((await shop.call(getInventoryData, { cookies })).status).toBe(200);
    await end();
    await expect.poll(async () => (await shop.call(getInventoryData, { cookies })).status, { timeout: 8000 }).toBe(403);
    const again = await shop.call(authenticate, { body: { password: ACCESS_CODE } });
    expect(again).toMatchObject({ status: 401, body: { code: 'wrong_access_code' } });
  });
});

test('while the database is read-only, everything can be read, and writes end with 503 until it accepts them', async () => {
  const setReadOnly = async (value: 'on' | 'off') => {
    const name = new URL(server.url).pathname.slice(1);
    await sql.raw(`alter database ${name} set default_transaction_read_only = ${value}`).execute(other.database.read);
    // The setting is that of new connections.
    proxy.cut();
  };
  const member = await buildMember(shop);
  const { id } = await buildItem(shop);
  const add = () => member.call(addToCart, { body: { productId: id } });
  await setReadOnly('on');
  expect(await within(6000, add)).toMatchObject(UNAVAILABLE);
  expect((await member.call(getCart)).body.items).toEqual([]);
  expect((await shop.call(getInventoryData, { cookies })).body.inventory).toHaveLength(1);
  expect((await shop.call(readyz)).status).toBe(200);
  await setReadOnly('off');
  await expect.poll(async () => (await add()).status, { timeout: 8000 }).toBe(200);
});
