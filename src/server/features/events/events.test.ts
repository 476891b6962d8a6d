import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { catalogueVersion, getInventoryData } from '#contract/catalogue.ts';
import { catalogueEvent, getAdminEvents, getEvents } from '#contract/events.ts';
import { authenticate } from '#contract/gate.ts';
import { createInvite, revokeInvite } from '#contract/invites.ts';
import { setAccessCode } from '../../cli/admin-commands.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { listen, openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, updateItems } from '../../testing/factories.ts';
import { cookiesIn, logIn, passGate } from '../../testing/sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';

const currentVersion = async (shop: TestShop) => {
  const { headers } = await shop.call(getInventoryData);
  return catalogueVersion(String(headers.etag));
};

bothDatabases((shop) => {
  test('an open page receives the version first, and then each change that a member sees', async () => {
    const { id } = await buildItem(shop(), { name: 'Fern Gummies', quantity: 9 });
    const page = await openEvents(shop(), getEvents);
    expect(page.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
    });
    const first = await page.next('catalogue');
    expect(first.event).toBe('catalogue');
    const version = await currentVersion(shop());
    expect(first.data).toEqual({ from: null, version, changed: [], removed: [] });

    await updateItems(shop(), [id], { reserved: 2 });
    const ordered = z.parse(catalogueEvent, (await page.next('catalogue')).data);
    expect(ordered).toMatchObject({ from: version, changed: [{ id, name: 'Fern Gummies', quantity: 7 }], removed: [] });
    expect(ordered.version).toBe(await currentVersion(shop()));

    await updateItems(shop(), [id], { is_active: 0 });
    const hidden = z.parse(catalogueEvent, (await page.next('catalogue')).data);
    expect(hidden).toMatchObject({ from: ordered.version, changed: [], removed: [id] });
    page.leave();
  });

  test('a change that no member can see is not sent to pages', async () => {
    const { id } = await buildItem(shop(), { quantity: 3 });
    const page = await openEvents(shop(), getEvents);
    await page.next('catalogue');
    await updateItems(shop(), [id], { feed_values: '{"description":"not shown"}' });
    await currentVersion(shop());
    await updateItems(shop(), [id], { quantity: 4 });
    expect((await page.next('catalogue')).data.changed).toMatchObject([{ id, quantity: 4 }]);
    page.leave();
  });

  test('when very many products change at once, pages receive only the new version, and load the catalogue again', async () => {
    const items = await Promise.all(Array.from({ length: 201 }, () => buildItem(shop())));
    const page = await openEvents(shop(), getEvents);
    await page.next('catalogue');
    await updateItems(
      shop(),
      items.map(({ id }) => id),
      { price_cents: 100 },
    );
    const { data } = await page.next('catalogue');
    expect(data).toEqual({ from: null, version: await currentVersion(shop()), changed: [], removed: [] });
    page.leave();
  });

  test('a page that reads nothing of its stream is disconnected', async () => {
    const items = await Promise.all(Array.from({ length: 100 }, () => buildItem(shop())));
    const ids = items.map(({ id }) => id);
    await expect.poll(() => shop().streams.count).toBe(0);
    const page = await openEvents(shop(), getEvents);
    await page.next('catalogue');
    page.response.pause();
    expect(shop().streams.count).toBe(1);
    let round = 0;
    const listeningAfterAnotherChange = async () => {
      await updateItems(shop(), ids, { description: `${round++} `.padEnd(2000, 'long ') });
      await currentVersion(shop());
      return shop().streams.count;
    };
    await expect.poll(listeningAfterAnotherChange, { interval: 1, timeout: 100_000 }).toBe(0);
    page.leave();
  });
});

test('streams end before the shop closes, so that closing does not wait for pages', async () => {
  const shop = await startTestShop();
  const page = await openEvents(shop, getEvents);
  await page.next('catalogue');
  await Promise.all([shop.close(), page.ended]);
  expect(page.response.complete).toBe(true);
});

test('a quiet stream has a heartbeat every 25 seconds', async () => {
  const shop = await startTestShop();
  await listen(shop);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const page = await openEvents(shop, getEvents);
    await page.next('catalogue');
    expect(page.text()).not.toContain(': still here');
    vi.advanceTimersByTime(25_000);
    await expect.poll(() => page.text()).toContain(': still here');
  } finally {
    vi.useRealTimers();
  }
  await shop.close();
});

const GATED = { settings: { CATALOGUE_NEEDS_GATE: 'on' } };
/** Sets the access code again and passes the gate. Returns the cookies of the browser. */
const resetGate = async (shop: TestShop) => {
  await setAccessCode(shop, ACCESS_CODE);
  return passGate(shop);
};

/** Sets the access code as another process does. */
const setElsewhere = async ({ dataDir, settings }: TestShop, code: string) => {
  const other = await startTestShop({ dataDir, databaseUrl: settings.DATABASE_URL });
  await setAccessCode(other, code);
  await other.close();
};

