import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/index.ts';
import { nameOf } from '../testing/calls.ts';
import { listen } from '../testing/event-reader.ts';
import { type EveryCall, startForEveryCall } from '../testing/every-call/every-call.ts';
import { buildItem } from '../testing/factories.ts';
import { buildUploadForm } from '../testing/inventory.ts';

/*
 * Requests that no HTTP client sends: two lengths, paths that climb out of their folder, bodies of another kind.
 */

let calls: EveryCall;
let port: number;
beforeAll(async () => {
  calls = await startForEveryCall({});
  port = Number(new URL(await listen(calls.shop)).port);
});
afterAll(() => calls.close());

/** Sends bytes over a connection of their own. Returns everything that comes back until the shop ends it. */
const sendBytes = async (bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(bytes, 'latin1');
  let received = '';
  for await (const part of socket) received += part;
  return received;
};
const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/**
 * A second request inside the body of the first. A server that handles both reads another length than a proxy in front.
 */
const HIDDEN = 'GET /api/admin/users HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n';

test.each([
  [
    'with a length and in chunks',
    `Content-Length: ${HIDDEN.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  ],
  ['with two lengths', `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['with two lengths in one header', `Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['with a signed length', `Content-Length: +0\r\n\r\n${HIDDEN}`],
  ['with a space before the colon', `Content-Length : ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['with chunks under another name', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['with chunks named twice', `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  [
    'with a header folded over two lines',
    `X-Folded: a\r\n Content-Length: 0\r\nContent-Length: ${HIDDEN.length}x\r\n\r\n${HIDDEN}`,
  ],
  ['with lines that end in a line feed only', `X: y\n\n${HIDDEN}`],
  ['with NUL in a header', `X: a\0b\r\n\r\n${HIDDEN}`],
  ['with a size of a chunk that is none', `Transfer-Encoding: chunked\r\n\r\nzz\r\n${HIDDEN}`],
  ['with headers of 20 kB', `X: ${'y'.repeat(20_000)}\r\n\r\n${HIDDEN}`],
])('a request %s is refused, and nothing behind it is read', async (_how, rest) => {
  const received = await sendBytes(
    `POST /api/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n${rest}`,
  );
  const statuses = statusesOf(received);
  expect(statuses).toHaveLength(1);
  expect([400, 415, 431]).toContain(statuses[0]);
  expect(received).toMatch(/connection: close/i);
});

const CLIMBS = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '....//',
  '..;/',
  '%252e%252e/',
  '%c0%ae%c0%ae/',
  '/',
  '//',
  '%00/',
];
const FILES = ['shop.db', 'package.json', '.env', '.git/config', 'etc/passwd', 'server/main.js', 'shop.db-wal'];

test.each([
  ['', 'the pages'],
  ['assets/', 'the files of the pages'],
  ['api/proxy-image/', 'the pictures'],
  ['api/lab-results/', 'the lab results'],
])('no path below /%s leads out of %s', async (folder) => {
  await buildItem(calls.shop, { images: ['fog.jpg'] });
  const found: string[] = [];
  for (const climb of CLIMBS) {
    for (const file of FILES) {
      for (const times of [1, 6]) {
        const path = `/${folder}${climb.repeat(times)}${file}`;
        const received = await sendBytes(`GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
        const [status] = statusesOf(received);
        // An address that is neither a file nor a call shows the page of the shop.
        const isPage = status === 200 && /content-type: text\/html/i.test(received) && /<!doctype html/i.test(received);
        if (!(status! >= 400 && status! < 500) && !isPage) found.push(`${path} → ${status}`);
        if (/SQLite format|"dependencies"|root:|\[core\]/.test(received)) found.push(`${path} → a file`);
      }
    }
  }
  expect(found).toEqual([]);
});

test.each(ENDPOINTS.filter(({ input }) => input !== undefined).map((each) => [nameOf(each), each] as const))(
  '%s takes JSON only, whatever a form of another page sends',
  async (_name, endpoint) => {
    const call = await calls.prepare(endpoint);
    const { type, form } = buildUploadForm(JSON.stringify(call.body), { field: 'password' });
    const asForm = new URLSearchParams(
      Object.entries(call.body as object).map(([name, value]) => [name, String(value)]),
    );
    for (const [contentType, body] of [
      [type, form],
      ['application/x-www-form-urlencoded', asForm.toString() || 'a=b'],
      ['text/plain', JSON.stringify(call.body)],
      ['text/xml', '<a/>'],
      ['application/octet-stream', Buffer.from(JSON.stringify(call.body))],
    ] as const) {
      const response = await calls.send({ ...call, body, headers: { ...call.headers, 'content-type': contentType } });
      expect(response, contentType).toMatchObject({ status: 415, body: { code: 'wrong_kind' } });
    }
    expect((await calls.send(call)).status).toBeLessThan(300);
  },
);
