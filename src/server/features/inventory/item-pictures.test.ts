import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { getChange, listChanges, revertChange } from '#contract/changes.ts';
import { editMany } from '#contract/inventory.ts';
import { addItem } from '#contract/inventory-items.ts';
import { setPictures, uploadPicture } from '#contract/item-pictures.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildUploadForm, listProducts, readItem } from '../../testing/inventory.ts';
import { buildPicture, sendPicture, uploadedFiles } from '../../testing/pictures.ts';
import type { TestShop } from '../../testing/test-shop.ts';

const ADDRESS = /^\/api\/proxy-image\/uploaded\/[0-9a-f]{32}\.webp$/;

/** The stored bytes of an item's first picture. */
const storedPicture = async (shop: TestShop, address: string): Promise<Buffer> => {
  const path = address.replace('/api/proxy-image/', '');
  const row = await shop.database.read
    .selectFrom('pictures')
    .select('bytes')
    .where('path', '=', path)
    .executeTakeFirst();
  return Buffer.from(row!.bytes, 'base64');
};

const countPictures = async ({ database }: TestShop) =>
  (await database.read.selectFrom('pictures').select('path').execute()).length;

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  test('an uploaded picture becomes the first one of its item, belongs to the shop, and members see it at once', async () => {
    const { id, name } = await buildItem(shop(), { images: ['jar.jpg'] });
    const { status, body } = await sendPicture(admin, id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ message: 'Picture uploaded successfully', item: { id, shopOwned: ['images'] } });
    const [first, second] = body.item.images;
    expect([first, second]).toEqual([expect.stringMatching(ADDRESS), '/api/proxy-image/jar.jpg']);
    expect(await readItem(admin, id)).toEqual(body.item);

    // Without IMAGE_ORIGIN the shop has nothing but the uploaded one.
    expect((await listProducts(shop())).find((product) => product.id === id)!.images).toEqual([first]);
    const { body: cart } = await (await buildBuyer(shop())).add(id, 1);
    expect(cart.items[0]!.productImage).toBe(first);
    const served = await shop().request('GET', first!.replace('uploaded/', 'uploaded/x250-'));
    expect(served).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });

    const { changes } = (await admin.call(listChanges, { query: { item: String(id) } })).body;
    expect(changes).toMatchObject([
      { id: body.changeId, kind: 'edit', actor: admin.username, summary: `Pictures of "${name}": 1 added` },
    ]);
    const { rows } = (await admin.call(getChange, { params: { id: body.changeId! } })).body;
    expect(rows[0]!.fields.map(({ field }) => field)).toEqual(['images', 'shopOwned']);
    const acts = await shop()
      .database.read.selectFrom('audit')
      .select('kind')
      .where('actor_id', '=', admin.id)
      .where('subject', '=', String(body.changeId))
      .execute();
    expect(acts).toEqual([{ kind: 'change' }]);
  });

  test('it is stored upright, at most 1,600 pixels wide, and with nothing in it that is no picture', async () => {
    const taken = await buildPicture({
      width: 1200,
      height: 3000,
      change: (picture) =>
        picture
          .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
          .withMetadata({ orientation: 6 })
          .jpeg(),
    });
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { body } = await sendPicture(
      admin,
      (await buildItem(shop())).id,
      Buffer.concat([taken, Buffer.from('<script>')]),
    );
    const stored = await storedPicture(shop(), body.item.images[0]!);
    const { width, height, format, exif, orientation } = await sharp(stored).metadata();
    expect({ width, height, format, exif, orientation }).toEqual({ width: 1600, height: 640, format: 'webp' });
    expect(stored.includes('<script>')).toBe(false);
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a small %s is not enlarged', async (format) => {
    const { id } = await buildItem(shop());
    const { body } = await sendPicture(
      admin,
      id,
      await buildPicture({ change: (picture) => picture.toFormat(format) }),
    );
    const stored = await storedPicture(shop(), body.item.images[0]!);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 120, height: 90, format: 'webp' });
  });

  test('bad files are refused in clear words, and leave nothing behind', async () => {
    const { id } = await buildItem(shop(), { images: ['jar.jpg'] });
    const png = await buildPicture();
    const before = [uploadedFiles(shop()), await countPictures(shop()), await readItem(admin, id)];
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })
        .png()
        .toBuffer();
    const bad: Record<string, Buffer | string> = {
      'a drawing': drawing,
      'a page': '<!doctype html><img src="x">',
      'a page that begins like a picture': `GIF89a<script>${'x'.repeat(100)}</script>`,
      'a picture without an end': png.subarray(0, png.length / 2),
      'a picture of 51 megapixels in a small file': await blank(8500, 6000),
      'an iPhone picture': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), png]),
      'a TIFF': await sharp(png).tiff().toBuffer(),
    };
    for (const [what, bytes] of Object.entries(bad)) {
      const { status, body } = await sendPicture(admin, id, Buffer.from(bytes));
      expect([what, status, body.code]).toEqual([what, 400, 'picture_refused']);
      expect(body.message).toContain('JPEG, PNG, WebP, GIF or AVIF');
    }
    expect(await sendPicture(admin, id, Buffer.alloc(0))).toMatchObject({
      status: 400,
      body: { code: 'picture_refused', message: 'This file is empty.' },
    });
    expect(await sendPicture(admin, id, Buffer.alloc(15 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { code: 'picture_too_large', message: 'This picture is larger than 15 MB. Please choose a smaller one.' },
    });
    const { type, form } = buildUploadForm(png, { field: 'other' });
    const options = { params: { id }, headers: { 'content-type': type } };
    expect(await admin.call(uploadPicture, { ...options, body: form })).toMatchObject({
      status: 400,
      body: { code: 'file_invalid', message: 'The form has no "file".' },
    });
    const whole = buildUploadForm(png).form;
    expect(await admin.call(uploadPicture, { ...options, body: whole.subarray(0, -60) })).toMatchObject({
      status: 400,
      body: { code: 'file_invalid' },
    });
    expect(await admin.call(uploadPicture, { params: { id } })).toMatchObject({ status: 415 });
    expect([uploadedFiles(shop()), await countPictures(shop()), await readItem(admin, id)]).toEqual(before);
  });

  test('a picture of 15 MB and 50 megapixels is taken', async () => {
    const { id } = await buildItem(shop());
    const picture = await sharp({ create: { width: 8000, height: 6250, channels: 3, background: '#356' } })
      .png()
      .toBuffer();
    // Bytes after a picture in its file do not count as part of it.
    const padded = Buffer.concat([picture, Buffer.alloc(15 * 1024 * 1024 - picture.length)]);
    expect(await sendPicture(admin, id, padded)).toMatchObject({ status: 201 });
  });

  test('an item that is not in the lists gets no picture', async () => {
    const count = await countPictures(shop());
    const { id } = await buildItem(shop(), { listed: false });
    for (const gone of [id, 987_654_321]) {
      expect(await sendPicture(admin, gone)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      const body = { images: [] };
      expect(await admin.call(setPictures, { params: { id: gone }, body })).toMatchObject({ status: 404 });
    }
    expect(await countPictures(shop())).toBe(count);
  });

  test('of several uploads to one item at the same time each adds its picture', async () => {
    const { id } = await buildItem(shop(), { images: ['jar.jpg'] });
    const uploads = await Promise.all(Array.from({ length: 6 }, () => sendPicture(admin, id)));
    expect(uploads.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const added = uploads.map(({ body }) => body.item.images[0]!);
    const { images } = await readItem(admin, id);
    expect(images.toSorted()).toEqual([...added, '/api/proxy-image/jar.jpg'].sort());
    for (const address of added) expect((await storedPicture(shop(), address)).length).toBeGreaterThan(100);
  });

  test('an item has at most 20 pictures, also if the last ones arrive together', async () => {
    const { id } = await buildItem(shop(), { images: Array.from({ length: 18 }, (_, index) => `${index}.jpg`) });
    const uploads = await Promise.all(Array.from({ length: 4 }, () => sendPicture(admin, id)));
    expect(uploads.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(uploads.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'too_many_pictures',
      message: 'An item can have 20 pictures. Please remove one first.',
    });
    expect((await readItem(admin, id)).images).toHaveLength(20);
  });

  test('the same picture again is no second one, but becomes the first', async () => {
    const { id } = await buildItem(shop());
    const [one, two] = [await buildPicture(), await buildPicture()];
    await sendPicture(admin, id, one);
    const before = (await sendPicture(admin, id, two)).body.item.images;
    const { body } = await sendPicture(admin, id, one);
    expect(body.item.images).toEqual(before.toReversed());
    expect(await sendPicture(admin, id, one)).toMatchObject({ body: { changeId: null } });
  });

  test('a repeated call with its key uploads nothing again, even after an Undo', async () => {
    const { id } = await buildItem(shop());
    const headers = { 'idempotency-key': randomUUID() };
    const picture = await buildPicture();
    const [first, again] = await Promise.all([
      sendPicture(admin, id, picture, headers),
      sendPicture(admin, id, picture, headers),
    ]);
    expect(again.body.changeId).toBe(first.body.changeId);
    await admin.call(revertChange, { params: { id: first.body.changeId! }, body: {} });
    expect(await sendPicture(admin, id, picture, headers)).toMatchObject({
      status: 201,
      body: { item: { images: [] } },
    });
  });

  test('Undo gives the item its old pictures and owner back, and undoing that the new one', async () => {
    const { id } = await buildItem(shop(), { images: ['jar.jpg'] });
    const { body } = await sendPicture(admin, id);
    const undo = async (change: number) =>
      (await admin.call(revertChange, { params: { id: change }, body: {} })).body.changeId!;
    const undoing = await undo(body.changeId!);
    expect(await readItem(admin, id)).toMatchObject({ images: ['/api/proxy-image/jar.jpg'], shopOwned: [] });
    expect((await shop().request('GET', body.item.images[0]!)).status).toBe(404);
    await undo(undoing);
    expect(await readItem(admin, id)).toMatchObject({ images: body.item.images, shopOwned: ['images'] });
    expect((await shop().request('GET', body.item.images[0]!)).status).toBe(200);
  });

  describe('the order of the pictures', () => {
    const [A, B, C] = ['a', 'b', 'c'].map((name) => `/api/proxy-image/${name}%20b.jpg`) as [string, string, string];
    const set = (id: number, images: string[], expected?: string[]) =>
      admin.call(setPictures, { params: { id }, body: { images, expected } });
    let id: number;
    beforeEach(async () => {
      ({ id } = await buildItem(shop(), { images: ['a b.jpg', 'b%20b.jpg', 'c b.jpg'] }));
    });

    test('each picture can be put first or removed, and all can be reset to the feed', async () => {
      expect(await set(id, [C, A, B])).toMatchObject({
        status: 200,
        body: { message: 'Pictures updated successfully', item: { images: [C, A, B], shopOwned: ['images'] } },
      });
      expect((await set(id, [C, B], [C, A, B])).body.item.images).toEqual([C, B]);
      expect((await set(id, [])).body.item.images).toEqual([]);
      // The feed still has them.
      expect((await set(id, [B, B])).body.item.images).toEqual([B]);
      await admin.call(editMany, { body: { ids: [id], giveBack: ['images'] } });
      expect(await readItem(admin, id)).toMatchObject({ images: [A, B, C], shopOwned: [] });
    });

    test('a picture of another item, or from elsewhere, is refused', async () => {
      const other = (await sendPicture(admin, (await buildItem(shop())).id)).body.item.images[0]!;
      for (const address of [other, 'https://elsewhere.test/a.jpg', 'a b.jpg', '/api/proxy-image/../a%20b.jpg', '']) {
        expect(await set(id, [A, address])).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', message: 'This item has no such picture.' },
        });
      }
      expect(await set(id, Array(21).fill(A))).toMatchObject({
        status: 400,
        body: { message: 'images must be a list of at most 20 addresses' },
      });
      expect((await readItem(admin, id)).images).toEqual([A, B, C]);
    });

    test('a change that was based on other pictures is refused with both, so that none is lost', async () => {
      const { images } = (await sendPicture(admin, id)).body.item;
      expect(await set(id, [B, A, C], [A, B, C])).toMatchObject({
        status: 409,
        body: { code: 'value_moved', field: 'images', stored: images, item: { images } },
      });
    });
  });

  test('an item that was added by hand can have pictures too', async () => {
    const fields = { name: 'Fern Salve', qty: 4, price: 18, images: ['salve.jpg'] };
    const { item } = (await admin.call(addItem, { body: fields })).body;
    const { body } = await sendPicture(admin, item.id);
    expect(body.item).toMatchObject({ byHand: true, images: [expect.stringMatching(ADDRESS), ...item.images] });
  });
});
