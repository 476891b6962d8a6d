import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { setCartNotes } from '#contract/cart.ts';
import { applyBulkMarkup, replaceInventory } from '#contract/inventory.ts';
import { getShop } from '#contract/settings.ts';
import { login } from '#contract/users.ts';
import { MOST_CONNECTIONS } from '../limits.ts';
import { listen } from '../testing/event-reader.ts';
import { buildAdmin, buildMember } from '../testing/factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from '../testing/inventory.ts';
import { startTestShop, type TestShop, type TestShopOptions } from '../testing/test-shop.ts';

/*
 * Bodies and connections over real sockets: a caller that is slow, endless or rude keeps nothing of the shop for long.
 */

let shop: TestShop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});
const start = async (options?: TestShopOptions): Promise<TestShop> => {
  shop = await startTestShop(options);
  return shop;
};

/** A raw connection that keeps what it received. */
interface Connection {
  socket: Socket;
  received(): string;
  closed: Promise<unknown>;
}

const open = async (target: TestShop): Promise<Connection> => {
  const socket = connect(Number(new URL(await listen(target)).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  // A connection that the shop resets has ended too.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed]);
  return { socket, received: () => text, closed };
};

const head = (method: string, path: string, headers: Record<string, string | number>): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: shop', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
    .join('\r\n')
    .concat('\r\n\r\n');

/** Sends as fast as the other side reads, until the connection ends. Returns how to read the number of bytes. */
const sendEndlessly = (socket: Socket): (() => number) => {
  const block = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  const sendMore = () => {
    while (socket.writable) {
      sent += block.length;
      if (!socket.write(block)) return;
    }
  };
  socket.on('drain', sendMore);
  sendMore();
  return () => sent;
};

/** More than the shop reads of anything, and buffers of both sides. */
const FAR_TOO_MUCH = 64 * 1024 * 1024;

describe('a body that does not arrive', () => {
  test.each([
    ['a length', { 'content-length': 1000 }, '{'],
    ['chunks', { 'transfer-encoding': 'chunked' }, '1\r\n{\r\n'],
  ])(
    'and was announced with %s ends with its connection at the limit, however slowly it goes on',
    async (_, headers, first) => {
      const target = await start({ timeLimits: { request: { most: 400, every: 100 } } });
      const { socket, received, closed } = await open(target);
      socket.write(head('POST', login.path, { 'content-type': 'application/json', ...headers }) + first);
      const dripping = setInterval(() => socket.write('content-length' in headers ? ' ' : '1\r\n \r\n'), 50);
      await closed;
      clearInterval(dripping);
      expect(received()).toMatch(/^HTTP\/1\.1 408 /);
      expect(received()).toMatch(/x-content-type-options: nosniff/i);
      expect(received()).toContain('The request took too long to arrive.');
    },
  );

  test('of an upload ends likewise, and changes nothing', async () => {
    const target = await start({ timeLimits: { request: { most: 400, every: 100 } } });
    const admin = await buildAdmin(target);
    const { type, form } = buildUploadForm(inventoryFile([buildFileProduct()]));
    const { socket, closed } = await open(target);
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type, 'content-length': form.length };
    socket.write(head('POST', replaceInventory.path, headers));
    socket.write(form.subarray(0, form.length - 10));
    await closed;
    expect(await target.database.read.selectFrom('items').select('id').execute()).toEqual([]);
  });

  test('and belongs to a call that was refused is not waited for', async () => {
    const target = await start();
    const { socket, received, closed } = await open(target);
    const headers = { 'content-type': 'application/json', 'content-length': 1000 };
    socket.write(`${head('POST', applyBulkMarkup.path, headers)}{`);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i);
    socket.end();
    await closed;
  });
});

test('an upload that is slow but steady arrives', async () => {
  const target = await start();
  const admin = await buildAdmin(target);
  const products = Array.from({ length: 50 }, () => buildFileProduct());
  const { type, form } = buildUploadForm(inventoryFile(products));
  const { socket, received, closed } = await open(target);
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type, 'content-length': form.length };
  socket.write(head('POST', replaceInventory.path, { ...headers, connection: 'close' }));
  for (let sent = 0; sent < form.length; sent += 500) {
    socket.write(form.subarray(sent, sent + 500));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 200 /);
});

