import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getEvents } from '#contract/events.ts';
import { replaceInventory } from '#contract/inventory.ts';
import { getUser, login } from '#contract/users.ts';
import { buildAdmin } from '../testing/factories.ts';
import { startLoggedApp } from '../testing/logged-app.ts';
import { passGate } from '../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

/** Sends bytes to a server and waits until the connection ends, or for a moment. */
const send = async (url: string, text: string): Promise<void> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.resume().once('close', resolve));
  socket.write(text);
  socket.end();
  await closed;
};

test('no token, cookie, password or link for a new one is logged at any level, however malformed the request is', async () => {
  const { url, log } = await startLoggedApp(shop, { level: 'trace' });
  const { token } = await buildAdmin(shop);
  const [[cookieName, cookie]] = Object.entries(await passGate(shop)) as [[string, string]];
  const password = 'a-typed-password';
  const link = 'a-link-for-a-new-password';
  const secrets = `Authorization: Bearer ${token}\r\nCookie: ${cookieName}=${encodeURIComponent(cookie)}\r\n`;
  const json = `{"username":"fern","password":"${password}"`;
  const bodies = [json, `${json}}`, `${json},"__proto__":{}}`];
  const heads = [
    `GET ${getUser.path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${secrets}\r\n`,
    `GET ${getUser.path} HTTP/9.9\r\nHost: shop\r\n${secrets}\r\n`,
    `${secrets}\r\n`,
    `GET / HTTP/1.1\r\n${secrets}\r\n`,
    `GET / HTTP/1.1\r\nHost: shop\r\n${secrets}Broken header\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: shop\r\n${secrets}Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    `GET /%E0%A4%A HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${secrets}\r\n`,
    `GET /nothing.js HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${secrets}\r\n`,
    `POST ${login.path} HTTP/1.1\r\nHost: shop\r\n${secrets}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `POST ${login.path} HTTP/1.1\r\nHost: shop\r\n${secrets}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${json}`,
    `POST ${login.path} HTTP/1.1\r\nHost: shop\r\n${secrets}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n${json}`,
    `POST ${replaceInventory.path} HTTP/1.1\r\nHost: shop\r\n${secrets}Content-Type: multipart/form-data\r\nContent-Length: 9\r\nConnection: close\r\n\r\n${password.slice(0, 9)}`,
    `POST ${replaceInventory.path} HTTP/1.1\r\nHost: shop\r\n${secrets}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9\r\nConnection: close\r\n\r\n--b\r\n\r\n--b`,
    ...[`/reset/${link}`, `/api/reset/${link}`, `/api/reset/${link}/more`, `/api/reset/${link}%E0%A4%A`].flatMap(
      (path) => [
        `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`,
        `GET ${path} HTTP/9.9\r\nHost: shop\r\n\r\n`,
        `DELETE ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`,
      ],
    ),
    ...bodies.map(
      (body) =>
        `POST ${login.path} HTTP/1.1\r\nHost: shop\r\n${secrets}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    ),
  ];
  for (const head of heads) await send(url, head);
  const logged = log();
  // The malformed ones are logged, without their content.
  expect(logged).toContain('not a request');
  for (const secret of [token, cookie, password, link]) {
    expect(logged).not.toContain(secret);
    // As the list of bytes that a Buffer is logged as.
    expect(logged).not.toContain([...Buffer.from(secret)].join(','));
  }
  expect(logged).not.toMatch(/authorization|rawPacket/i);
});

test('a reader of the events that has left before they begin is no failure of the shop', async () => {
  const { url, log } = await startLoggedApp(shop, { level: 'warn' });
  let readers = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { soon } = shop.catalogue;
  shop.catalogue.soon = async () => {
    readers++;
    await held;
    return soon.call(shop.catalogue);
  };
  try {
    const { port } = new URL(url);
    const sockets = Array.from({ length: 5 }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) socket.write(`GET ${getEvents.path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
    await expect.poll(() => readers).toBe(5);
    for (const socket of sockets) socket.destroy();
    // One more call, so that the shop has noticed that they left.
    await fetch(`${url}/healthz`);
  } finally {
    release();
    shop.catalogue.soon = soon;
  }
  await fetch(`${url}/healthz`);
  expect(shop.streams.count).toBe(0);
  expect(log()).toBe('');
});
