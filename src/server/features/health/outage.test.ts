import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addToCart, getCart } from '#contract/cart.ts';
import { getInventoryData } from '#contract/catalogue.ts';
import { errorText } from '#contract/errors.ts';
import { getAdminEvents, getEvents } from '#contract/events.ts';
import { authenticate } from '#contract/gate.ts';
import { healthz, metrics, readyz } from '#contract/health.ts';
import { createInvite, revokeInvite } from '#contract/invites.ts';
import { getShop } from '#contract/settings.ts';
import { setAccessCode } from '../../cli/admin-commands.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember, updateItems, updateUserRow } from '../../testing/factories.ts';
import { cookiesIn, passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';

/** Far more than a response from memory takes, and less than any limit of the database but READY_LIMIT. */
const AT_ONCE_MS = 1400;
/** Long enough for connections to come back on a busy machine. */
const SOON = { timeout: 10_000 };
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
/** Of a browser that passed the gate. */
let cookies: Record<string, string>;
beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await startDatabaseProxy(server.url);
  const settings = { CATALOGUE_NEEDS_GATE: 'on', RATE_LIMITS: 'on' };
  shop = await startTestShop({ databaseUrl: proxy.url, settings });
  other = await startTestShop({ databaseUrl: server.url });
  await shop.database.watch();
  mkdirSync(join(shop.dataDir, 'pictures'));
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#356' } }).jpeg();
  writeFileSync(join(shop.dataDir, 'pictures/fern.jpg'), await picture.toBuffer());
  cookies = await passGate(shop);
  await buildItem(shop, { images: ['fern.jpg'] });
  await shop.request('GET', '/api/proxy-image/fern.jpg', { cookies });
});
afterEach(async () => {
  await proxy.start();
  proxy.resume();
  await expect.poll(isReady, SOON).toBe(true);
  await shop.catalogue.fresh();
});
afterAll(async () => {
  await shop.close();
  await other.close();
  await proxy.close();
  await server.drop();
});

const isReady = async () => (await shop.call(readyz)).status === 200;
const getCatalogue = () => within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies }));
/** Types an access code, from an address that has typed none yet. */
const enter = (password: string) =>
  within(AT_ONCE_MS, () => shop.call(authenticate, { body: { password }, remoteAddress: `192.0.2.${++lastAddress}` }));
