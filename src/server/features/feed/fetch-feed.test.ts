import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LocalServer, sendText, startLocalServer } from '../../testing/local-server.ts';
import { fetchFeed } from './fetch-feed.ts';

let feed: LocalServer;
let elsewhere: LocalServer;
beforeAll(async () => {
  feed = await startLocalServer();
  elsewhere = await startLocalServer();
});
beforeEach(() => {
  feed.requests.length = 0;
  elsewhere.requests.length = 0;
});
afterAll(() => Promise.all([feed.close(), elsewhere.close()]));

const limits = { milliseconds: 500, bytes: 1000 };

test('a feed is read over http with its bearer token, and its validators are returned for the next request', async () => {
  feed.respondWith(sendText('{"data":[]}', { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 02:00:00 GMT' }));
  expect(await fetchFeed(feed.url, { token: 'secret' })).toEqual({
    bytes: Buffer.from('{"data":[]}'),
    validators: { etag: '"one"', lastModified: 'Sat, 21 Nov 2026 02:00:00 GMT' },
  });
  expect(feed.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
});

test('a feed that has not changed is not sent again', async () => {
  feed.respondWith((request, response) => {
    response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 200).end();
  });
  expect(await fetchFeed(feed.url, { known: { etag: '"one"', lastModified: null } })).toBe('not-modified');
});

test('a feed can be a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-feed-'));
  writeFileSync(join(folder, 'menu file.json'), '{"data":[]}');
  const address = pathToFileURL(join(folder, 'menu file.json')).href;
  expect(await fetchFeed(address)).toEqual({ bytes: Buffer.from('{"data":[]}'), validators: null });
  await expect(fetchFeed(`${address}x`)).rejects.toThrow(
    'The inventory feed could not be reached (ENOENT). Nothing was changed.',
  );
  await expect(fetchFeed(pathToFileURL(folder).href)).rejects.toThrow('could not be reached (EISDIR)');
  await expect(fetchFeed(address, { limits: { ...limits, bytes: 5 } })).rejects.toThrow('is larger than');
  rmSync(folder, { recursive: true });
});

describe('redirects', () => {
  const redirect = (from: LocalServer, location: string, status = 302) =>
    from.respondWith((_request, response) => void response.writeHead(status, { location }).end());

  test('are followed on the host, with the token', async () => {
    feed.respondWith(({ url }, response) =>
      url === '/' ? void response.writeHead(307, { location: '/menu' }).end() : sendText('{}')({} as never, response),
    );
    expect(await fetchFeed(feed.url, { token: 'secret' })).toMatchObject({ bytes: Buffer.from('{}') });
    expect(feed.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/', 'Bearer secret'],
      ['/menu', 'Bearer secret'],
    ]);
  });

  test('to another host are refused, also on another port, so that nobody else is asked', async () => {
    redirect(feed, elsewhere.url, 307);
    await expect(fetchFeed(feed.url, { token: 'secret' })).rejects.toThrow(
      'The inventory feed redirects to another host. Nothing was changed.',
    );
    expect(elsewhere.requests).toHaveLength(0);
  });

  test('are followed three times at most', async () => {
    redirect(feed, '/again');
    await expect(fetchFeed(feed.url)).rejects.toThrow('redirects too often');
    expect(feed.requests).toHaveLength(4);
  });

  test.each([
    ['file:///etc/hostname', 'redirects to file:'],
    ['ftp://elsewhere.test/menu', 'redirects to ftp:'],
    ['http://[broken', 'redirects to nowhere'],
  ])('to %s are not followed', async (location, reason) => {
    redirect(feed, location);
    await expect(fetchFeed(feed.url)).rejects.toThrow(reason);
  });
});

describe('the error of a feed names the cause', () => {
  test('a bad status', async () => {
    feed.respondWith((_request, response) => void response.writeHead(503).end('busy'));
    await expect(fetchFeed(feed.url)).rejects.toThrow(
      'The inventory feed answered with status 503. Nothing was changed.',
    );
  });

  test('no connection', async () => {
    const gone = await startLocalServer();
    await gone.close();
    await expect(fetchFeed(gone.url)).rejects.toThrow('could not be reached (ECONNREFUSED)');
  });

  test('a connection that breaks off', async () => {
    feed.respondWith((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(fetchFeed(feed.url)).rejects.toMatchObject({ code: 'feed_failed' });
  });

  test('no response in time', async () => {
    feed.respondWith(() => {});
    await expect(fetchFeed(feed.url, { limits })).rejects.toThrow('took longer than 0.5 seconds');
  });

  test('a response without end, slow or fast', async () => {
    const stream = (everyMs: number, text: string) =>
      feed.respondWith((_request, response) => {
        const timer = setInterval(() => response.write(text), everyMs);
        response.once('close', () => clearInterval(timer));
      });
    stream(20, ' ');
    await expect(fetchFeed(feed.url, { limits })).rejects.toThrow('took longer than 0.5 seconds');
    stream(1, ' '.repeat(500));
    await expect(fetchFeed(feed.url, { limits: { ...limits, milliseconds: 60_000 } })).rejects.toThrow(
      'The inventory feed is larger than 1 KB. Nothing was changed.',
    );
  });
});
