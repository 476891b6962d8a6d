import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { demoProducts } from '#demo/catalogue.ts';
import type { RequestOptions } from '../../testing/calls.ts';
import { listen } from '../../testing/event-reader.ts';
import { buildItem } from '../../testing/factories.ts';
import { type LocalServer, startLocalServer } from '../../testing/local-server.ts';
import { passGate } from '../../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let origin: LocalServer;
let elsewhere: LocalServer;
/** The files of the origin, by path. */
const files = new Map<string, { body: Buffer | string; type?: string; status?: number; location?: string }>();

beforeAll(async () => {
  elsewhere = await startLocalServer((_request, response) => response.end('must never be requested'));
  origin = await startLocalServer(({ url }, response) => {
    const file = files.get(url!);
    if (!file) return response.writeHead(404).end();
    response.writeHead(file.status ?? 200, {
      'content-type': file.type ?? 'image/jpeg',
      ...(file.location && { location: file.location }),
    });
    response.end(file.body);
  });
  shop = await startTestShop({ settings: { IMAGE_ORIGIN: `${origin.url}/base` } });
});

afterAll(async () => {
  await shop.close();
  await origin.close();
  await elsewhere.close();
});

/** The paths that were requested from the origin since it was emptied. */
const requestedPaths = () => origin.requests.map(({ url }) => url);

/** Builds a picture file of the given size. It has noise, so that it does not compress to almost nothing. */
const buildPicture = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#356', noise: { type: 'gaussian', mean: 120, sigma: 30 } },
  })
    .toFormat(format)
    .toBuffer();

/** The paths that an item of a shop names. */
const named = new Map<TestShop, Set<string>>();

/** Requests a picture that some item names. */
const get = async (
  path: string,
  { from = shop, accept, headers, ...options }: RequestOptions & { from?: TestShop; accept?: string } = {},
) => {
  const known = named.get(from) ?? new Set();
  if (!known.has(path)) await buildItem(from, { images: [path], listed: false });
  named.set(from, known.add(path));
  return from.request('GET', `/api/proxy-image/${path}`, {
    ...options,
    headers: { ...headers, ...(accept !== undefined && { accept }) },
  });
};

const refusal = async (path: string, from = shop) => {
  const { status, body, headers } = await get(path, { from });
  expect(headers['cache-control']).toBe('no-store');
  return [status, (body as { code: string }).code];
};

/** Requests a path exactly as it is, which no well-behaved client does. Returns status and error code. */
const requestExactly = (address: string, path: string) =>
  new Promise<[number | undefined, string]>((resolve, reject) => {
    const call = request(address, { path }, async (response) => {
      const body = Buffer.concat(await response.toArray()).toString();
      resolve([response.statusCode, JSON.parse(body).code]);
    });
    call.on('error', reject).end();
  });

const sizeOf = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return { width, height, format };
};

test('a picture has the width that its name asks for, whichever form the origin has', async () => {
  files.set('/base/north/cart.jpg', { body: await buildPicture(1600, 1200) });
  expect(await sizeOf((await get('north/x250-cart.jpg')).bytes)).toMatchObject({ width: 250, height: 188 });
  expect(await sizeOf((await get('north/x560-cart.jpg')).bytes)).toMatchObject({ width: 560, height: 420 });
  expect(await sizeOf((await get('north/x950-cart.jpg')).bytes)).toMatchObject({ width: 950, height: 713 });
  expect(await sizeOf((await get('north/cart.jpg')).bytes)).toMatchObject({ width: 950 });
});

test('the origin is asked for the path as it is, then for the other form, then for the bare name', async () => {
  origin.requests.length = 0;
  expect((await get('south/x250-a%20b.jpg')).status).toBe(404);
  expect(requestedPaths()).toEqual([
    '/base/south/x250-a%20b.jpg',
    '/base/south/x950-a%20b.jpg',
    '/base/south/a%20b.jpg',
  ]);
});

test('for the middle form, which only the shop has, the origin is first asked for the other forms', async () => {
  origin.requests.length = 0;
  expect((await get('south/x560-c.jpg')).status).toBe(404);
  expect(requestedPaths()).toEqual(
    ['x950-c.jpg', 'x250-c.jpg', 'c.jpg', 'x560-c.jpg'].map((name) => `/base/south/${name}`),
  );
});