describe('a body without end', () => {
  const formHead = (token?: string) =>
    head('POST', replaceInventory.path, {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 1e12,
    });
  const FILE = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

  test.each([
    ['without a token', false, 401, FILE],
    ['of an admin', true, 413, FILE],
    ['of an admin, before the first part', true, 413, ''],
    ['of an admin, in another file', true, 413, FILE.replace('"file"', '"other"')],
  ])('%s is refused, and the connection ends', async (_, withToken, status, begin) => {
    const target = await start();
    const { socket, received, closed } = await open(target);
    socket.write(formHead(withToken ? (await buildAdmin(target)).token : undefined));
    socket.write(begin);
    const sent = sendEndlessly(socket);
    await closed;
    expect(received()).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*connection: close`, 'i'));
    expect(sent()).toBeLessThan(FAR_TOO_MUCH);
  });

  test('of JSON is refused, and the connection ends', async () => {
    const target = await start();
    const { socket, received, closed } = await open(target);
    socket.write(head('POST', login.path, { 'content-type': 'application/json', 'content-length': 1e12 }));
    const sent = sendEndlessly(socket);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
    expect(sent()).toBeLessThan(FAR_TOO_MUCH);
  });
});

test('a small body of a refused call costs no connection', async () => {
  const target = await start();
  const { socket, received } = await open(target);
  const body = '{"percentage":5}';
  const call = head('POST', applyBulkMarkup.path, {
    'content-type': 'application/json',
    'content-length': body.length,
  });
  socket.write(call + body);
  await expect.poll(received).toMatch(/^HTTP\/1\.1 401 /);
  expect(received()).not.toMatch(/connection: close/i);
  socket.write(head('GET', getShop.path, {}));
  await expect.poll(received).toMatch(/HTTP\/1\.1 200 /);
  socket.destroy();
});

test('a member may send 64 KB of JSON, and an admin a megabyte', async () => {
  const target = await start();
  const [member, admin] = [await buildMember(target), await buildAdmin(target)];
  const size = 100_000;
  expect(await member.call(setCartNotes, { body: { notes: 'x'.repeat(size) } })).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  });
  expect(await admin.call(applyBulkMarkup, { body: { percentage: 'x'.repeat(size) } as never })).toMatchObject({
    status: 400,
  });
});

test('JSON is parsed only for a caller with access', async () => {
  const target = await start();
  const headers = { 'content-type': 'application/json' };
  const body = '{"percentage":';
  const refused = { status: 401, body: { code: 'not_signed_in' } };
  const token = 'x'.repeat(43);
  expect(await target.request('POST', applyBulkMarkup.path, { headers, body, token })).toMatchObject(refused);
  const long = `{"notes":"${'x'.repeat(10_000)}`;
  expect(await target.request('PATCH', setCartNotes.path, { headers, body: long, token })).toMatchObject(refused);
  const member = await buildMember(target);
  expect(await target.request('POST', applyBulkMarkup.path, { headers, body, token: member.token })).toMatchObject({
    status: 403,
  });
  expect(await target.request('PATCH', setCartNotes.path, { headers, body: long, token: member.token })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
});

test('a form where JSON is expected is the wrong kind', async () => {
  const target = await start();
  const { type, form } = buildUploadForm('x');
  const admin = await buildAdmin(target);
  for (const { path, method } of [login, applyBulkMarkup, setCartNotes]) {
    const options = { headers: { 'content-type': type }, body: form, token: admin.token };
    expect(await target.request(method, path, options), path).toMatchObject({
      status: 415,
      body: { code: 'wrong_kind' },
    });
  }
});

test('one address cannot take every connection', async () => {
  const target = await start({ settings: { RATE_LIMITS: 'on' } });
  const connections: Socket[] = [];
  // The system drops what does not fit in the queue of a listening socket, and its sender waits for a minute.
  while (connections.length < MOST_CONNECTIONS.ofAddress + 20) {
    connections.push(...(await Promise.all(Array.from({ length: 10 }, async () => (await open(target)).socket))));
  }
  await expect.poll(() => connections.filter(({ closed }) => closed).length).toBe(20);
  for (const socket of connections) socket.destroy();
  const connected = () => promisify(target.app.server.getConnections.bind(target.app.server))();
  await expect.poll(connected).toBe(0);
  expect((await fetch(`${await listen(target)}${getShop.path}`)).status).toBe(200);
});