let lastAddress = 0;

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
    const { id } = await buildItem(shop);
    await shop.catalogue.fresh();
    await begin();
    const { status, body } = await getCatalogue();
    expect([status, body.inventory.map((product) => product.id)]).toEqual([200, expect.arrayContaining([id])]);
    for (const path of ['/', '/receipts/some-receipt', getShop.path, '/api/proxy-image/fern.jpg', healthz.path]) {
      const page = await within(AT_ONCE_MS, () => shop.request('GET', path, { cookies }));
      expect([path, page.status]).toEqual([path, 200]);
    }
    expect((await within(AT_ONCE_MS, () => shop.call(metrics))).status).toBe(200);
    const refused = await within(AT_ONCE_MS, () => shop.call(getInventoryData));
    expect(refused).toMatchObject({ status: 403, body: { code: 'gate_needed' } });
  });

  test('visitors pass the gate with the code that was valid last, and no other', async () => {
    await begin();
    expect(await enter('another code')).toMatchObject({ status: 401, body: { code: 'wrong_access_code' } });
    const { status, headers } = await enter(ACCESS_CODE);
    expect([status, headers['set-cookie']]).toEqual([200, expect.stringContaining('greenroom_gate')]);
  });

  test('the invites that were open last let people go on, and the others do not', async () => {
    const { call } = await buildAdmin(shop);
    const enterByInvite = async () => {
      const { invite, code } = (await call(createInvite, { body: { label: 'Outage', uses: 1 } })).body;
      const entered = cookiesIn(await enter(code));
      expect((await shop.call(getInventoryData, { cookies: entered })).status).toBe(200);
      return { entered, revoke: () => call(revokeInvite, { params: { id: invite.id } }) };
    };
    const [open, revoked] = [await enterByInvite(), await enterByInvite()];
    await revoked.revoke();
    expect((await shop.call(getInventoryData, { cookies: revoked.entered })).status).toBe(403);
    await begin();
    const statusWith = async (entered: Record<string, string>) =>
      (await within(AT_ONCE_MS, () => shop.call(getInventoryData, { cookies: entered }))).status;
    expect([await statusWith(open.entered), await statusWith(revoked.entered)]).toEqual([200, 403]);
  });

  test('guesses of the access code are still limited, by this process alone', async () => {
    await begin();
    const guess = () =>
      shop.call(authenticate, { body: { password: 'guess' }, remoteAddress: `192.0.2.${lastAddress}` });
    lastAddress++;
    for (let guesses = 0; guesses < 10; guesses++) expect((await guess()).status).toBe(401);
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });

  test.each([
    ['one item', true],
    ['anything', false],
  ])('a change of %s that could not be read any more does not hold back the catalogue', async (_what, named) => {
    const { id } = await buildItem(shop, { quantity: 5 });
    await shop.catalogue.fresh();
    await shop.database.write(async (tx, touch) => {
      await tx.updateTable('items').set({ quantity: 4 }).where('id', '=', id).execute();
      touch('catalogue', named ? [id] : undefined);
    });
    await begin();
    const quantity = async () => (await getCatalogue()).body.inventory.find((product) => product.id === id)?.quantity;
    // Whether the change was still read before the outage is a race.
    expect([4, 5]).toContain(await quantity());
    const page = await within(AT_ONCE_MS, () => openEvents(shop, getEvents, { cookies }));
    expect(await page.next('catalogue')).toMatchObject({ event: 'catalogue' });
    await end();
    await expect.poll(quantity, SOON).toBe(4);
    page.leave();
  });

  test('/readyz says so within 2 seconds, and calls that need the database end within 5', async () => {
    const member = await buildMember(shop);
    const { id } = await buildItem(shop);
    const add = () => member.call(addToCart, { body: { productId: id } });
    await begin();
    expect(await within(2500, () => shop.call(readyz))).toMatchObject(UNAVAILABLE);
    const calls = [() => member.call(getCart), add];
    await Promise.all(calls.map(async (call) => expect(await within(7000, call)).toMatchObject(UNAVAILABLE)));
    expect(await within(2500, () => shop.call(readyz))).toMatchObject(UNAVAILABLE);
    await end();
    await expect.poll(async () => (await add()).status, SOON).toBe(200);
    expect(await isReady()).toBe(true);
  });

  test('event streams stay open, and report what other processes changed meanwhile', async () => {
    const { id } = await buildItem(shop, { quantity: 5 });
    const admin = await buildAdmin(shop);
    await shop.catalogue.fresh();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const page = await openEvents(shop, getEvents, { cookies });
    const panel = await openEvents(shop, getAdminEvents, { token: admin.token });
    await begin();
    // At the heartbeat the shop looks whether the readers may still listen, and gets no response.
    vi.advanceTimersByTime(25_000);
    vi.useRealTimers();
    await page.next('catalogue');
    await panel.next('ready');
    expect(await admin.call(getCart)).toMatchObject({ status: 503 });
    await updateItems(other, [id], { quantity: 2 });
    await updateUserRow(other, admin.id, { verified_at: 1 });
    await end();
    expect(await page.next('catalogue')).toMatchObject({ data: { changed: [{ id, quantity: 2 }] } });
    await panel.next('inventory');
    await panel.next('users');
    page.leave();
    panel.leave();
  });

  test('an access code that is set meanwhile ends older cookies once the database is back', async () => {
    await begin();
    await getCatalogue();
    await setAccessCode(other, 'another code');
    expect((await getCatalogue()).status).toBe(200);
    await end();
    await expect.poll(async () => (await getCatalogue()).status, SOON).toBe(403);
    expect((await enter(ACCESS_CODE)).status).toBe(401);
    await setAccessCode(shop, ACCESS_CODE);
    cookies = await passGate(shop, { remoteAddress: `192.0.2.${++lastAddress}` });
  });
});

test('the catalogue gives up a read that never gets a response, and reads again', async () => {
  const { id } = await buildItem(shop, { quantity: 5 });
  await shop.catalogue.fresh();
  const change = shop.database.write(async (tx, touch) => {
    await tx.updateTable('items').set({ quantity: 4 }).where('id', '=', id).execute();
    touch('catalogue');
  });
  await change;
  proxy.pause();
  await getCatalogue();
  proxy.replace();
  const quantity = async () => (await getCatalogue()).body.inventory.find((product) => product.id === id)?.quantity;
  await expect.poll(quantity, { timeout: 20_000 }).toBe(4);
});

test('while the database is read-only, everything can be read, and writes end with 503 until it accepts them', async () => {
  const member = await buildMember(shop);
  const { id } = await buildItem(shop);
  const add = () => member.call(addToCart, { body: { productId: id } });
  await server.setReadOnly(true);
  proxy.cut();
  expect(await within(7000, add)).toMatchObject(UNAVAILABLE);
  expect((await member.call(getCart)).body.items).toEqual([]);
  expect((await getCatalogue()).status).toBe(200);
  expect(await isReady()).toBe(true);
  await server.setReadOnly(false);
  await expect.poll(async () => (await add()).status, SOON).toBe(200);
});

test('after another server has taken over from a paused one, the catalogue shows what was changed there', async () => {
  const standby = await createTestDatabase();
  const standbyProxy = await startDatabaseProxy(server.url, { database: standby.name });
  const onStandby = await startTestShop({ databaseUrl: standby.url });
  await standby.setReadOnly(true);
  const databaseUrl = proxy.url.replace(proxy.host, `${proxy.host},${standbyProxy.host}`);
  const onBoth = await startTestShop({ databaseUrl });
  await onBoth.database.watch();
  // Leaves a connection to the paused server in the pool for long reads.
  await onBoth.catalogue.fresh();
  proxy.pause();
  const { id } = await buildItem(onStandby);
  await standby.setReadOnly(false);
  const ids = async () => (await onBoth.call(getInventoryData)).body.inventory.map((product) => product.id);
  await expect.poll(ids, { timeout: 15_000 }).toEqual([id]);
  await onBoth.close();
  await onStandby.close();
  await standbyProxy.close();
  await standby.drop();
});
