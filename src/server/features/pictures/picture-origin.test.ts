import { gzipSync } from 'node:zlib';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type LocalServer, sendEndlessly, startLocalServer } from '../../testing/local-server.ts';
import { FAR_LIMITS } from '../../testing/patience.ts';
import { ImageOrigin } from './picture-origin.ts';

const HOUR_MS = 3_600_000;
/** For an origin that does not respond. */
const SILENCE = { response: 100, complete: HOUR_MS, down: HOUR_MS };
const FAILED = { code: 'image_origin_failed' };
const REFUSED = { code: 'image_refused' };
/** The picture is still wanted. */
const checkWanted = () => {};

let origin: LocalServer | undefined;
afterEach(async () => {
  await origin?.close();
  origin = undefined;
});

test('a request to an origin that is silent, too slow or breaks off fails', async () => {
  origin = await startLocalServer(({ url }, response) => {
    if (url === '/silent') return;
    response.writeHead(200, url === '/broken' ? { 'content-length': '1000' } : {});
    if (url === '/broken') response.write('a beginning', () => response.destroy());
    else setInterval(() => response.write('.'), 20).unref();
  });
  const fails = async (path: string, limits: Partial<typeof SILENCE>) => {
    const images = new ImageOrigin(origin!.url, { ...FAR_LIMITS.imageOrigin, ...limits });
    await expect(images.fetchFirst([path], checkWanted)).rejects.toMatchObject(FAILED);
  };
  await fails('silent', { response: 100 });
  await fails('slow', { complete: 300 });
  await fails('broken', {});
});

test('a response without end is refused at 15 MB', async () => {
  origin = await startLocalServer(sendEndlessly);
  const images = new ImageOrigin(origin.url, FAR_LIMITS.imageOrigin);
  await expect(images.fetchFirst(['endless'], checkWanted)).rejects.toMatchObject(REFUSED);
});

test('a compressed response counts by its uncompressed size', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
  origin = await startLocalServer((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const images = new ImageOrigin(origin.url, FAR_LIMITS.imageOrigin);
  await expect(images.fetchFirst(['bomb'], checkWanted)).rejects.toMatchObject(REFUSED);
});

test('after three timeouts nobody waits for the origin until it responds again', async () => {
  let silent = true;
  origin = await startLocalServer((_request, response) => {
    if (!silent) response.end('picture');
  });
  const images = new ImageOrigin(origin.url, SILENCE);
  await Promise.allSettled(Array.from({ length: 40 }, (_, n) => images.fetchFirst([`${n}`], checkWanted)));
  // Six at a time, and two that started after the first two had failed.
  const tried = origin.requests.length;
  expect(tried).toBeLessThanOrEqual(8);
  silent = false;
  await expect(images.fetchFirst(['down'], checkWanted)).rejects.toMatchObject(FAILED);
  expect(origin.requests).toHaveLength(tried);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['performance'] });
  const tryAfterPause = () => {
    vi.advanceTimersByTime(SILENCE.down);
    return images.fetchFirst(['again'], checkWanted).catch(String);
  };
  await expect.poll(tryAfterPause).toBeInstanceOf(Buffer);
});

test('an origin that fails for one picture is still asked for others, so a request for a bad picture cannot block them', async () => {
  origin = await startLocalServer(({ url }, response) => response.writeHead(url === '/bad' ? 500 : 200).end('picture'));
  const images = new ImageOrigin(origin.url, FAR_LIMITS.imageOrigin);
  for (let attempt = 0; attempt < 5; attempt++)
    await expect(images.fetchFirst(['bad'], checkWanted)).rejects.toMatchObject(FAILED);
  expect(String(await images.fetchFirst(['good'], checkWanted))).toBe('picture');
});

test('text after a question mark is sent as the query, and user and password of the setting as credentials', async () => {
  origin = await startLocalServer((request, response) => response.end(request.headers.authorization));
  const address = `${origin.url.replace('//', '//shop:se%20cret@')}/cdn/`;
  const images = new ImageOrigin(address, FAR_LIMITS.imageOrigin);
  const credentials = await images.fetchFirst(['a: b#.jpg?w=9&h=a b#'], checkWanted);
  expect(origin.requests.map(({ url }) => url)).toEqual(['/cdn/a%3A%20b%23.jpg?w=9&h=a%20b%23']);
  expect(String(credentials)).toBe(`Basic ${Buffer.from('shop:se cret').toString('base64')}`);
});
