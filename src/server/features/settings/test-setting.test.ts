import dns from 'node:dns';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSettings, testSetting } from '#contract/settings.admin.ts';
import { statusText } from '../../lib/call-failure.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { startTestShop } from '../../testing/test-shop.ts';

const SECRET_BODY = 'the body of the other side';
const received: { method: string; path: string; event: unknown; authorization: unknown; body: string }[] = [];
let status = 200;
const server = await startLocalServer(async (request, response) => {
  const { 'greenroom-event': event, authorization } = request.headers;
  received.push({ method: request.method!, path: request.url!, event, authorization, body: await text(request) });
  response.writeHead(status, { 'content-type': 'application/json' }).end(SECRET_BODY);
});
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
  status = 200;
});
afterEach(() => void vi.restoreAllMocks());

const ADDRESSES = {
  ORDER_WEBHOOK_URL: `${server.url}/orders`,
  INVENTORY_FEED_URL: `${server.url}/menu.json`,
  RATE_URL: `${server.url}/rates`,
};

bothDatabases(
  (shop) => {
    const tryIt = async (name: string) => (await buildAdmin(shop())).call(testSetting, { body: { name } });

    test('the webhooks, the feed and the rates are tried as the shop uses them, and the body is never returned', async () => {
      const owner = await buildAdmin(shop());
      await owner.call(changeSettings, { body: { changes: { ...ADDRESSES, INVENTORY_FEED_TOKEN: 'token-1' } } });
      for (const name of [...Object.keys(ADDRESSES), 'ALARM_WEBHOOK_URL']) {
        const { status: code, body, text: said } = await tryIt(name);
        expect([name, code, body.ok]).toEqual([name, 200, true]);
        expect(body.message).toMatch(/^Status 200 after \d+\.\d s\.$/);
        expect(said).not.toContain(SECRET_BODY);
      }
      expect(received).toMatchObject([
        { method: 'POST', path: '/orders', event: 'test' },
        { method: 'GET', path: '/menu.json', authorization: 'Bearer token-1' },
        { method: 'GET', path: '/rates', authorization: undefined },
        { method: 'POST', path: '/alarms' },
      ]);
      expect(JSON.parse(received[0]!.body)).toMatchObject({ event: 'test' });
      expect(JSON.parse(received[3]!.body)).toMatchObject({ kind: 'test' });
      status = 503;
      expect((await tryIt('RATE_URL')).body).toMatchObject({
        ok: false,
        message: expect.stringMatching(/^Status 503 after \d+\.\d s\. The other side has a problem of its own\./),
      });
    });

    test('the source of pictures is there if it answers at all, because nothing lies at its own address', async () => {
      const owner = await buildAdmin(shop());
      await owner.call(changeSettings, { body: { changes: { IMAGE_ORIGIN: `${server.url}/pictures` } } });
      status = 404;
      expect((await tryIt('IMAGE_ORIGIN')).body).toMatchObject({ ok: true });
      status = 502;
      expect((await tryIt('IMAGE_ORIGIN')).body).toMatchObject({ ok: false });
      expect(received).toMatchObject([{ method: 'GET', path: '/pictures' }, { method: 'GET' }]);
    });

    test('a setting without a value, and one without anything to try, is 400', async () => {
      const owner = await buildAdmin(shop());
      await owner.call(changeSettings, { body: { changes: { RATE_URL: null } } });
      for (const name of ['RATE_URL', 'SHOP_NAME', 'DATABASE_URL', 'nothing']) {
        expect(await tryIt(name)).toMatchObject({ status: 400, body: { code: 'invalid_setting' } });
      }
      expect(received).toEqual([]);
    });

    test('only an owner tries anything', async () => {
      for (const role of ['orders', 'inventory'] as const) {
        const { call } = await buildAdmin(shop(), role);
        const refused = await call(testSetting, { body: { name: 'ORDER_WEBHOOK_URL' } });
        expect(refused).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
      }
    });
  },
  { settings: { PRIVATE_URLS: 'on', ALARM_WEBHOOK_URL: `${server.url}/alarms` } },
);

const UNREACHED = {
  ENOTFOUND: 'was not found. Check the address for a mistake',
  EAI_AGAIN: 'could not be looked up. The machine of the shop may be offline',
  ECONNREFUSED: 'refused the connection. Nothing answers at this address',
  ETIMEDOUT: 'did not answer in time',
  CERT_HAS_EXPIRED: 'has a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that cannot be trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that cannot be trusted',
  EPROTO: 'does not answer by https',
};

test('a test of an address that nobody answers says why to somebody who knows no code', async () => {
  const shop = await startTestShop();
  const owner = await buildAdmin(shop);
  const address = 'https://hooks.example/path?key=hunter22';
  const changes = { ORDER_WEBHOOK_URL: address, INVENTORY_FEED_URL: address, IMAGE_ORIGIN: address };
  expect(await owner.call(changeSettings, { body: { changes } })).toMatchObject({ status: 200 });
  for (const [code, said] of Object.entries(UNREACHED)) {
    vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, found: (error: Error) => void) =>
      found(Object.assign(new Error(`getaddrinfo ${code}`), { code }))) as unknown as typeof dns.lookup);
    for (const name of Object.keys(changes)) {
      const { body } = await owner.call(testSetting, { body: { name } });
      expect(body.ok, name).toBe(false);
      expect(body.message, name).toContain(`The host hooks.example ${said}`);
      expect(body.message, name).toMatch(/ \(after \d+\.\d s\)\.$/);
      expect(body.message, name).not.toMatch(new RegExp(`${code}|hunter22|getaddrinfo`));
    }
  }
  await shop.close();
});

test.each([
  [302, 'It leads elsewhere.'],
  [401, 'It does not let the shop in.'],
  [404, 'There is nothing at this address.'],
  [400, 'It did not accept the call.'],
  [429, 'It has had too many calls.'],
  [500, 'The other side has a problem of its own.'],
])('a status of %i is explained', (code, said) => {
  expect(statusText(code)).toContain(said);
  expect(statusText(204)).toBeNull();
});

test('an address of the panel whose name leads inside is not called, and the owner reads why', async () => {
  const shop = await startTestShop();
  const owner = await buildAdmin(shop);
  const changes = { INVENTORY_FEED_URL: 'https://feed.example/menu.json', ORDER_WEBHOOK_URL: 'https://bot.example/' };
  expect(await owner.call(changeSettings, { body: { changes } })).toMatchObject({ status: 200 });
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, found: (...all: unknown[]) => void) =>
    found(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof dns.lookup);
  for (const [name, what] of [
    ['INVENTORY_FEED_URL', 'The address'],
    ['ORDER_WEBHOOK_URL', 'The webhook'],
  ]) {
    const { body } = await owner.call(testSetting, { body: { name: name! } });
    expect(body.ok).toBe(false);
    expect(body.message).toContain(`${what} is at an address inside a private network.`);
  }
  await shop.close();
});
