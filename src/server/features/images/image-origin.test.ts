import { afterEach, expect, test } from 'vitest';
import { type LocalOrigin, startOrigin } from '../../testing/local-origin.ts';
import { ImageOrigin } from './image-origin.ts';

const SHORT = { response: 150, complete: 400, down: 300 };
const FAILED = { code: 'image_origin_failed' };
const REFUSED = { code: 'image_refused' };
const wanted = () => {};

let origin: LocalOrigin | undefined;
afterEach(async () => {
  await origin?.close();
  origin = undefined;
});

test('an origin that says nothing, one that trickles and one that breaks off are each given up', async () => {
  origin = await startOrigin((path, response) => {
    if (path === '/silent') return;
    response.writeHead(200, path === '/broken' ? { 'content-length': '1000' } : {});
    response.write('a beginning');
    if (path === '/broken') setTimeout(() => response.destroy(), 20);
    else setInterval(() => response.write('.'), 20).unref();
  });
  const images = new ImageOrigin(origin.address, { ...SHORT, down: 0 });
  await expect(images.fetchFirst(['silent'], wanted)).rejects.toMatchObject(FAILED);
  await expect(images.fetchFirst(['trickle'], wanted)).rejects.toMatchObject(FAILED);
  await expect(images.fetchFirst(['broken'], wanted)).rejects.toMatchObject(FAILED);
});

test('an answer without end is refused at 15 MB', async () => {
  origin = await startOrigin((_path, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(256 * 1024))) {}
    };
    response.on('drain', more);
    more();
  });
  const images = new ImageOrigin(origin.address);
  await expect(images.fetchFirst(['endless'], wanted)).rejects.toMatchObject(REFUSED);
});

test('a packed answer counts unpacked', async () => {
  const { gzipSync } = await import('node:zlib');
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
  origin = await startOrigin((_path, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  const images = new ImageOrigin(origin.address);
  await expect(images.fetchFirst(['bomb'], wanted)).rejects.toMatchObject(REFUSED);
});

test('after three silences nobody waits for the origin, until it answers again', async () => {
  let silent = true;
  origin = await startOrigin((_path, response) => {
    if (!silent) response.end('picture');
  });
  const images = new ImageOrigin(origin.address, SHORT);
  await Promise.allSettled(Array.from({ length: 40 }, (_, n) => images.fetchFirst([`${n}`], wanted)));
  // Six at a time, and two that took the places of the first two to be given up.
  expect(origin.asked.length).toBeLessThanOrEqual(8);
  silent = false;
  await expect.poll(() => images.fetchFirst(['again'], wanted).catch(String), { timeout: 5000 }).toBeInstanceOf(Buffer);
});

test('an origin that answers badly is still asked: nobody can switch its pictures off by asking for a bad one', async () => {
  origin = await startOrigin((path, response) => response.writeHead(path === '/bad' ? 500 : 200).end('picture'));
  const images = new ImageOrigin(origin.address, SHORT);
  for (let time = 0; time < 5; time++) await expect(images.fetchFirst(['bad'], wanted)).rejects.toMatchObject(FAILED);
  expect(String(await images.fetchFirst(['good'], wanted))).toBe('picture');
});

test('what comes after a question mark is the query, and user and password of the setting are sent as credentials', async () => {
  origin = await startOrigin((_path, response, request) => response.end(request.headers.authorization));
  const images = new ImageOrigin(`${origin.address.replace('//', '//shop:se%20cret@')}/cdn/`);
  const answer = await images.fetchFirst(['a: b#.jpg?w=9&h=a b#'], wanted);
  expect(origin.asked).toEqual(['/cdn/a%3A%20b%23.jpg?w=9&h=a%20b%23']);
  expect(String(answer)).toBe(`Basic ${Buffer.from('shop:se cret').toString('base64')}`);
});