bothDatabases((shop) => {
  /** Renames the table of the gate's secrets. Until it has its name again, checking the gate fails. */
  const renameSecrets = (from: string, to: string) =>
    shop().database.write(async (tx, touch) => {
      await tx.schema.alterTable(from).renameTo(to).execute();
      touch('users');
    });

  test('an unreachable database ends no stream, and a changed access code ends the streams of the old one', async () => {
    expect(await shop().call(getEvents)).toMatchObject({ status: 403, body: { code: 'gate_needed' } });
    const page = await openEvents(shop(), getEvents, { cookies: await resetGate(shop()) });
    await page.next('catalogue');
    await renameSecrets('shop_state', 'away');
    const { id } = await buildItem(shop());
    expect(await page.next('catalogue')).toMatchObject({ data: { changed: [{ id }] } });
    await renameSecrets('away', 'shop_state');
    await setAccessCode(shop(), 'another code');
    await page.ended;
  });

  test('a revoked invite ends the streams of its visitors', async () => {
    const { call } = await buildAdmin(shop());
    const { invite, code } = (await call(createInvite, { body: { label: 'Stream', uses: 2 } })).body;
    const cookies = cookiesIn(await shop().call(authenticate, { body: { password: code } }));
    const page = await openEvents(shop(), getEvents, { cookies });
    await page.next('catalogue');
    await call(revokeInvite, { params: { id: invite.id } });
    await page.ended;
  });

  test('an access code that another process sets invalidates the old cookies before this process is notified', async () => {
    const cookies = await resetGate(shop());
    const status = async () => (await shop().call(getInventoryData, { cookies })).status;
    expect(await status()).toBe(200);
    await setElsewhere(shop(), 'another code');
    expect(await status()).toBe(403);
  });

  test('a revoked invite ends the streams of its visitors', async () => {
    const { call } = await buildAdmin(shop());
    const { invite, code } = (await call(createInvite, { body: { label: 'Stream', uses: 2 } })).body;
    const cookies = cookiesIn(await shop().call(authenticate, { body: { password: code } }));
    const page = await openEvents(shop(), getEvents, { cookies });
    await page.next('catalogue');
    await call(revokeInvite, { params: { id: invite.id } });
    await page.ended;
  });

  test('an access code that another process sets ends the streams of the old one in this process', async () => {
    const cookies = await resetGate(shop());
    await shop().database.watch();
    const page = await openEvents(shop(), getEvents, { cookies });
    await page.next('catalogue');
    // This rechecks the gate, which caches the secrets of the old code.
    await shop().database.write(async (_, touch) => touch('users'));
    await setElsewhere(shop(), 'another code');
    await page.ended;
  });
}, GATED);

test('visitors fill no place that is kept for members, and nobody one that is kept for the panel', async () => {
  const shop = await startTestShop();
  const member = await buildMember(shop);
  const { token } = await buildAdmin(shop);
  const cookies = cookiesIn(await logIn(shop, member.username, MEMBER_PASSWORD));
  let addresses = 0;
  /** Opens streams of as many addresses as it takes. They stay open, so nothing waits for their responses. */
  const openMany = async (count: number, options: object) => {
    const wanted = shop.streams.count + count;
    for (let opened = 0; opened < count; opened++) {
      if (opened % 400 === 0) addresses += 1;
      void shop.app.inject({ url: getEvents.path, remoteAddress: `10.0.0.${addresses}`, ...options });
    }
    await expect.poll(() => shop.streams.count).toBe(wanted);
  };
  await openMany(3000, {});
  expect(await shop.call(getEvents)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  await openMany(800, { cookies });
  expect(await shop.call(getEvents, { cookies })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  await openMany(200, { url: getAdminEvents.path, headers: { authorization: `Bearer ${token}` } });
  expect(await shop.call(getAdminEvents, { token })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  await shop.close();
});

test('visitors of one address fill no place that is kept for members and the panel at the same address', async () => {
  const shop = await startTestShop();
  const { token } = await buildAdmin(shop);
  for (let opened = 0; opened < 500; opened++) void shop.app.inject({ url: getEvents.path });
  await expect.poll(() => shop.streams.count).toBe(500);
  expect(await shop.call(getEvents)).toMatchObject({ status: 429 });
  void shop.app.inject({ url: getAdminEvents.path, headers: { authorization: `Bearer ${token}` } });
  await expect.poll(() => shop.streams.count).toBe(501);
  await shop.close();
});

test('one client may keep 500 pages open, whichever addresses of its network they use', async () => {
  const shop = await startTestShop({ settings: { TRUST_PROXY: 'on' } });
  const from = (last: number) => ({ headers: { 'x-forwarded-for': `2001:db8::${last.toString(16)}` } });
  const pages = await Promise.all(Array.from({ length: 500 }, (_, last) => openEvents(shop, getEvents, from(last))));
  const refused = await shop.call(getEvents, from(501));
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' }, headers: { 'retry-after': '30' } });
  pages[0]!.leave();
  await expect.poll(() => shop.streams.count).toBe(499);
  (await openEvents(shop, getEvents, from(502))).leave();
  await shop.close();
});
