import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pictureForms } from '#domain/picture-widths.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildItem, updateItems } from '../../testing/factories.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { NamedPictures } from './named-pictures.ts';
import { imageAddress } from './shop-addresses.ts';

/** A picture that every path of these tests leads to. */
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#356' } })
  .jpeg()
  .toBuffer();

/** A shop whose origin has a picture at every path. */
const startShop = async (databaseUrl?: string) => {
  const bytes = await picture;
  const origin = await startLocalServer((_request, response) => response.end(bytes));
  const shop = await startTestShop({ databaseUrl, settings: { IMAGE_ORIGIN: origin.url } });
  onTestFinished(async () => {
    await shop.close();
    await origin.close();
  });
  return { shop, origin };
};

const statusOf = async (shop: TestShop, address: string) => (await shop.request('GET', address)).status;
const addressesOf = (image: string) => [imageAddress(image), ...Object.values(pictureForms(imageAddress(image)))];

bothDatabases((common) => {
  const start = () => startShop(common().settings.DATABASE_URL);

  test('a picture that no item names is a 404 without a question to the origin, and nothing of it is kept', async () => {
    const { shop, origin } = await start();
    await buildItem(shop, { images: ['fern.jpg'] });
    const unknown = [
      'other.jpg',
      'x250-other.jpg',
      'a/fern.jpg',
      'fern.jpg%3Fz=1',
      'fern.jpg%3F',
      'x250-x950-fern.jpg',
    ];
    for (const path of unknown) {
      expect(await shop.request('GET', `/api/proxy-image/${path}`), path).toMatchObject({
        status: 404,
        body: { code: 'image_missing' },
      });
    }
    expect(origin.requests).toEqual([]);
    expect(await statusOf(shop, '/api/proxy-image/fern.jpg?z=1')).toBe(200);
  });

  test('a file of the operator that no item names is a 404', async () => {
    const { shop } = await start();
    mkdirSync(join(shop.dataDir, 'pictures'));
    writeFileSync(join(shop.dataDir, 'pictures/private.jpg'), await picture);
    expect(await statusOf(shop, '/api/proxy-image/private.jpg')).toBe(404);
    await buildItem(shop, { images: ['private.jpg'] });
    expect(await statusOf(shop, '/api/proxy-image/private.jpg')).toBe(200);
  });

  test.each([
    ['birch.jpg'],
    ['x950-cedar.jpg'],
    ['north/x250-dill.jpg'],
    ['x250-thumbs/elm.jpg'],
    ['x250-shelf/x950-fir.jpg'],
    ['/north//My%20Cart.jpg'],
    ['café/gorse & moss.jpg?size=9'],
  ])('the picture %s is served in every form that a page asks for', async (image) => {
    const { shop } = await start();
    const before = addressesOf(image);
    expect(await statusOf(shop, before[0]!)).toBe(404);
    await buildItem(shop, { images: ['another.jpg', image] });
    for (const address of before) expect([address, await statusOf(shop, address)]).toEqual([address, 200]);
  });

  test('a picture is served as soon as an item names it, and until no item does', async () => {
    const { shop } = await start();
    const [first, second] = [await buildItem(shop), await buildItem(shop, { listed: false, isActive: false })];
    for (let round = 0; round < 5; round++) {
      const path = `/api/proxy-image/round-${round}.jpg`;
      expect(await statusOf(shop, path)).toBe(404);
      await updateItems(shop, [first.id, second.id], { images: JSON.stringify([`round-${round}.jpg`]) });
      expect(await statusOf(shop, path)).toBe(200);
      await updateItems(shop, [first.id], { images: '[]' });
      expect(await statusOf(shop, path)).toBe(200);
      await updateItems(shop, [second.id], { images: '[]' });
      await expect.poll(() => statusOf(shop, path)).toBe(404);
    }
    await updateItems(shop, [first.id], { images: '["gone.jpg"]' });
    await shop.database.write(async (tx, touch) => {
      await tx.deleteFrom('items').where('id', '=', first.id).execute();
      touch('inventory');
    });
    await expect.poll(() => statusOf(shop, '/api/proxy-image/gone.jpg')).toBe(404);
  });

  test('a picture that another process just added is served at once', async () => {
    const { shop } = await start();
    expect(await statusOf(shop, '/api/proxy-image/before.jpg')).toBe(404);
    const other = await startTestShop({
      databaseUrl: common().settings.DATABASE_URL,
      ...(!common().settings.DATABASE_URL && { dataDir: shop.dataDir }),
    });
    onTestFinished(() => other.close());
    for (const name of ['one.jpg', 'two.jpg']) {
      await buildItem(other, { images: [name] });
      expect(await statusOf(shop, `/api/proxy-image/${name}`)).toBe(200);
    }
  });
});

test('the pictures of 20,000 items are read once, however many unknown paths are requested', async () => {
  const { shop } = await startShop();
  // The shop itself has read its items once this is refused.
  expect(await statusOf(shop, '/api/proxy-image/none.jpg')).toBe(404);
  await shop.database.write(async (tx, touch) => {
    for (let from = 0; from < 20_000; from += 1000) {
      const values = Array.from({ length: 1000 }, (_, index) => ({
        external_id: `${from + index}`,
        listed: 1,
        name: 'Fern',
        tags: '[]',
        images: JSON.stringify([`shelf/x950-${from + index}.jpg`, `back/${from + index}.jpg`]),
        quantity: 1,
        price_cents: 100,
        markup_cents: 0,
        is_active: 1,
        shop_owned: '[]',
      }));
      await tx
        .insertInto('items')
        .values(values as never)
        .execute();
    }
    touch('catalogue');
    touch('inventory');
  });
  const { database } = shop;
  // The catalogue reads all items too.
  await shop.catalogue.fresh();
  let readsOfAll = 0;
  const atOneMoment = database.atOneMoment.bind(database);
  vi.spyOn(database, 'atOneMoment').mockImplementation((work) => {
    readsOfAll++;
    return atOneMoment(work);
  });
  const pictures = new NamedPictures(database);
  expect(await pictures.has('shelf/x250-19999.jpg')).toBe(true);
  for (let path = 0; path < 200; path++) expect(await pictures.has(`${path}.jpg`)).toBe(false);
  expect(readsOfAll).toBe(1);
  await pictures.close();
});
