import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FeedServer, startFeedServer } from '../../testing/feed-server.ts';
import { fetchFeed } from './fetch-feed.ts';

let feed: FeedServer;
let elsewhere: FeedServer;
beforeAll(async () => {
  feed = await startFeedServer();
  elsewhere = await startFeedServer();
});
beforeEach(() => {
  feed.requests.length = 0;
  elsewhere.requests.length = 0;
});
afterAll(() => Promise.all([feed.close(), elsewhere.close()]));

const limits = { milliseconds: 500, bytes: 1000 };

test('a feed is read over http with its bearer token, and what it can be asked by next time', async () => {
  feed.serve('{"data":[]}', { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 02:00:00 GMT' });
  expect(await fetchFeed(feed.url, { token: 'secret' })).toEqual({
    bytes: Buffer.from('{"data":[]}'),
    validators: { etag: '"one"', lastModified: 'Sat, 21 Nov 2026 02:00:00 GMT' },
  });
  expect(feed.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret' });
});

test('a feed that knows itself unchanged need not send itself again', async () => {
  feed.answer((request, response) => {
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
  const redirect = (from: FeedServer, location: string, status = 302) =>
    from.answer((_request, response) => void response.writeHead(status, { location }).end());

  test('are followed, but the token stays with the feed it belongs to', async () => {
    redirect(feed, elsewhere.url, 307);
    elsewhere.serve('{}');
    expect(await fetchFeed(feed.url, { token: 'secret' })).toMatchObject({ bytes: Buffer.from('{}') });
    expect(feed.requests[0]?.headers.authorization).toBe('Bearer secret');
    expect(elsewhere.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('end after three', async () => {
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

describe('a feed that fails says how', () => {
  test('by its status', async () => {
    feed.answer((_request, response) => void response.writeHead(503).end('busy'));
    await expect(fetchFeed(feed.url)).rejects.toThrow(
      'The inventory feed answered with status 503. Nothing was changed.',
    );
  });

  test('by not being there', async () => {
    const gone = await startFeedServer();
    await gone.close();
    await expect(fetchFeed(gone.url)).rejects.toThrow('could not be reached (ECONNREFUSED)');
  });

  test('by breaking off', async () => {
    feed.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(fetchFeed(feed.url)).rejects.toMatchObject({ code: 'feed_failed' });
  });

  test('by silence', async () => {
    feed.answer(() => {});
    await expect(fetchFeed(feed.url, { limits })).rejects.toThrow('took longer than 0.5 seconds');
  });

  test('by streaming for ever, slowly or fast', async () => {
    const stream = (everyMs: number, text: string) =>
      feed.answer((_request, response) => {
        const timer = setInterval(() => response.write(text), everyMs);
        response.once('close', () => clearInterval(timer));
      });
    stream(20, ' ');
    await expect(fetchFeed(feed.url, { limits })).rejects.toThrow('took longer than 0.5 seconds');
    stream(1, ' '.repeat(500));
    await expect(fetchFeed(feed.url, { limits })).rejects.toThrow('is larger than 0 MB');
  });
});