test('nothing is enlarged', async () => {
  files.set('/base/small.png', { body: await buildPicture(120, 90, 'png') });
  expect(await sizeOf((await get('x950-small.png')).bytes)).toMatchObject({ width: 120, height: 90 });
});

test('a browser gets the best type that it accepts, with caching for a year', async () => {
  files.set('/base/types.jpg', { body: await buildPicture(400, 300) });
  const everything = 'image/avif,image/webp,image/*,*/*;q=0.8';
  for (const [accept, type, format] of [
    [everything, 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
  ] as const) {
    const { status, headers, bytes } = await get('x250-types.jpg', { accept });
    expect([status, headers['content-type'], (await sizeOf(bytes)).format]).toEqual([200, type, format]);
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept' });
  }
  const { headers } = await get('x250-types.jpg', { accept: everything });
  const unchanged = await get('x250-types.jpg', {
    accept: everything,
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect([unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([304, '', headers.etag]);
});

test('a picture is upright and has no data of the camera', async () => {
  const rotated = await sharp(await buildPicture(400, 200))
    .withExif({ IFD0: { Artist: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  files.set('/base/rotated.jpg', { body: rotated });
  const { bytes } = await get('x250-rotated.jpg');
  expect(await sizeOf(bytes)).toMatchObject({ width: 200, height: 400 });
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

test('for many requests at once the origin is asked once, and after that never again', async () => {
  files.set('/base/popular.jpg', { body: await buildPicture(900, 600) });
  origin.requests.length = 0;
  const responses = await Promise.all(Array.from({ length: 30 }, () => get('popular.jpg', { accept: 'image/webp' })));
  expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect(requestedPaths()).toEqual(['/base/popular.jpg']);
  files.delete('/base/popular.jpg');
  expect((await get('popular.jpg', { accept: 'image/webp' })).status).toBe(200);
  expect(requestedPaths()).toHaveLength(1);
});

test('a stored picture is served after a restart, even if the origin is gone', async () => {
  files.set('/base/stored.jpg', { body: await buildPicture(900, 600) });
  const { headers } = await get('stored.jpg');
  const restarted = await startTestShop({ dataDir: shop.dataDir, settings: { IMAGE_ORIGIN: 'http://127.0.0.1:9/' } });
  await expect.poll(async () => (await get('stored.jpg', { from: restarted })).headers.etag).toBe(headers.etag);
  expect(await refusal('not-stored.jpg', restarted)).toEqual([502, 'image_origin_failed']);
  await restarted.close();
});

test('content that is not a picture is refused, whatever its name and type are', async () => {
  const jpeg = await buildPicture(800, 600);
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>';
  const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">${Array.from(
    { length: 8 },
    (_, n) => `<!ENTITY ${'bcdefghi'[n]} "${`&${'abcdefgh'[n]};`.repeat(10)}">`,
  ).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>`;
  const bad: [string, Buffer | string][] = [
    ['text', 'I am a picture, believe me'],
    ['page', '<!doctype html><script>alert(1)</script>'],
    ['drawing', drawing],
    ['bomb', bomb],
    ['empty', ''],
    ['beginning', jpeg.subarray(0, 3)],
    ['half', jpeg.subarray(0, jpeg.length / 2)],
    ['pretender', Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(5000, 'x')])],
    ['avif-in-comment', `<!--ftypavif-->${drawing}`],
    ['mif-in-comment', `<!--ftypmif1-->${drawing}`],
    ['webp-in-comment', `<!--abcdWEBP-->${drawing}`],
    ['riff', Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8 '), Buffer.from(drawing)])],
    ['riff-in-comment', Buffer.from(`<!--RIFFWEBPVP8 -->${drawing}`)],
    ['iso', Buffer.concat([Buffer.from('\0\0\0\x14ftypavif\0\0\0\0mif1', 'latin1'), Buffer.from(drawing)])],
    [
      'iso-with-a-wrong-length',
      Buffer.concat([Buffer.from('<!--ftypavif\0\0\0\0mif1-->', 'latin1'), Buffer.from(drawing)]),
    ],
    ['pdf', '%PDF-1.4 1 0 obj<</Type/Catalog>>endobj trailer<</Root 1 0 R>>'],
    ['tiff', await sharp(jpeg).tiff().toBuffer()],
    ['plain-pixels', Buffer.from('P3 1 1 255 1 2 3                     ')],
    ['text-with-gif', `GIF89a${drawing}`],
  ];
  for (const [name, body] of bad) {
    files.set(`/base/bad/${name}.jpg`, { body });
    expect([name, await refusal(`bad/${name}.jpg`)]).toEqual([name, [400, 'image_refused']]);
  }
});

test('every accepted type is converted', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    files.set(`/base/accepted.${format}`, {
      body: await sharp(await buildPicture(300, 200))
        .toFormat(format)
        .toBuffer(),
    });
    expect([format, (await get(`accepted.${format}`)).status]).toEqual([format, 200]);
  }
});

// Its conversion would take longer than a test may take.
test('a drawing that pretends to be a picture costs no time, and holds up no picture', async () => {
  const slow = `<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000"><filter id="f"><feTurbulence numOctaves="99"/></filter>${'<rect width="3000" height="3000" filter="url(#f)"/>'.repeat(30)}</svg>`;
  files.set('/base/slow.jpg', { body: `<!--abcdWEBP-->${slow}` });
  files.set('/base/innocent.jpg', { body: await buildPicture(300, 200) });
  const [refused, { status }] = await Promise.all([refusal('slow.jpg'), get('innocent.jpg')]);
  expect([refused, status]).toEqual([[400, 'image_refused'], 200]);
});

test('a picture of more than 50 megapixels or 15 MB is refused, but a picture with a wrong type is served', async () => {
  files.set('/base/vast.png', {
    body: await sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  });
  expect(await refusal('vast.png')).toEqual([400, 'image_refused']);
  files.set('/base/heavy.jpg', { body: Buffer.concat([await buildPicture(10, 10), Buffer.alloc(15 * 1024 * 1024)]) });
  expect(await refusal('heavy.jpg')).toEqual([400, 'image_refused']);
  files.set('/base/mislabeled.jpg', { body: await buildPicture(300, 200, 'png'), type: 'text/plain' });
  expect((await get('mislabeled.jpg')).status).toBe(200);
});

test('redirects are followed below the origin, three times at most, and never to another host or folder', async () => {
  const redirect = (from: string, location: string) => files.set(`/base/${from}`, { body: '', status: 302, location });
  files.set('/base/else/real.jpg', { body: await buildPicture(300, 200) });
  files.set('/other/real.jpg', { body: await buildPicture(300, 200) });
  redirect('moved.jpg', '/base/else/real.jpg');
  redirect('above.jpg', '/other/real.jpg');
  redirect('dots.jpg', '../other/real.jpg');
  redirect('encoded.jpg', 'x/..%2f..%2fother/real.jpg');
  redirect('beside.jpg', '/base-of-others/real.jpg');
  redirect('out.jpg', `${elsewhere.url}/real.jpg`);
  redirect('file.jpg', 'file:///etc/passwd');
  redirect('nowhere.jpg', 'http://');
  redirect('round.jpg', '/base/round.jpg');
  for (const hop of [1, 2, 3]) redirect(`hop${hop}.jpg`, hop === 3 ? '/base/else/real.jpg' : `hop${hop + 1}.jpg`);
  redirect('hop0.jpg', 'hop1.jpg');
  expect((await get('moved.jpg')).status).toBe(200);
  expect((await get('hop1.jpg')).status).toBe(200);
  expect(await refusal('hop0.jpg')).toEqual([502, 'image_origin_failed']);
  expect(await refusal('round.jpg')).toEqual([502, 'image_origin_failed']);
  expect(await refusal('nowhere.jpg')).toEqual([502, 'image_origin_failed']);
  expect(await refusal('out.jpg')).toEqual([400, 'image_refused']);
  expect(await refusal('file.jpg')).toEqual([400, 'image_refused']);
  for (const name of ['above', 'dots', 'encoded', 'beside']) {
    expect([name, await refusal(`${name}.jpg`)]).toEqual([name, [400, 'image_refused']]);
  }
  expect(elsewhere.requests).toEqual([]);
});

test('a failing origin is a 502 and a missing picture a 404, and neither is requested again immediately', async () => {
  files.set('/base/broken.jpg', { body: 'oops', status: 500 });
  files.set('/base/forbidden.jpg', { body: '', status: 403 });
  origin.requests.length = 0;
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await refusal('broken.jpg')).toEqual([502, 'image_origin_failed']);
    expect(await refusal('missing.jpg')).toEqual([404, 'image_missing']);
    expect(await refusal('forbidden.jpg')).toEqual([404, 'image_missing']);
  }
  expect(requestedPaths()).toEqual(['/base/broken.jpg', '/base/missing.jpg', '/base/forbidden.jpg']);
});

test('a path that leads out of the origin is refused without any request', async () => {
  origin.requests.length = 0;
  const address = await listen(shop);
  for (const path of ['../secret.jpg', '%2e%2e/secret.jpg', 'a%2fb.jpg', `${elsewhere.url}/a.jpg`, 'a%00.jpg']) {
    expect([path, await requestExactly(address, `/api/proxy-image/${path}`)]).toEqual([path, [400, 'image_refused']]);
  }
  expect([...origin.requests, ...elsewhere.requests]).toEqual([]);
});

test("the operator's own files come before those of the origin, and a replaced file is served at once", async () => {
  const folder = join(shop.dataDir, 'pictures');
  mkdirSync(join(folder, 'own'), { recursive: true });
  writeFileSync(join(folder, 'own/a.jpg'), await buildPicture(640, 480));
  files.set('/base/own/x250-a.jpg', { body: await buildPicture(250, 50) });
  expect(await sizeOf((await get('own/x250-a.jpg')).bytes)).toMatchObject({ width: 250, height: 188 });
  writeFileSync(join(folder, 'own/a.jpg'), await buildPicture(600, 600));
  expect(await sizeOf((await get('own/x250-a.jpg')).bytes)).toMatchObject({ width: 250, height: 250 });
});

test('a link in the picture folder cannot lead to a file outside it', async () => {
  const folder = join(shop.dataDir, 'pictures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(shop.dataDir, 'outside.jpg'), await buildPicture(64, 64));
  symlinkSync(join(shop.dataDir, 'outside.jpg'), join(folder, 'link.jpg'));
  expect(await refusal('link.jpg')).toEqual([404, 'image_missing']);
});

test('a silent origin delays neither the catalogue nor local pictures', async () => {
  const silent = await startLocalServer(() => {});
  const waiting = await startTestShop({ settings: { IMAGE_ORIGIN: silent.url } });
  mkdirSync(join(waiting.dataDir, 'pictures'));
  writeFileSync(join(waiting.dataDir, 'pictures/here.jpg'), await buildPicture(300, 200));
  const pending = Array.from({ length: 40 }, (_, n) => get(`x250-${n}.jpg`, { from: waiting }));
  await expect.poll(() => silent.requests.length).toBeGreaterThan(0);
  expect((await get('x250-here.jpg', { from: waiting })).status).toBe(200);
  expect((await waiting.call(getInventoryData)).status).toBe(200);
  await silent.close();
  expect(new Set((await Promise.all(pending)).map(({ status }) => status))).toEqual(new Set([502]));
  await waiting.close();
});

test('with DEMO=on the pictures of its products are drawn in the requested form', async () => {
  const demo = await startTestShop({ settings: { DEMO: 'on' } });
  const [first, second] = demoProducts(0).map(({ images }) => images![0]!);
  expect(await sizeOf((await get(first!, { from: demo })).bytes)).toMatchObject({ width: 950 });
  for (const name of [first!, second!]) {
    const { bytes } = await get(name.replace('x950-', 'x250-'), { from: demo });
    expect(await sizeOf(bytes)).toMatchObject({ width: 250 });
  }
  expect(await refusal('demo/x250-nothing-like-it.jpg', demo)).toEqual([404, 'image_missing']);
  await demo.close();
});

test('without an origin an unknown picture is a 404', async () => {
  const alone = await startTestShop();
  expect(await refusal('x250-a.jpg', alone)).toEqual([404, 'image_missing']);
  await alone.close();
});

test('with CATALOGUE_NEEDS_GATE=on only browsers that passed the access code get pictures', async () => {
  const gated = await startTestShop({ settings: { CATALOGUE_NEEDS_GATE: 'on', IMAGE_ORIGIN: origin.url } });
  files.set('/gated.jpg', { body: await buildPicture(64, 64) });
  expect(await refusal('gated.jpg', gated)).toEqual([403, 'gate_needed']);
  const { status, headers } = await get('gated.jpg', { from: gated, cookies: await passGate(gated) });
  expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=31536000, immutable']);
  await gated.close();
});
