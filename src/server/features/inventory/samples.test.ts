import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { getChange, listChanges, revertChange } from '#contract/changes.ts';
import { addItem, addSamples } from '#contract/inventory-items.ts';
import { prune } from '../../jobs/prune.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { emptyShops } from '../../testing/empty-shops.ts';
import { emptyShop } from '../../testing/every-call/scene.ts';
import { buildAdmin, buildItem, type TestUser, updateItems } from '../../testing/factories.ts';
import {
  buildFileProduct,
  inventoryFile,
  listInventory,
  listNames,
  listProducts,
  upload,
} from '../../testing/inventory.ts';
import { uploadedFiles } from '../../testing/pictures.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { shopsWithFeed, THREE_PRODUCTS } from '../feed/testing/shops-with-feed.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { PictureProcesses } from '../pictures/picture-processes.ts';
import { prunePictures } from '../pictures/prune-pictures.ts';

const DAY_MS = 86_400_000;
const NOT_EMPTY = {
  status: 409,
  body: { code: 'not_empty', message: 'Samples are for an empty shop. This one has products or orders.' },
};

type Caller = Pick<TestUser, 'call'>;

const add = ({ call }: Caller, key?: string) => call(addSamples, key ? { headers: { 'idempotency-key': key } } : {});
const undo = ({ call }: Caller, id: number) => call(revertChange, { params: { id }, body: {} });
const countPictures = async ({ database }: TestShop) =>
  (await database.read.selectFrom('pictures').select('path').execute()).length;

