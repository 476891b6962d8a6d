import { beforeEach, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { getCart } from '#contract/cart.ts';
import { listChanges, revertChange } from '#contract/changes.ts';
import { addItem, takeOffItem } from '#contract/inventory-items.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { listInventory, listNames, listProducts, readItem } from '../../testing/inventory.ts';
import { shopsWithFeed, THREE_PRODUCTS } from '../feed/testing/shops-with-feed.ts';

const takeOff = ({ call }: TestUser, id: number) => call(takeOffItem, { params: { id } });
const undo = ({ call }: TestUser, id: number) => call(revertChange, { params: { id }, body: {} });

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  test('an item leaves the lists, and Undo brings it back under its id', async () => {
    const { id, name } = await buildItem(shop());
    const before = await readItem(admin, id);
    const { status, body } = await takeOff(admin, id);
    expect([status, body]).toEqual([
      200,
      { message: `Took "${name}" off the list`, item: null, changeId: expect.any(Number) },
    ]);
    expect(await listNames(admin)).not.toContain(name);
    expect((await listProducts(shop())).map((product) => product.id)).not.toContain(id);
    expect(await takeOff(admin, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const { changes } = (await admin.call(listChanges, { query: { item: String(id) } })).body;
    expect(changes).toMatchObject([{ id: body.changeId, kind: 'edit', counts: { removed: 1 } }]);
    await undo(admin, body.changeId);
    expect(await readItem(admin, id)).toEqual(before);
  });

  test('an open order of it shows as short of stock, and a cart names it as gone', async () => {
    const { buyer, itemId } = await buildOrder(shop());
    await buyer.add(itemId);
    await takeOff(admin, itemId);
    const { items } = (await admin.call(getAttention)).body;
    expect(items.map(({ kind }) => kind)).toContain('short_of_stock');
    expect((await buyer.call(getCart)).body.items).toMatchObject([{ problem: 'gone' }]);
  });

  test('an item made by hand can be taken off, and its id added again', async () => {
    const fields = { id: `hand-${shop().clock()}`, name: 'By hand', qty: 3, price: 9 };
    const { id } = (await admin.call(addItem, { body: fields })).body.item;
    const { changeId } = (await takeOff(admin, id)).body;
    expect((await undo(admin, changeId)).status).toBe(200);
    expect(await readItem(admin, id)).toMatchObject({ byHand: true, quantity: 3 });
    await takeOff(admin, id);
    expect((await admin.call(addItem, { body: { ...fields, qty: 4 } })).body.item).toMatchObject({ id, quantity: 4 });
  });

  test('an order and the end of an item at once: the order holds the item, or finds it gone, at every moment', async () => {
    await atEveryMoment(shop(), async (cross) => {
      const { id } = await buildItem(shop());
      const buyer = await buildBuyer(shop());
      await buyer.add(id);
      const [taken, order] = await cross(
        () => takeOff(admin, id),
        () => buyer.confirm(),
      );
      expect(taken.status).toBe(200);
      expect([201, 409]).toContain(order.status);
    });
  });
});

shopsWithFeed(({ serve, sync, admin, shop, openProcess }) => {
  const idOf = async (externalId: string) =>
    (await listInventory(admin())).find((item) => item.externalId === externalId)!.id;
  const refused = {
    status: 409,
    body: { code: 'feed_item', message: 'The feed lists this product. Make it inactive instead.' },
  };

  test('what the last good sync named stays, also by a row that cannot be used', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    expect(await takeOff(admin(), await idOf('b'))).toMatchObject(refused);
    serve([...THREE_PRODUCTS.slice(0, 2), { ...THREE_PRODUCTS[2], price: 'much' }]);
    await sync();
    expect(await takeOff(admin(), await idOf('c'))).toMatchObject(refused);
  });

  test('what the feed did not name can be taken off, and comes back once the feed names it', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    const { body } = await admin().call(addItem, { body: { id: 'hand', name: 'By hand', qty: 3, price: 9 } });
    expect((await takeOff(admin(), body.item.id)).status).toBe(200);
    // A row without a readable id may be about "c", which therefore stays in the lists.
    serve([...THREE_PRODUCTS.slice(0, 2), { ...THREE_PRODUCTS[2], id: null }]);
    await sync();
    expect((await takeOff(admin(), await idOf('c'))).status).toBe(200);
    serve([...THREE_PRODUCTS, { ...THREE_PRODUCTS[0], id: 'hand', name: 'From the feed' }]);
    await sync();
    expect(await idOf('hand')).toBe(body.item.id);
    expect(await listNames(admin())).toEqual(['A', 'B', 'C', 'From the feed']);
  });

  test('without a feed nothing keeps an item on the list', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    const without = await openProcess({ INVENTORY_FEED_URL: '' });
    const [item] = await listInventory(admin());
    const { status } = await without.as(admin().token)(takeOffItem, { params: { id: item!.id } });
    await without.close();
    expect(status).toBe(200);
  });

  test('a sync and the end of an item at once: the feed lists it then or with the next sync, at every moment', async () => {
    let last = 0;
    await atEveryMoment(shop(), async (cross) => {
      const id = `hand-${++last}`;
      serve(THREE_PRODUCTS);
      await sync();
      const { item } = (await admin().call(addItem, { body: { id, name: 'By hand', qty: 3, price: 9 } })).body;
      serve([...THREE_PRODUCTS, { ...THREE_PRODUCTS[0], id, name: 'Of the feed' }]);
      const [, taken] = await cross(sync, () => takeOff(admin(), item.id));
      expect(taken.status).toBe(200);
      await sync();
      expect(await readItem(admin(), item.id)).toMatchObject({ name: 'Of the feed', byHand: false });
    });
  });
});
