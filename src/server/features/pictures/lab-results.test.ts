import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoProducts } from '#demo/catalogue.ts';
import type { RequestOptions } from '../../testing/calls.ts';
import { buildItem } from '../../testing/factories.ts';
import { listProducts } from '../../testing/inventory.ts';
import { type LocalServer, startLocalServer } from '../../testing/local-server.ts';
import { passGate } from '../../testing/sign-in.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let origin: LocalServer;
/** The files of the origin, by path. */
const files = new Map<string, { body: Buffer | string; type?: string; status?: number; location?: string }>();

beforeAll(async () => {
  origin = await startLocalServer(({ url }, response) => {
    const file = files.get(url!);
    if (!file) return response.writeHead(404).end();
    response.writeHead(file.status ?? 200, {
      'content-type': file.type ?? 'application/pdf',
      ...(file.location && { location: file.location }),
    });
    response.end(file.body);
  });
  shop = await startTestShop({ settings: { IMAGE_ORIGIN: `${origin.url}/base` } });
  mkdirSync(join(shop.dataDir, 'lab', 'deep'), { recursive: true });
});
afterAll(async () => {
  await shop.close();
  await origin.close();
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const labOf = (path: string) => ({ tested: '2026-10-01', expires: null, thc: null, cbd: null, path });
const inFolder = (...names: string[]) => join(shop.dataDir, 'lab', ...names);

/** Requests a lab result without any item that names it. */
const request = (path: string, { from = shop, ...options }: RequestOptions & { from?: TestShop } = {}) =>
  from.request('GET', `/api/lab-results/${path}`, options);

/** Requests a lab result that some item names. */
const get = async (path: string, options: Parameters<typeof request>[1] = {}) => {
  await buildItem(options.from ?? shop, { lab: labOf(path), listed: false });
  return request(path.split('/').map(encodeURIComponent).join('/'), options);
};

const refusal = async (response: Awaited<ReturnType<typeof request>>) => [
  response.status,
  (response.body as { code: string }).code,
];

test('a PDF of the lab folder is an attachment with its own name, and no browser guesses another type', async () => {
  writeFileSync(inFolder('deep', 'Fog & Co "1".pdf'), PDF);
  const { status, headers, bytes } = await get('deep/Fog & Co "1".pdf');
  expect(status).toBe(200);
  expect(bytes).toEqual(PDF);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Fog _ Co _1_.pdf"; filename*=UTF-8''Fog%20%26%20Co%20%221%22.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=300',
  });
  const again = await get('deep/Fog & Co "1".pdf', { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('a PDF is downloaded as a PDF, whatever its name says', async () => {
  writeFileSync(inFolder('report.html'), PDF);
  const { headers } = await get('report.html');
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toContain('filename="report.html.pdf"');
});

test('a picture is shown, wide enough to read, without the data of the camera', async () => {
  const photo = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#eee' } })
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer();
  writeFileSync(inFolder('photo.jpg'), photo);
  const { status, headers, bytes } = await get('photo.jpg', { headers: { accept: 'image/webp,*/*' } });
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([200, 'image/webp', undefined]);
  const { width, exif } = await sharp(bytes).metadata();
  expect({ width, exif }).toEqual({ width: 1600, exif: undefined });
});

test('a result below the image origin is fetched as it is named, and fetched again the next day', async () => {
  files.set('/base/labs/b%2012.pdf', { body: PDF, type: 'text/plain' });
  expect((await get('labs/b 12.pdf')).bytes).toEqual(PDF);
  const corrected = Buffer.concat([PDF, Buffer.from('% corrected\n')]);
  files.set('/base/labs/b%2012.pdf', { body: corrected });
  expect((await get('labs/b 12.pdf')).bytes).toEqual(PDF);
  shop.advance(24 * 3_600_000);
  expect((await get('labs/b 12.pdf')).bytes).toEqual(corrected);
});

test('a redirect is not followed, wherever it leads', async () => {
  files.set('/base/moved.pdf', { body: '', status: 302, location: '/base/real.pdf' });
  files.set('/base/real.pdf', { body: PDF });
  expect(await refusal(await get('moved.pdf'))).toEqual([400, 'image_refused']);
});

test('an origin that fails is a 502 with a message of its own', async () => {
  files.set('/base/broken.pdf', { body: '', status: 500 });
  const response = await get('broken.pdf');
  expect(await refusal(response)).toEqual([502, 'image_origin_failed']);
  expect((response.body as { message: string }).message).toBe('The source of lab results does not respond.');
});

describe('content that is neither a picture nor a PDF is refused, whatever its name and type are:', () => {
  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page with a PDF in it', `<script>alert(1)</script>${PDF}`],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['text', 'THC 22.9 %'],
    ['nothing', ''],
    ['the word PDF', '%PDF-<script>'],
  ])('%s', async (name, body) => {
    writeFileSync(inFolder(`${name}.pdf`), body);
    expect(await refusal(await get(`${name}.pdf`))).toEqual([400, 'image_refused']);
    files.set(`/base/${encodeURIComponent(`from ${name}.pdf`)}`, { body });
    expect(await refusal(await get(`from ${name}.pdf`))).toEqual([400, 'image_refused']);
  });
});

test('a file of more than 15 MB is refused, from the folder and from the origin', async () => {
  writeFileSync(inFolder('heavy.pdf'), PDF);
  truncateSync(inFolder('heavy.pdf'), 15 * 1024 * 1024 + 1);
  expect(await refusal(await get('heavy.pdf'))).toEqual([400, 'image_refused']);
  writeFileSync(inFolder('full.pdf'), PDF);
  truncateSync(inFolder('full.pdf'), 15 * 1024 * 1024);
  expect((await get('full.pdf')).status).toBe(200);
  files.set('/base/heavy2.pdf', { body: Buffer.concat([PDF, Buffer.alloc(15 * 1024 * 1024)]) });
  expect(await refusal(await get('heavy2.pdf'))).toEqual([400, 'image_refused']);
});

test('only files that an item names are served', async () => {
  writeFileSync(inFolder('unnamed.pdf'), PDF);
  const missing = await request('unnamed.pdf');
  expect(await refusal(missing)).toEqual([404, 'image_missing']);
  expect((missing.body as { message: string }).message).toBe('This lab result is not available.');
  expect((await get('unnamed.pdf')).status).toBe(200);
  expect(await refusal(await get('no such file.pdf'))).toEqual([404, 'image_missing']);
});

test('a picture of a product is no lab result, and a lab result is no picture of a product', async () => {
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#356' } })
    .jpeg()
    .toBuffer();
  files.set('/base/card.jpg', { body: picture });
  await buildItem(shop, { images: ['card.jpg'] });
  expect((await request('card.jpg')).status).toBe(404);
  files.set('/base/result.jpg', { body: picture });
  expect((await get('result.jpg')).status).toBe(200);
  expect((await shop.request('GET', '/api/proxy-image/result.jpg')).status).toBe(404);
});

test('no PDF is served as a picture of a product, even if both name one file', async () => {
  files.set('/base/both.pdf', { body: PDF });
  await buildItem(shop, { images: ['both.pdf'], lab: labOf('both.pdf') });
  expect((await request('both.pdf')).status).toBe(200);
  expect((await shop.request('GET', '/api/proxy-image/both.pdf')).status).toBe(400);
});

test('no path leads out of the lab folder, even if an item names it', async () => {
  writeFileSync(join(shop.dataDir, 'secret.pdf'), PDF);
  mkdirSync(inFolder('sub'), { recursive: true });
  symlinkSync(join(shop.dataDir, 'secret.pdf'), inFolder('link.pdf'));
  for (const path of ['../secret.pdf', 'sub/../../secret.pdf', '/etc/passwd', 'link.pdf']) {
    await buildItem(shop, { lab: labOf(path) });
  }
  for (const path of ['..%2fsecret.pdf', 'sub/..%2f..%2fsecret.pdf', '..%5csecret.pdf']) {
    expect([path, (await request(path)).status]).toEqual([path, 400]);
  }
  expect((await request('link.pdf')).status).toBe(404);
  expect((await request('%252e%252e/secret.pdf')).status).toBe(400);
  expect((await request('a%00.pdf')).status).toBe(400);
  expect((await request('https:/elsewhere.example/a.pdf')).status).toBe(400);
});

test('with a gate before the catalogue, lab results need it too', async () => {
  const gated = await startTestShop({ settings: { CATALOGUE_NEEDS_GATE: 'on' } });
  mkdirSync(join(gated.dataDir, 'lab'), { recursive: true });
  writeFileSync(join(gated.dataDir, 'lab', 'a.pdf'), PDF);
  expect(await refusal(await get('a.pdf', { from: gated }))).toEqual([403, 'gate_needed']);
  const open = await get('a.pdf', { from: gated, cookies: await passGate(gated) });
  expect([open.status, open.headers['cache-control']]).toEqual([200, 'private, max-age=300']);
  await gated.close();
});

test('the demo has results that open, and some products without one', async () => {
  const tested = demoProducts(Date.now()).filter(({ lab }) => lab);
  expect(tested.length).toBeGreaterThan(50);
  const demo = await startTestShop({ settings: { DEMO: 'on' } });
  const { id, lab } = tested[0]!;
  await buildItem(demo, { externalId: id, lab: labOf(lab!.url) });
  const product = (await listProducts(demo)).find(({ externalId }) => externalId === id)!;
  const { status, text } = await demo.request('GET', product.lab!.url!);
  expect(status).toBe(200);
  expect(text).toContain(`(Tested: ${lab!.tested})`);
  await demo.close();
});
