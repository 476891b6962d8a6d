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
import { PATIENT_LIMITS } from '../../testing/patience.ts';
import { cookiesIn, passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';

const NEVER_MS = 3_600_000;
const NEVER = { connect: NEVER_MS, queue: NEVER_MS, statement: NEVER_MS, answer: NEVER_MS, lock: NEVER_MS };
const { calls, jobs } = PATIENT_LIMITS;
/** Without a limit of the database, whatever is waited for until the database is back has to come from the database. */
const WAITING = { ...PATIENT_LIMITS, calls: { ...calls, ...NEVER }, jobs: { ...jobs, ...NEVER } };
/** A lost connection, and a read without a response, are soon noticed. */
const WATCHFUL = { ...PATIENT_LIMITS, listenerCheck: { every: 500, most: 1500 }, batch: calls.answer };
/** As long as the limits of a busy machine may add up to. */
const AFTER_LIMITS = { timeout: 100_000 };
const UNAVAILABLE = {
  status: 503,
  body: { code: 'unavailable', message: errorText('unavailable') },
  headers: { 'retry-after': '5' },
};

let server: TestDatabase;
let proxy: DatabaseProxy;
/** A shop that waits for its database for as long as it takes. */
let shop: TestShop;
/** A shop behind the same proxy with limits as a real one has them. */
let limited: TestShop;
/** A shop on the same database that is not behind the proxy. */
let other: TestShop;
/** Of a browser that passed the gate. */
let cookies: Record<string, string>;
beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await startDatabaseProxy(server.url);
  const settings = { CATALOGUE_NEEDS_GATE: 'on', RATE_LIMITS: 'on' };
  shop = await startTestShop({ databaseUrl: proxy.url, settings, timeLimits: WAITING });
  limited = await startTestShop({ databaseUrl: proxy.url, settings, timeLimits: WATCHFUL });
  other = await startTestShop({ databaseUrl: server.url });
  await shop.database.watch();
  await limited.database.watch();
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
  for (const each of [shop, limited]) {
    await expect.poll(() => isReady(each), AFTER_LIMITS).toBe(true);
    // Changes that it missed do not arrive in the next test.
    await each.database.catchUp();
    await each.catalogue.fresh();
  }
});
afterAll(async () => {
  await shop.close();
  await limited.close();
  await other.close();
  await proxy.close();
  await server.drop();
});

const isReady = async (at: TestShop) => (await at.call(readyz)).status === 200;
const getCatalogue = (from = shop) => from.call(getInventoryData, { cookies });
const quantityOf = async (id: number, from = shop) =>
  (await getCatalogue(from)).body.inventory.find((product) => product.id === id)?.quantity;
/** Types an access code, from an address that has typed none yet. */
const enter = (password: string) =>
  shop.call(authenticate, { body: { password }, remoteAddress: `192.0.2.${++lastAddress}` });
let lastAddress = 0;

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
      const page = await shop.request('GET', path, { cookies });
      expect([path, page.status]).toEqual([path, 200]);
    }
    expect((await shop.call(metrics)).status).toBe(200);
    const refused = await shop.call(getInventoryData);
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
      (await shop.call(getInventoryData, { cookies: entered })).status;
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
    // A race decides if the change was still read before the outage.
    expect([4, 5]).toContain(await quantityOf(id));
    const page = await openEvents(shop, getEvents, { cookies });
    expect(await page.next('catalogue')).toMatchObject({ event: 'catalogue' });
    await end();
    await expect.poll(() => quantityOf(id)).toBe(4);
    page.leave();
  });

  test('/readyz says so, and calls that need the database end before it is back', async () => {
    const member = await buildMember(limited);
    const { id } = await buildItem(limited);
    const add = () => member.call(addToCart, { body: { productId: id } });
    await begin();
    expect(await limited.call(readyz)).toMatchObject(UNAVAILABLE);
    for (const response of await Promise.all([member.call(getCart), add()]))
      expect(response).toMatchObject(UNAVAILABLE);
    expect(await limited.call(readyz)).toMatchObject(UNAVAILABLE);
    await end();
    await expect.poll(async () => (await add()).status, AFTER_LIMITS).toBe(200);
    expect(await isReady(limited)).toBe(true);
  });

  test('event streams stay open, and report what other processes changed meanwhile', async () => {
    const { id } = await buildItem(limited, { quantity: 5 });
    const admin = await buildAdmin(limited);
    await limited.catalogue.fresh();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const page = await openEvents(limited, getEvents, { cookies });
    const panel = await openEvents(limited, getAdminEvents, { token: admin.token });
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
    await expect.poll(async () => (await getCatalogue()).status).toBe(403);
    expect((await enter(ACCESS_CODE)).status).toBe(401);
    await setAccessCode(shop, ACCESS_CODE);
    cookies = await passGate(shop, { remoteAddress: `192.0.2.${++lastAddress}` });
  });
});

test('the catalogue gives up a read that never gets a response, and reads again', async () => {
  const { id } = await buildItem(limited, { quantity: 5 });
  await limited.catalogue.fresh();
  const change = limited.database.write(async (tx, touch) => {
    await tx.updateTable('items').set({ quantity: 4 }).where('id', '=', id).execute();
    touch('catalogue');
  });
  await change;
  proxy.pause();
  await getCatalogue(limited);
  proxy.replace();
  await expect.poll(() => quantityOf(id, limited), AFTER_LIMITS).toBe(4);
});

test('while the database is read-only, everything can be read, and writes end with 503 until it accepts them', async () => {
  const member = await buildMember(shop);
  const { id } = await buildItem(shop);
  const add = () => member.call(addToCart, { body: { productId: id } });
  await server.setReadOnly(true);
  proxy.cut();
  expect(await add()).toMatchObject(UNAVAILABLE);
  expect((await member.call(getCart)).body.items).toEqual([]);
  expect((await getCatalogue()).status).toBe(200);
  expect(await isReady(shop)).toBe(true);
  await server.setReadOnly(false);
  await expect.poll(async () => (await add()).status).toBe(200);
});

test('after another server has taken over from a paused one, the catalogue shows what was changed there', async () => {
  const standby = await createTestDatabase();
  const standbyProxy = await startDatabaseProxy(server.url, { database: standby.name });
  const onStandby = await startTestShop({ databaseUrl: standby.url });
  await standby.setReadOnly(true);
  const databaseUrl = proxy.url.replace(proxy.host, `${proxy.host},${standbyProxy.host}`);
  const onBoth = await startTestShop({ databaseUrl, timeLimits: WATCHFUL });
  await onBoth.database.watch();
  // Leaves a connection to the paused server in the pool for long reads.
  await onBoth.catalogue.fresh();
  proxy.pause();
  const { id } = await buildItem(onStandby);
  await standby.setReadOnly(false);
  const ids = async () => (await onBoth.call(getInventoryData)).body.inventory.map((product) => product.id);
  await expect.poll(ids, AFTER_LIMITS).toEqual([id]);
  await onBoth.close();
  await onStandby.close();
  await standbyProxy.close();
  await standby.drop();
});
