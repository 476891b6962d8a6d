import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { getEvents } from '#contract/events.ts';
import { listReceipts } from '#contract/receipts.ts';
import { getShop } from '#contract/settings.ts';
import { getResetLink, getUser, login } from '#contract/users.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { buildItem, buildMember, MEMBER_PASSWORD } from '../testing/factories.ts';
import { startLoggedApp } from '../testing/logged-app.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

let server: TestDatabase;
let proxy: DatabaseProxy;
let shop: TestShop;
beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await startDatabaseProxy(server.url);
  shop = await startTestShop({ databaseUrl: proxy.url });
  await buildItem(shop);
});
afterAll(async () => {
  await shop.close();
  await proxy.close();
  await server.drop();
});

interface Line {
  level: number;
  msg: string;
  id: string;
  [field: string]: unknown;
}

/** The lines of a log about requests and their failures. */
const linesOf = (log: string): Line[] => {
  const all = log.split('\n').filter(Boolean);
  return all.map((line) => JSON.parse(line) as Line).filter(({ id }) => id !== undefined);
};

const SHORT_ID = /^[0-9a-f]{6}-[0-9a-z]+$/;

test('at LOG_LEVEL=info each request is one line, with the id that its response has, and nothing personal', async () => {
  const { url, log } = await startLoggedApp(shop, { level: 'info' });
  const { username, token } = await buildMember(shop);
  const bearer = { authorization: `Bearer ${token}` };
  const resetToken = 'a-reset-token-that-nobody-else-may-read';
  const calls: [string, string, RequestInit?][] = [
    [getShop.path, getShop.path],
    [`${getUser.path}?q=secret-words`, getUser.path, { headers: bearer }],
    [getResetLink.path.replace(':token', resetToken), getResetLink.path],
    [getInventoryData.path, getInventoryData.path],
    [getInventoryData.path, getInventoryData.path],
    [`/api/${resetToken}`, '/*'],
    ['/api/%E0%A4%A', '/*'],
    ['/nothing.js?x=secret-words', '/*'],
    [
      login.path,
      login.path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: MEMBER_PASSWORD }),
      },
    ],
  ];
  const expected: unknown[] = [];
  for (const [path, route, init] of calls) {
    const response = await fetch(`${url}${path}`, init);
    await response.arrayBuffer();
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(SHORT_ID);
    expected.push({ id, method: init?.method ?? 'GET', route, status: response.status, msg: 'request' });
  }
  const requests = () => linesOf(log()).filter(({ msg }) => msg === 'request');
  await expect.poll(() => requests().length).toBe(calls.length);
  expect(requests()).toMatchObject(expected);
  for (const { ms, bytes } of requests()) {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(bytes).toBeGreaterThan(100);
  }
  expect(new Set(requests().map(({ id }) => id)).size).toBe(calls.length);
  for (const secret of [token, resetToken, 'secret-words', username, MEMBER_PASSWORD, '127.0.0.1']) {
    const ofRequests = JSON.stringify(requests());
    expect(ofRequests).not.toContain(secret);
  }
});

test('the line of a stream is written when its page leaves, and says that it was cut', async () => {
  const { url, log } = await startLoggedApp(shop, { level: 'info' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET ${getEvents.path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  expect(linesOf(log())).toEqual([]);
  socket.destroy();
  await expect.poll(() => linesOf(log())).toMatchObject([{ route: getEvents.path, status: 200, cut: true }]);
});

test('at the default level nothing is logged about requests that go well or are refused, and they carry no id', async () => {
  const { url, log } = await startLoggedApp(shop, { level: 'warn' });
  for (const path of [getShop.path, getInventoryData.path, getUser.path, '/nothing.js']) {
    const response = await fetch(`${url}${path}`);
    await response.arrayBuffer();
    expect(response.headers.has('x-request-id')).toBe(false);
  }
  expect(log()).toBe('');
});

test('a failure of the shop is logged at every level with the id that its caller reads', async () => {
  const { url, log } = await startLoggedApp(shop, { level: 'warn' });
  const { token } = await buildMember(shop);
  await shop.database.write((tx) => tx.schema.alterTable('receipts').renameTo('lost').execute());
  const response = await fetch(`${url}${listReceipts.path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await response.json()) as { requestId: string };
  await shop.database.write((tx) => tx.schema.alterTable('lost').renameTo('receipts').execute());
  expect({ status: response.status, ...body }).toEqual({
    status: 500,
    code: 'internal',
    message: 'Something went wrong',
    requestId: expect.stringMatching(SHORT_ID),
  });
  expect(response.headers.get('x-request-id')).toBe(body.requestId);
  expect(linesOf(log())).toMatchObject([
    { id: body.requestId, method: 'GET', route: listReceipts.path, msg: 'request failed', level: 50 },
  ]);
});

test('while the database is out of reach, each refused call is a warning with the id that its caller reads', async () => {
  const { url, log } = await startLoggedApp(shop, { level: 'warn' });
  const { token } = await buildMember(shop);
  await proxy.stop();
  const response = await fetch(`${url}${listReceipts.path}`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await response.json()) as { code: string; requestId: string };
  await proxy.start();
  expect(body).toMatchObject({ code: 'unavailable', requestId: expect.stringMatching(SHORT_ID) });
  expect(response.headers.get('x-request-id')).toBe(body.requestId);
  expect(linesOf(log())).toMatchObject([
    { id: body.requestId, method: 'GET', route: listReceipts.path, msg: 'database unavailable', level: 40 },
  ]);
});
