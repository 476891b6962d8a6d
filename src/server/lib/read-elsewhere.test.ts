import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LocalServer, sendEndlessly, sendText, startLocalServer } from '../testing/local-server.ts';
import { readElsewhere, redirectTarget } from './read-elsewhere.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startLocalServer();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(() => server.close());

const RATES = { name: 'The rates', plural: true } as const;
const MENU = { name: 'The menu' };
const limits = { milliseconds: 60_000, bytes: 64 * 1024 };

const read = (options: Partial<Parameters<typeof readElsewhere>[1]> = {}) =>
  readElsewhere(new URL(server.url), { called: RATES, limits, ...options });

const sendPacked = (coding: string, bytes: Buffer) =>
  server.respondWith((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes));

test('a body arrives as it is or as gzip, and nothing else is asked for', async () => {
  server.respondWith(sendText('plain'));
  expect(String((await read()).bytes)).toBe('plain');
  expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip, identity');
  sendPacked('gzip', gzipSync('packed'));
  expect(String((await read()).bytes)).toBe('packed');
});

test.each(['br', 'deflate', 'zstd', 'gzip, gzip'])('a body that is packed as %s is refused', async (coding) => {
  sendPacked(coding, brotliCompressSync('{}'));
  await expect(read()).rejects.toMatchObject({
    why: 'unusable',
    message: `The rates are packed as ${coding}, not as gzip`,
  });
});

test('a body is refused once it is too large, also if only its unpacked bytes are', async () => {
  const tooLarge = { why: 'too_large', message: 'The rates are larger than 64 KB' };
  server.respondWith(sendEndlessly);
  await expect(read()).rejects.toMatchObject(tooLarge);
  sendPacked('gzip', gzipSync(Buffer.alloc(100 * 1024 * 1024)));
  await expect(read()).rejects.toMatchObject(tooLarge);
  // Empty members unpack to nothing.
  sendPacked('gzip', Buffer.concat(Array.from({ length: 5000 }, () => gzipSync(''))));
  await expect(read()).rejects.toMatchObject(tooLarge);
  server.respondWith((_request, response) => response.writeHead(200, { 'content-length': 3 * 1024 * 1024 }).write('a'));
  await expect(read({ called: MENU, limits: { ...limits, bytes: 2 * 1024 * 1024 } })).rejects.toMatchObject({
    message: 'The menu is larger than 2 MB',
  });
});

test.each([gzipSync('packed').subarray(0, 15), Buffer.from('not packed')])(
  'gzip that breaks off or is none fails',
  async (bytes) => {
    sendPacked('gzip', bytes);
    await expect(read()).rejects.toMatchObject({ why: 'unusable', message: 'The rates cannot be unpacked' });
  },
);

test('an answer that does not begin, or does not end, is too late', async () => {
  server.respondWith(() => {});
  await expect(read({ limits: { ...limits, response: 100 } })).rejects.toMatchObject({
    why: 'silent',
    message: 'The rates took longer than 0.1 seconds',
  });
  server.respondWith((_request, response) => void response.writeHead(200).write('a'));
  await expect(read({ limits: { ...limits, milliseconds: 100 } })).rejects.toMatchObject({ why: 'silent' });
});

test('a connection that the other side has closed in between is opened again', async () => {
  let answered = 0;
  server.respondWith((request, response) => {
    // The second request on a connection meets one that closes.
    if (++answered === 2) request.socket.destroy();
    else response.end('answer');
  });
  await read();
  expect(String((await read()).bytes)).toBe('answer');
});

test('user and password of the address are credentials', async () => {
  server.respondWith(sendText('{}'));
  await readElsewhere(new URL(server.url.replace('//', '//shop:se%20cret@')), { called: RATES, limits });
  expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('shop:se cret').toString('base64')}`);
});

test.each([
  ['http://shop.test/a', '/b', 'http://shop.test/b'],
  ['http://shop.test/a', 'https://shop.test/b', 'https://shop.test/b'],
  ['https://shop.test:8443/a', 'b', 'https://shop.test:8443/b'],
  ['https://me:secret@shop.test/a', 'https://you:other@shop.test/b', 'https://shop.test/b'],
  ['https://shop.test/', 'http://shop.test/', 'The rates redirect from https to http'],
  ['https://shop.test/', 'https://other.test/', 'The rates redirect to another host'],
  ['https://shop.test/', '//other.test/', 'The rates redirect to another host'],
  ['https://shop.test/', 'https://www.shop.test/', 'The rates redirect to another host'],
  ['http://127.0.0.1:80/', 'http://127.0.0.1:81/', 'The rates redirect to another host'],
  ['http://shop.test/', 'http://169.254.169.254/', 'The rates redirect to another host'],
  ['https://shop.test/', 'file:///etc/hostname', 'The rates redirect to file:'],
  ['https://shop.test/', 'http://[broken', 'The rates redirect to nowhere'],
])('a redirect from %s to %s: %s', (from, location, expected) => {
  const follow = () => {
    try {
      return redirectTarget(new URL(from), location, RATES).href;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(follow()).toBe(expected);
});