bothDatabases((shop) => {
  let owner: TestUser;
  beforeEach(async () => {
    await emptyShop({ shop: shop() });
    owner = await buildAdmin(shop());
  });
  const listedIds = async () => (await listInventory(owner)).map(({ id }) => id).sort();

  test('an owner adds 12 sample products in one change, one Undo removes all of them, and they can be added again', async () => {
    const { status, body } = await add(owner);
    expect([status, body]).toEqual([200, { message: '12 sample products added.', changeId: expect.any(Number) }]);
    const items = await listInventory(owner);
    expect(items).toHaveLength(12);
    for (const item of items) {
      expect(item).toMatchObject({
        byHand: true,
        isActive: true,
        description: expect.stringMatching(/^Sample product\. /),
      });
    }
    expect((await listProducts(shop())).map(({ name }) => name).sort()).toEqual(items.map(({ name }) => name).sort());
    const [change] = (await owner.call(listChanges)).body.changes;
    expect(change).toMatchObject({
      id: body.changeId,
      kind: 'edit',
      summary: 'Added 12 sample products',
      counts: { added: 12, changed: 0, removed: 0, unchanged: 0 },
    });
    expect((await owner.call(getChange, { params: { id: body.changeId } })).body.rows).toHaveLength(12);

    const ids = await listedIds();
    expect((await undo(owner, body.changeId)).body).toMatchObject({ message: 'Change undone.', skipped: [] });
    expect([await listInventory(owner), await listProducts(shop())]).toEqual([[], []]);
    expect((await add(owner)).status).toBe(200);
    expect(await listedIds()).toEqual(ids);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('a shop with a product, with samples, or with an order is not empty, and nothing is stored', async () => {
    const before = await countPictures(shop());
    const { id } = await buildItem(shop(), { name: 'Fern Salve' });
    expect(await add(owner)).toMatchObject(NOT_EMPTY);
    await updateItems(shop(), [id], { listed: 0 });
    expect((await add(owner)).status).toBe(200);
    expect(await add(owner)).toMatchObject(NOT_EMPTY);
    await emptyShop({ shop: shop() });
    const { itemId } = await buildOrder(shop());
    await updateItems(shop(), [itemId], { listed: 0 });
    expect(await add(owner)).toMatchObject(NOT_EMPTY);
    expect([await listInventory(owner), await countPictures(shop())]).toEqual([[], Math.max(12, before)]);
  });

  test('a repeated call adds nothing and returns the same change, also at the same time and after Undo', async () => {
    const key = randomUUID();
    const [first, second] = await Promise.all([add(owner, key), add(owner, key)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await listedIds()).toHaveLength(12);
    await undo(owner, first.body.changeId);
    expect((await add(owner, key)).body).toEqual(first.body);
    expect(await listedIds()).toEqual([]);
  });

  test('without a picture a sample is added all the same', async () => {
    // Kept pictures of other tests must not be at hand.
    const fresh = './samples.service.ts?fresh';
    const service: typeof import('./samples.service.ts') = await import(/* @vite-ignore */ fresh);
    const { slow } = shop().timeLimits.conversion;
    const processes = new PictureProcesses({ slow, most: 1 });
    const actor = { id: owner.id, name: owner.username, role: 'owner', address: '' } as const;
    await service.addSamples(shop(), processes, { key: null, actor });
    expect((await listInventory(owner)).map(({ images }) => images)).toEqual(Array(12).fill([]));
  });
});

emptyShops(({ shop, owner, openProcess }) => {
  test('each sample has a picture that the shop keeps, and pruning removes it some time after Undo', async () => {
    const { body } = await add(owner());
    const addresses = (await listProducts(shop())).map(({ images }) => images);
    expect(new Set(addresses.flat()).size).toBe(12);
    for (const [address, ...others] of addresses) {
      expect([address, others]).toEqual([
        expect.stringMatching(/^\/api\/proxy-image\/uploaded\/[0-9a-f]{32}\.webp$/),
        [],
      ]);
    }
    const second = await openProcess();
    for (const on of [shop(), second]) {
      const { status, headers } = await on.request('GET', addresses[0]![0]!);
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
    }
    expect([uploadedFiles(shop()).length, await countPictures(shop())]).toEqual([12, 12]);
    await undo(owner(), body.changeId);
    shop().advance(91 * DAY_MS);
    await prune(shop().database, { now: shop().clock() });
    await prunePictures(shop());
    expect([uploadedFiles(shop()).length, await countPictures(shop())]).toEqual([0, 0]);
  });

  test('a sample that somebody has edited stays when the others are undone', async () => {
    const { body } = await add(owner());
    const [sold] = await listInventory(owner() as TestUser);
    await updateItems(shop(), [sold!.id], { quantity: 1 });
    expect((await undo(owner(), body.changeId)).body.skipped).toEqual([`${sold!.name}: quantity`]);
    expect(await listNames(owner() as TestUser)).toEqual([sold!.name]);
  });

  test('of two processes that add the samples at once, one does', async () => {
    const second = await openProcess();
    const other = { call: second.as(owner().token) };
    const moments = await atEveryMoment(shop(), async (cross) => {
      await emptyShop({ shop: shop() });
      const answers = await cross(
        () => add(owner()),
        () => add(other),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await listInventory(owner() as TestUser)).length).toBe(12);
    });
    expect(moments).toBeGreaterThan(0);
  });

  test('samples are never added to a product that somebody else adds at the same moment', async () => {
    const second = await openProcess();
    const call = second.as(owner().token);
    const outcomes = new Set<string>();
    await atEveryMoment(shop(), async (cross) => {
      await emptyShop({ shop: shop() });
      const [samples, item] = await cross(
        () => add(owner()),
        () => call(addItem, { body: { name: 'Fern Salve', qty: 4, price: 18 } }),
      );
      expect(item.status).toBe(201);
      const listed = (await listInventory(owner() as TestUser)).length;
      outcomes.add(`${samples.status}: ${listed} listed`);
      if (samples.status === 200) expect(samples.body.changeId).toBeLessThan(item.body.changeId);
    });
    expect([...outcomes].sort()).toEqual(['200: 13 listed', '409: 1 listed']);
  });
});

shopsWithFeed(({ shop, admin, serve, sync }) => {
  describe('samples are items by hand:', () => {
    test('a sync leaves them as they are and adds its own, and a file replaces all of them', async () => {
      expect((await add(admin())).status).toBe(200);
      const samples = await listInventory(admin());
      serve(THREE_PRODUCTS);
      await sync();
      const [first] = samples;
      expect(await listNames(admin())).toEqual(
        expect.arrayContaining([...samples.map(({ name }) => name), 'A', 'B', 'C']),
      );
      expect((await listInventory(admin())).find(({ id }) => id === first!.id)).toEqual(first);

      const file = inventoryFile([buildFileProduct({ id: first!.externalId, name: 'Of the file' })]);
      expect((await upload(admin(), file)).body.counts).toMatchObject({ added: 0, changed: 1, removed: 14 });
      expect(await listInventory(admin())).toMatchObject([
        { id: first!.id, name: 'Of the file', byHand: false, images: [], shopOwned: [] },
      ]);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });
  });
});
