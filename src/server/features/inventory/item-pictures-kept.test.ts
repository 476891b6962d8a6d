import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import { editMany } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listProducts, readItem, upload } from '../../testing/inventory.ts';
import { sendPicture, uploadedFiles } from '../../testing/pictures.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { shopsWithFeed } from '../feed/testing/shops-with-feed.ts';

const fileOf = (shop: TestShop, address: string) =>
  join(shop.dataDir, 'pictures', address.replace('/api/proxy-image/', ''));

bothDatabases((shop, kind) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  test('its file is in DATA_DIR, for the user of the shop only', async () => {
    const { body } = await sendPicture(admin, (await buildItem(shop())).id);
    const file = fileOf(shop(), body.item.images[0]!);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(uploadedFiles(shop()).filter((name) => !name.endsWith('.webp'))).toEqual([]);
  });

  test('a replacement takes uploaded pictures like everything that the shop set, says so before, and Undo brings them back', async () => {
    const product = buildFileProduct({ images: ['jar.jpg'] });
    await upload(admin, inventoryFile([product]));
    const item = (await listProducts(shop())).find(({ externalId }) => externalId === product.id)!;
    const { images } = (await sendPicture(admin, item.id)).body.item;
    const preview = await upload(admin, inventoryFile([product]), { dryRun: true });
    expect(preview.body.warnings).toEqual([`"${product.name}" loses what you set in the shop: pictures`]);
    const { changeId } = (await upload(admin, inventoryFile([product]))).body;
    expect(await readItem(admin, item.id)).toMatchObject({ images: ['/api/proxy-image/jar.jpg'], shopOwned: [] });
    await admin.call(revertChange, { params: { id: changeId! }, body: {} });
    expect(await readItem(admin, item.id)).toMatchObject({ images, shopOwned: ['images'] });
  });

  test('a picture whose file is gone comes from the database, and gets its file again', async () => {
    const { body } = await sendPicture(admin, (await buildItem(shop())).id);
    const [address] = body.item.images;
    const file = fileOf(shop(), address!);
    rmSync(file);
    expect((await shop().request('GET', address!)).status).toBe(200);
    expect(existsSync(file)).toBe(true);
  });

  if (kind === 'postgres') {
    test('another process with a data folder of its own hands the picture out at once, and serves it', async () => {
      const other = await startTestShop({ databaseUrl: shop().settings.DATABASE_URL });
      onTestFinished(() => other.close());
      await other.database.watch();
      const { id } = await buildItem(shop());
      const [address] = (await sendPicture(admin, id)).body.item.images;
      await expect
        .poll(async () => (await listProducts(other)).find((product) => product.id === id)?.images)
        .toEqual([address]);
      const { bytes, status } = await other.request('GET', address!);
      expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 120]);
      expect(existsSync(fileOf(other, address!))).toBe(true);
    });
  }
});

shopsWithFeed(({ shop, admin, serve, sync }) => {
  test('a sync keeps uploaded pictures, and a reset takes those that the feed has by then', async () => {
    const product = buildFileProduct({ images: ['old.jpg'] });
    serve([product]);
    await sync();
    const { id } = (await listProducts(shop()))[0]!;
    const { images } = (await sendPicture(admin(), id)).body.item;
    serve([{ ...product, images: ['new.jpg'], price: 30 }]);
    await sync();
    expect(await readItem(admin(), id)).toMatchObject({ price: 30, images, shopOwned: ['images'] });
    await admin().call(editMany, { body: { ids: [id], giveBack: ['images'] } });
    expect(await readItem(admin(), id)).toMatchObject({ images: ['/api/proxy-image/new.jpg'], shopOwned: [] });
  });
});
