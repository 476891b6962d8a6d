import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoProducts } from '#demo/catalogue.ts';
import { listen } from '../../testing/event-reader.ts';
import { aPicture, type LocalOrigin, startOrigin } from '../../testing/local-origin.ts';
import { ACCESS_CODE, startTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let origin: LocalOrigin;
let elsewhere: LocalOrigin;
/** What the origin has, by path. */
const has = new Map<string, { body: Buffer | string; type?: string; status?: number; location?: string }>();

beforeAll(async () => {
  elsewhere = await startOrigin((_path, response) => response.end('should never be asked'));
  origin = await startOrigin((path, response) => {
    const found = has.get(path);
    if (!found) return response.writeHead(404).end();
    response.writeHead(found.status ?? 200, {
      'content-type': found.type ?? 'image/jpeg',
      ...(found.location && { location: found.location }),
    });
    response.end(found.body);
  });
  shop = await startTestShop({ settings: { IMAGE_ORIGIN: `${origin.address}/base` } });
});

afterAll(async () => {
  await shop.close();
  await origin.close();
  await elsewhere.close();
});

const get = async (path: string, accept?: string, from = shop) => {
  const answer = await from.app.inject({
    url: `/api/proxy-image/${path}`,
    headers: accept === undefined ? {} : { accept },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};

const refusal = async (path: string, from = shop) => {
  const { status, bytes, headers } = await get(path, undefined, from);
  expect(headers['cache-control']).toBe('no-store');
  return [status, JSON.parse(bytes.toString()).code];
};

/** A call whose path is sent as it stands, which no well-behaved client does. */
const exactly = (address: string, path: string) =>
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

test('a picture comes in the width its name asks for, from whatever form the origin has', async () => {
  has.set('/base/north/cart.jpg', { body: await aPicture(1600, 1200) });
  expect(await sizeOf((await get('north/x250-cart.jpg')).bytes)).toMatchObject({ width: 250, height: 188 });
  expect(await sizeOf((await get('north/x560-cart.jpg')).bytes)).toMatchObject({ width: 560, height: 420 });
  expect(await sizeOf((await get('north/x950-cart.jpg')).bytes)).toMatchObject({ width: 950, height: 713 });
  expect(await sizeOf((await get('north/cart.jpg')).bytes)).toMatchObject({ width: 950 });
});

test('the origin is asked for the path as it stands, then the other form, then the bare name', async () => {
  origin.asked.length = 0;
  expect((await get('south/x250-a%20b.jpg')).status).toBe(404);
  expect(origin.asked).toEqual(['/base/south/x250-a%20b.jpg', '/base/south/x950-a%20b.jpg', '/base/south/a%20b.jpg']);
});

test('for the middle form, which only the shop has, the origin is asked for the forms it may have first', async () => {
  origin.asked.length = 0;
  expect((await get('south/x560-c.jpg')).status).toBe(404);
  expect(origin.asked).toEqual(
    ['x950-c.jpg', 'x250-c.jpg', 'c.jpg', 'x560-c.jpg'].map((name) => `/base/south/${name}`),
  );
});

test('nothing is enlarged', async () => {
  has.set('/base/small.png', { body: await aPicture(120, 90, 'png') });
  expect(await sizeOf((await get('x950-small.png')).bytes)).toMatchObject({ width: 120, height: 90 });
});

test('the browser gets the best type it accepts, to be kept for a year', async () => {
  has.set('/base/types.jpg', { body: await aPicture(400, 300) });
  const everything = 'image/avif,image/webp,image/*,*/*;q=0.8';
  for (const [accept, type, format] of [
    [everything, 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
  ] as const) {
    const { status, headers, bytes } = await get('x250-types.jpg', accept);
    expect([status, headers['content-type'], (await sizeOf(bytes)).format]).toEqual([200, type, format]);
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept' });
  }
  const { headers } = await get('x250-types.jpg', everything);
  const again = await shop.app.inject({
    url: '/api/proxy-image/x250-types.jpg',
    headers: { accept: everything, 'if-none-match': String(headers.etag) },
  });
  expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', headers.etag]);
});

test('a picture stands upright and tells nothing of the camera', async () => {
  const lying = await sharp(await aPicture(400, 200))
    .withExif({ IFD0: { Artist: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  has.set('/base/lying.jpg', { body: lying });
  const { bytes } = await get('x250-lying.jpg');
  expect(await sizeOf(bytes)).toMatchObject({ width: 200, height: 400 });
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

test('however many ask at once, the origin is asked once, and after that never again', async () => {
  has.set('/base/popular.jpg', { body: await aPicture(900, 600) });
  origin.asked.length = 0;
  const answers = await Promise.all(Array.from({ length: 30 }, () => get('popular.jpg', 'image/webp')));
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect(origin.asked).toEqual(['/base/popular.jpg']);
  has.delete('/base/popular.jpg');
  expect((await get('popular.jpg', 'image/webp')).status).toBe(200);
  expect(origin.asked).toHaveLength(1);
});

test('what is kept outlives a restart and the origin', async () => {
  has.set('/base/kept.jpg', { body: await aPicture(900, 600) });
  const { headers } = await get('kept.jpg');
  const again = await startTestShop({ dataDir: shop.dataDir, settings: { IMAGE_ORIGIN: 'http://127.0.0.1:9/' } });
  await expect.poll(async () => (await get('kept.jpg', undefined, again)).headers.etag).toBe(headers.etag);
  expect(await refusal('not-kept.jpg', again)).toEqual([502, 'image_origin_failed']);
  await again.close();
});

test('what is not a picture inside is refused, whatever it is called and said to be', async () => {
  const jpeg = await aPicture(800, 600);
  const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">${Array.from(
    { length: 8 },
    (_, n) => `<!ENTITY ${'bcdefghi'[n]} "${`&${'abcdefgh'[n]};`.repeat(10)}">`,
  ).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>`;
  const bad: [string, Buffer | string][] = [
    ['text', 'I am a picture, believe me'],
    ['page', '<!doctype html><script>alert(1)</script>'],
    ['drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'],
    ['bomb', bomb],
    ['empty', ''],
    ['beginning', jpeg.subarray(0, 3)],
    ['half', jpeg.subarray(0, jpeg.length / 2)],
    ['pretender', Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(5000, 'x')])],
  ];
  for (const [name, body] of bad) {
    has.set(`/base/bad/${name}.jpg`, { body });
    expect([name, await refusal(`bad/${name}.jpg`)]).toEqual([name, [400, 'image_refused']]);
  }
});

test('a picture of more than 50 megapixels or 15 MB is refused, a real one with the wrong type is not', async () => {
  has.set('/base/vast.png', {
    body: await sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  });
  expect(await refusal('vast.png')).toEqual([400, 'image_refused']);
  has.set('/base/heavy.jpg', { body: Buffer.concat([await aPicture(10, 10), Buffer.alloc(15 * 1024 * 1024)]) });
  expect(await refusal('heavy.jpg')).toEqual([400, 'image_refused']);
  has.set('/base/mislabelled.jpg', { body: await aPicture(300, 200, 'png'), type: 'text/plain' });
  expect((await get('mislabelled.jpg')).status).toBe(200);
});

test('redirects are followed within the origin, three at most, and never out of it', async () => {
  const redirect = (from: string, location: string) => has.set(`/base/${from}`, { body: '', status: 302, location });
  has.set('/else/real.jpg', { body: await aPicture(300, 200) });
  redirect('moved.jpg', '/else/real.jpg');
  redirect('out.jpg', `${elsewhere.address}/real.jpg`);
  redirect('file.jpg', 'file:///etc/passwd');
  redirect('nowhere.jpg', 'http://');
  redirect('round.jpg', '/base/round.jpg');
  for (const hop of [1, 2, 3]) redirect(`hop${hop}.jpg`, hop === 3 ? '/else/real.jpg' : `hop${hop + 1}.jpg`);
  redirect('hop0.jpg', 'hop1.jpg');
  expect((await get('moved.jpg')).status).toBe(200);
  expect((await get('hop1.jpg')).status).toBe(200);
  expect(await refusal('hop0.jpg')).toEqual([502, 'image_origin_failed']);
  expect(await refusal('round.jpg')).toEqual([502, 'image_origin_failed']);
  expect(await refusal('nowhere.jpg')).toEqual([502, 'image_origin_failed']);
  expect(await refusal('out.jpg')).toEqual([400, 'image_refused']);
  expect(await refusal('file.jpg')).toEqual([400, 'image_refused']);
  expect(elsewhere.asked).toEqual([]);
});

test('an origin that fails is a 502, a picture it does not have a 404, and neither is asked for again at once', async () => {
  has.set('/base/broken.jpg', { body: 'oops', status: 500 });
  has.set('/base/forbidden.jpg', { body: '', status: 403 });
  origin.asked.length = 0;
  for (let time = 0; time < 3; time++) {
    expect(await refusal('broken.jpg')).toEqual([502, 'image_origin_failed']);
    expect(await refusal('missing.jpg')).toEqual([404, 'image_missing']);
    expect(await refusal('forbidden.jpg')).toEqual([404, 'image_missing']);
  }
  expect(origin.asked).toEqual(['/base/broken.jpg', '/base/missing.jpg', '/base/forbidden.jpg']);
});

test('an address that leads anywhere else is refused before anybody is asked', async () => {
  origin.asked.length = 0;
  const address = await listen(shop);
  for (const path of ['../secret.jpg', '%2e%2e/secret.jpg', 'a%2fb.jpg', `${elsewhere.address}/a.jpg`, 'a%00.jpg']) {
    expect([path, await exactly(address, `/api/proxy-image/${path}`)]).toEqual([path, [400, 'image_refused']]);
  }
  expect([...origin.asked, ...elsewhere.asked]).toEqual([]);
});

test("the operator's own files come before the origin's, and a new file in place of an old one shows", async () => {
  const folder = join(shop.dataDir, 'pictures');
  mkdirSync(join(folder, 'own'), { recursive: true });
  writeFileSync(join(folder, 'own/a.jpg'), await aPicture(640, 480));
  has.set('/base/own/x250-a.jpg', { body: await aPicture(250, 50) });
  expect(await sizeOf((await get('own/x250-a.jpg')).bytes)).toMatchObject({ width: 250, height: 188 });
  writeFileSync(join(folder, 'own/a.jpg'), await aPicture(600, 600));
  expect(await sizeOf((await get('own/x250-a.jpg')).bytes)).toMatchObject({ width: 250, height: 250 });
});

test('a link in the picture folder leads to nothing outside it', async () => {
  const folder = join(shop.dataDir, 'pictures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(shop.dataDir, 'outside.jpg'), await aPicture(64, 64));
  symlinkSync(join(shop.dataDir, 'outside.jpg'), join(folder, 'link.jpg'));
  expect(await refusal('link.jpg')).toEqual([404, 'image_missing']);
});

test('an origin that says nothing holds up neither the catalogue nor the pictures that lie here', async () => {
  const silent = await startOrigin(() => {});
  const waiting = await startTestShop({ settings: { IMAGE_ORIGIN: silent.address } });
  mkdirSync(join(waiting.dataDir, 'pictures'));
  writeFileSync(join(waiting.dataDir, 'pictures/here.jpg'), await aPicture(300, 200));
  const pending = Array.from({ length: 40 }, (_, n) => get(`x250-${n}.jpg`, undefined, waiting));
  await expect.poll(() => silent.asked.length).toBeGreaterThan(0);
  expect((await get('x250-here.jpg', undefined, waiting)).status).toBe(200);
  expect((await waiting.call('GET', '/api/inventory-data')).status).toBe(200);
  await silent.close();
  expect(new Set((await Promise.all(pending)).map(({ status }) => status))).toEqual(new Set([502]));
  await waiting.close();
});

test('the pictures of the demo catalogue are drawn in the form that is asked for', async () => {
  const [first, second] = demoProducts().map(({ images }) => images![0]!);
  expect(await sizeOf((await get(first!)).bytes)).toMatchObject({ width: 950 });
  for (const name of [first!, second!]) {
    expect(await sizeOf((await get(name.replace('x950-', 'x250-'))).bytes)).toMatchObject({ width: 250 });
  }
  expect(await refusal('demo/x250-nothing-like-it.jpg')).toEqual([404, 'image_missing']);
});

test('without an origin a picture that is nowhere is a 404', async () => {
  const alone = await startTestShop();
  expect(await refusal('x250-a.jpg', alone)).toEqual([404, 'image_missing']);
  await alone.close();
});

test('with CATALOGUE_NEEDS_GATE=on pictures are only for those who passed the access code', async () => {
  const gated = await startTestShop({ settings: { CATALOGUE_NEEDS_GATE: 'on', IMAGE_ORIGIN: origin.address } });
  has.set('/gated.jpg', { body: await aPicture(64, 64) });
  expect(await refusal('gated.jpg', gated)).toEqual([403, 'gate_needed']);
  const { headers } = await gated.call('POST', '/api/auth', { body: { password: ACCESS_CODE } });
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const answer = await gated.app.inject({ url: '/api/proxy-image/gated.jpg', headers: { cookie } });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, max-age=31536000, immutable']);
  await gated.close();
});
