import dns from 'node:dns';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { fetchFeed } from '../features/feed/fetch-feed.ts';
import { ImageOrigin } from '../features/pictures/picture-origin.ts';
import { FAR_LIMITS } from '../testing/patience.ts';
import { resolveTo, startTlsServer, treatAsPublic } from '../testing/tls-server.ts';
import { postMessage } from './post-message.ts';
import { isPublicIp, lookUpPublic, panelAddressProblem } from './public-address.ts';
import { readElsewhere } from './read-elsewhere.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const read = (address: string) =>
  readElsewhere(new URL(address), {
    called: { name: 'The menu' },
    limits: { milliseconds: 60_000, bytes: 1024 },
    publicOnly: true,
  });

const INSIDE = {
  why: 'not_public',
  message: 'The menu is at an address inside a private network. An address set in the panel must be public',
};

/** Counts connections to 127.0.0.1, which nobody may make. */
const startTrap = async () => {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
};

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['100.63.255.255', true],
  ['2606:4700::1111', true],
  ['2a00:1450:4001::1', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.8', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['203.0.113.5', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::808:808', false],
  ['64:ff9b:1::1', false],
  ['100::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fe80::1%lo', false],
  ['2606:4700::1111%lo', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['shop.test', false],
])('the address %s is public: %s', (ip, expected) => {
  expect(isPublicIp(ip)).toBe(expected);
});

const HTTPS = 'must begin with https://';
const PUBLIC = 'must be a public address, not one inside a private network';

test.each([
  ['https://shop.test/feed.json', null],
  ['https://8.8.8.8/', null],
  ['https://[2606:4700::1111]/', null],
  ['http://shop.test/', HTTPS],
  ['file:///etc/passwd', HTTPS],
  ['ftp://shop.test/', HTTPS],
  ['shop.test', HTTPS],
  ['https://localhost/', PUBLIC],
  ['https://LOCALHOST./', PUBLIC],
  ['https://me.localhost/', PUBLIC],
  ['https://127.0.0.1./', PUBLIC],
  ['https://127.1/', PUBLIC],
  ['https://2130706433/', PUBLIC],
  ['https://0x7f000001/', PUBLIC],
  ['https://0177.0.0.1/', PUBLIC],
  ['https://１２７.0.0.1/', PUBLIC],
  ['https://me:secret@10.0.0.1/', PUBLIC],
  ['https://[::1]/', PUBLIC],
  ['https://[::ffff:7f00:1]/', PUBLIC],
  ['https://[::ffff:127.0.0.1]/', PUBLIC],
  ['https://[64:ff9b::7f00:1]/', PUBLIC],
  ['https://[fe80::1]/', PUBLIC],
])('of an address typed in the panel, %s: %s', (address, problem) => {
  expect(panelAddressProblem(address, { isPrivateAllowed: false })).toBe(problem);
});

test('with PRIVATE_URLS an address of the panel may be http and lead inside, but never to a file', () => {
  const problem = (address: string) => panelAddressProblem(address, { isPrivateAllowed: true });
  for (const address of ['http://127.0.0.1:8332/', 'https://node.local/', 'http://localhost/']) {
    expect(problem(address)).toBe(null);
  }
  for (const address of ['file:///etc/passwd', 'tg://resolve', 'node']) expect(problem(address)).toContain('http://');
});

test.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.01', 'localhost', '[::ffff:127.0.0.1]'])(
  'no connection is made to https://%s',
  async (host) => {
    const trap = await startTrap();
    await expect(read(`https://${host}:${trap.port}/`)).rejects.toMatchObject(INSIDE);
    expect(trap.connections()).toBe(0);
  },
);

test('http and files are refused in plain words', async () => {
  const words = 'is not at an https address. An address set in the panel must begin with https://';
  await expect(read('http://shop.test/')).rejects.toMatchObject({ why: 'not_public', message: `The menu ${words}` });
  await expect(fetchFeed('file:///etc/hostname', { publicOnly: true })).rejects.toMatchObject({
    code: 'feed_failed',
    message: `The inventory feed ${words}. Nothing was changed.`,
  });
});

test.each([
  ['127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['fd00::1'],
  ['93.184.215.14', '10.0.0.1'],
  ['2606:4700::1111', '127.0.0.1'],
])('a name that leads to %s %s is refused before anything is connected', async (...addresses) => {
  const trap = await startTrap();
  resolveTo(addresses.filter((address) => address !== undefined));
  await expect(read(`https://shop.test:${trap.port}/`)).rejects.toMatchObject(INSIDE);
  const webhook = postMessage(`https://shop.test:${trap.port}/`, { body: '{}', publicOnly: true });
  expect(await webhook).toBe(INSIDE.message.replace('The menu', 'The webhook'));
  const pictures = new ImageOrigin(`https://shop.test:${trap.port}/`, FAR_LIMITS.imageOrigin, { publicOnly: true });
  await expect(pictures.fetchFirst(['a.jpg'], () => {})).rejects.toMatchObject({ code: 'image_refused' });
  expect(trap.connections()).toBe(0);
});

test('a look-up hands out what it checked, in the form that was asked for, and its failures', async () => {
  const lookUp = (all: boolean) =>
    new Promise((resolve) => lookUpPublic('shop.test', { all }, (error, ...found) => resolve(error ?? found)));
  resolveTo(['93.184.215.14', '2606:4700::1111']);
  expect(await lookUp(false)).toEqual(['93.184.215.14', 4]);
  expect(await lookUp(true)).toEqual([
    [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
  ]);
  resolveTo([]);
  expect(await lookUp(true)).toEqual(new Error('shop.test has no address'));
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, callback: (error: Error) => void) =>
    callback(new Error('ENOTFOUND'))) as unknown as typeof dns.lookup);
  expect(await lookUp(true)).toEqual(new Error('ENOTFOUND'));
});

test('a name that was public and then leads inside is refused, at the next call and at a redirect', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  // For once 127.0.0.1 stands for an address out there, and 127.0.0.2 is inside.
  treatAsPublic('127.0.0.1');
  const server = await startTlsServer((request, response) => {
    response.setHeader('connection', 'close');
    if (request.url === '/moved') response.writeHead(302, { location: '/menu' }).end();
    else response.end('the menu');
  });
  const lookUps = resolveTo(['127.0.0.1'], ['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2']);
  expect(panelAddressProblem(server.url, { isPrivateAllowed: false })).toBe(null);
  expect(String((await read(`${server.url}/moved`)).bytes)).toBe('the menu');
  await expect(read(`${server.url}/moved`)).rejects.toMatchObject(INSIDE);
  await expect(read(`${server.url}/menu`)).rejects.toMatchObject(INSIDE);
  expect(server.requests).toEqual(['/moved', '/menu', '/moved']);
  // Each connection asks once.
  expect(lookUps).toHaveBeenCalledTimes(5);
});

test('a connection that leads inside for the environment is never used for an address of the panel', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const server = await startTlsServer((_request, response) => response.end('{}'));
  resolveTo(['127.0.0.1']);
  const menu = { called: { name: 'The menu' }, limits: { milliseconds: 60_000, bytes: 1024 } };
  for (let times = 0; times < 2; times++) await readElsewhere(new URL(server.url), menu);
  await expect(read(server.url)).rejects.toMatchObject(INSIDE);
  expect(server.requests).toHaveLength(2);
});
