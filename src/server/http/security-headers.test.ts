import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { authenticate } from '#contract/gate.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { getShop } from '#contract/settings.ts';
import { register } from '#contract/users.ts';
import type { Settings } from '../settings.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { listen } from '../testing/event-reader.ts';
import { type EveryCall, startForEveryCall } from '../testing/every-call/every-call.ts';
import { buildMember } from '../testing/factories.ts';
import { passGate } from '../testing/sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../testing/test-shop.ts';
import { securityHeaders } from './security-headers.ts';

/** On every response, whatever it is. */
const PROTECTED = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringMatching(/^default-src '(self|none)'/),
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
};

describe('responses', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterAll(() => shop.close());

  test.each([
    getShop.path,
    getInventoryData.path,
    '/api/openapi.json',
    '/api/nothing',
    '/%',
    '/api/receipts/%E0%A4%A',
    '/gone.js',
    '/test-points',
  ])('of %s are protected by headers', async (path) => {
    expect((await shop.request('GET', path)).headers).toMatchObject(PROTECTED);
  });

  test.each([
    ['no request', 'HELLO\r\n\r\n', 400],
    ['a header that is too long', `GET / HTTP/1.1\r\nHost: shop\r\nLong: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('to %s are protected too', async (_, bytes, status) => {
    const socket = connect(Number(new URL(await listen(shop)).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    const response = await text(socket);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const name of Object.keys(PROTECTED)) expect(response).toMatch(new RegExp(`^${name}: `, 'im'));
    expect(JSON.parse(response.split('\r\n\r\n')[1]!)).toMatchObject({ code: 'invalid_input' });
  });

  test('no page can be framed, and no text becomes script on its way into a page', async () => {
    const { headers } = await shop.request('GET', '/');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  });

  test('only a shop that is reached by https tells browsers never to use anything else', () => {
    const settings = (address?: string) => ({ ...shop.settings, PUBLIC_URL: address }) as Settings;
    const hsts = (address?: string) => securityHeaders(settings(address))['strict-transport-security'];
    expect([hsts('https://shop.example'), hsts('http://shop.example'), hsts()]).toEqual([
      'max-age=31536000',
      undefined,
      undefined,
    ]);
  });
});

test('the document of all calls has the limit of other calls', async () => {
  const shop = await startTestShop({ settings: { RATE_LIMITS: 'on' } });
  const statuses: number[] = [];
  // `request` would read the whole document each time.
  for (let call = 0; call <= 600; call++) statuses.push((await shop.app.inject('/api/openapi.json')).statusCode);
  expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([600, 429]);
  await shop.close();
});

describe('caches', () => {
  let every: EveryCall;
  beforeAll(async () => {
    every = await startForEveryCall({});
  });
  afterAll(() => every.close());
  /** The same for everybody who may read them. */
  const SHARED = [
    ...['GET /api/inventory-data', 'GET /api/proxy-image/*', 'GET /api/lab-results/*', 'GET /api/logo/:name'],
    'GET /api/events',
  ];

  // Streams would not end, and the account goes last.
  const finite = ENDPOINTS.filter(
    ({ path, method }) => !path.endsWith('/events') || path.includes(':id') || method !== 'GET',
  );
  test.each(finite.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'keep nothing of %s that is about a person or contains a token',
    async (name, endpoint) => {
      const { status, headers } = await every.send(await every.prepare(endpoint));
      expect(status).toBeLessThan(300);
      if (SHARED.includes(name)) expect(headers['cache-control']).not.toBe('no-store');
      else expect(headers['cache-control']).toBe('no-store');
    },
  );
});

bothDatabases(
  (shop) => {
    const HTTPS = { headers: { 'x-forwarded-proto': 'https' } };
    const isIn = async (cookies: Record<string, string>) => {
      const { username } = await buildMember(shop());
      const body = { username, email: `${username}@other.test`, password: 'new-password-1', signalUsername: '' };
      // The name is taken, which only a browser that passed the gate learns.
      return (await shop().call(register, { cookies, body })).status === 409;
    };

    test('by https the gate sets a cookie that no other host and no unprotected page can set', async () => {
      const response = await shop().call(authenticate, { ...HTTPS, body: { password: ACCESS_CODE } });
      expect(response.headers['set-cookie']).toMatch(
        /^__Host-greenroom_gate=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(await isIn(await passGate(shop(), HTTPS))).toBe(true);
    });

    test('by http it sets one that needs no protection, and both are read', async () => {
      const response = await shop().call(authenticate, { body: { password: ACCESS_CODE } });
      expect(response.headers['set-cookie']).toMatch(
        /^greenroom_gate=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(await isIn(await passGate(shop()))).toBe(true);
      expect(await isIn({})).toBe(false);
    });
  },
  { settings: { TRUST_PROXY: 'on' } },
);
