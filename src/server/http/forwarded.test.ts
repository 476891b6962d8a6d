import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { getShop } from '#contract/settings.ts';
import { createResetLink } from '#contract/users.admin.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { createCalls } from '../testing/calls.ts';
import { buildAdmin, buildMember } from '../testing/factories.ts';
import { startLoggedApp } from '../testing/logged-app.ts';
import { startTestShop } from '../testing/test-shop.ts';

bothDatabases(
  (shop) => {
    const linkWith = async (headers: Record<string, string>) => {
      const [admin, member] = [await buildAdmin(shop()), await buildMember(shop())];
      const { body } = await admin.call(createResetLink, { params: { id: member.id }, body: {}, headers } as never);
      return (body as { url: string }).url.replace(/[^/]+$/, '');
    };

    test('a link for a new password begins like the address at which the proxy is reached', async () => {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example:8443' };
      expect(await linkWith(headers)).toBe('https://shop.example:8443/reset/');
    });

    test.each([
      ['x-forwarded-proto', 'javascript'],
      ['x-forwarded-proto', 'https, javascript'],
      ['x-forwarded-proto', 'data:text/html,x'],
      ['x-forwarded-proto', ''],
      ['x-forwarded-host', 'good.example/@evil.example'],
      ['x-forwarded-host', 'user@evil.example'],
      ['x-forwarded-host', '"><script>'],
      ['x-forwarded-host', 'shop.example:port'],
      ['x-forwarded-host', ''],
    ])('the header %s with "%s" does not get into a link', async (name, value) => {
      expect(await linkWith({ host: 'shop.example', [name]: value })).toBe('http://shop.example/reset/');
    });
  },
  { settings: { TRUST_PROXY: 'on' } },
);

/** The status of a request with exactly these lines. */
const statusOf = async (...headers: string[]): Promise<string> => {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  const socket = connect(Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`GET ${getShop.path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  return (await text(socket)).slice(9, 12);
};

test.each(['a b', 'shop.example/x', 'user@shop', '"><script>', 'shop:x', '[::1', ''])(
  'a request to the host "%s", which is none, is refused',
  async (host) => {
    expect(await statusOf(`Host: ${host}`)).toBe('400');
  },
);

test.each([
  ['Host', 'shop', 'other'],
  ['HOST', 'shop', 'shop'],
  ['Authorization', 'Bearer a', 'Bearer b'],
  ['content-type', 'application/json', 'multipart/form-data'],
])('a request with the header %s twice is refused, because two readers may take one each', async (name, one, other) => {
  const host = name.toLowerCase() === 'host' ? [] : ['Host: shop'];
  expect(await statusOf(...host, `${name}: ${one}`)).toBe('200');
  expect(await statusOf(...host, `${name}: ${one}`, 'X-Between: host', `${name.toLowerCase()}: ${other}`)).toBe('400');
});

test('other headers may repeat, and values are no names', async () => {
  expect(await statusOf('Host: shop', 'Accept: host', 'Accept: host', 'X-A: authorization', 'X-B: authorization')).toBe(
    '200',
  );
});

test.each(['shop', 'shop.example', 'shop.example:3000', '127.0.0.1:3000', '[::1]:3000', 'xn--caf-dma.example.'])(
  'a request to the host "%s" is accepted',
  async (host) => {
    const shop = await startTestShop();
    onTestFinished(() => shop.close());
    expect((await shop.call(getShop, { headers: { host } })).status).toBe(200);
  },
);

const MEMBER = '203.0.113.9';
test.each([
  ['off', { 'x-forwarded-for': MEMBER }, 'TRUST_PROXY is off'],
  ['off', {}, null],
  ['on', {}, 'without X-Forwarded-For'],
  ['on', { 'x-forwarded-for': 'unknown' }, 'no address'],
  ['on', { 'x-forwarded-for': '10.0.0.7' }, 'members at private addresses'],
  ['on', { 'x-forwarded-for': `${MEMBER}, 10.0.0.7` }, null],
  ['on', { 'x-forwarded-for': MEMBER, 'x-forwarded-proto': 'javascript' }, 'X-Forwarded-Proto'],
  ['on', { 'x-forwarded-for': `10.0.0.7, ${MEMBER}`, 'x-forwarded-proto': 'https' }, null],
])(
  'with TRUST_PROXY=%s and the headers %j of a proxy, the log warns once: %s',
  async (TRUST_PROXY, headers, warning) => {
    const shop = await startTestShop({ settings: { TRUST_PROXY } });
    onTestFinished(() => shop.close());
    const { app, log } = await startLoggedApp(shop, { level: 'warn' });
    const { call, request } = createCalls(app);
    await request('GET', '/healthz');
    expect(log()).toBe('');
    for (let round = 0; round < 3; round++) await call(getShop, { headers });
    const lines = log().split('\n').filter(Boolean);
    expect(lines).toHaveLength(warning === null ? 0 : 1);
    if (warning !== null) expect(lines[0]).toContain(warning);
  },
);

test('whoever writes no address into X-Forwarded-For counts as the proxy, and gets no count of its own', async () => {
  const shop = await startTestShop({ settings: { TRUST_PROXY: 'on', RATE_LIMITS: 'on' } });
  onTestFinished(() => shop.close());
  const enter = (address: string) =>
    shop.request('POST', '/api/auth', { headers: { 'x-forwarded-for': address }, body: { password: 'guess' } });
  for (let attempt = 0; attempt < 10; attempt++) expect((await enter(`guess-${attempt}`)).status).toBe(401);
  expect((await enter('guess-10')).status).toBe(429);
});
