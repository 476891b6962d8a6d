import { beforeAll, expect, test } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import { setActive } from '#contract/inventory.ts';
import { changeReceiptLines } from '#contract/receipts.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listProducts, upload } from '../../testing/inventory.ts';
import { orderFour } from '../../testing/receipts.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { expireReceipts } from '../receipts/receipt-steps.service.ts';

const DAY_MS = 86_400_000;

const inShop = (shop: () => TestShop) => {
  const badgesNow = async () => {
    await shop().catalogue.caughtUp();
    const products = await listProducts(shop());
    return Object.fromEntries(products.map(({ name, badge }) => [name, badge]));
  };
  const badgeOf = async (itemId: number) => {
    await shop().catalogue.caughtUp();
    return (await listProducts(shop())).find(({ id }) => id === itemId)?.badge;
  };
  /** Uploads a file with these products and their stock. */
  const stock = async (quantities: Record<string, number>) => {
    const admin = await buildAdmin(shop());
    const products = Object.entries(quantities).map(([name, qty]) => buildFileProduct({ id: name, name, qty }));
    const { body } = await upload(admin, inventoryFile(products));
    return { admin, changeId: body.changeId! };
  };

  return { badgesNow, badgeOf, stock };
};

bothDatabases((shop) => {
  const { badgesNow, stock } = inShop(shop);
  test('nothing is new while the shop opens; what comes later is new for 7 days from its first listing', async () => {
    await stock({ Amber: 5, Birch: 5 });
    expect(await badgesNow()).toEqual({ Amber: undefined, Birch: undefined });
    shop().advance(3 * DAY_MS);
    await stock({ Amber: 5, Birch: 5, Cedar: 5 });
    expect(await badgesNow()).toMatchObject({ Cedar: undefined });
    shop().advance(5 * DAY_MS);
    await stock({ Amber: 5, Birch: 5, Cedar: 5, Dogwood: 5 });
    expect(await badgesNow()).toEqual({ Amber: undefined, Birch: undefined, Cedar: 'new', Dogwood: 'new' });
    shop().advance(2 * DAY_MS);
    // Any change makes the catalogue look at badges that have ended. Without one it looks every minute.
    await stock({ Amber: 4, Birch: 5, Cedar: 5, Dogwood: 5 });
    expect(await badgesNow()).toMatchObject({ Cedar: undefined, Dogwood: 'new' });
    shop().advance(5 * DAY_MS);
    await stock({ Amber: 3, Birch: 5, Cedar: 5, Dogwood: 5 });
    expect(await badgesNow()).toMatchObject({ Dogwood: undefined });
  });
});

bothDatabases((shop) => {
  const { badgesNow, badgeOf, stock } = inShop(shop);
  // So the shop is no older than its products.
  beforeAll(() => stock({ Amber: 5, Birch: 5 }));

  test('a product that left with an upload and returns is back for 3 days; more pieces of one in stock are no return', async () => {
    await stock({ Amber: 5, Birch: 5 });
    await stock({ Amber: 2 });
    await stock({ Amber: 9, Birch: 1 });
    expect(await badgesNow()).toEqual({ Amber: undefined, Birch: 'back' });
    shop().advance(2 * DAY_MS);
    await stock({ Amber: 8, Birch: 1 });
    expect(await badgesNow()).toMatchObject({ Birch: 'back' });
    shop().advance(DAY_MS);
    await stock({ Amber: 7, Birch: 1 });
    expect(await badgesNow()).toEqual({ Amber: undefined, Birch: undefined });
  });

  test('undoing a change is no return, and neither is showing a hidden product again', async () => {
    await stock({ Amber: 5, Birch: 5 });
    const { admin, changeId } = await stock({ Amber: 5 });
    await admin.call(revertChange, { params: { id: changeId }, body: {} });
    expect(await badgesNow()).toEqual({ Amber: undefined, Birch: undefined });
    const { id } = (await listProducts(shop())).find(({ name }) => name === 'Amber')!;
    for (const isActive of [false, true])
      await admin.call(setActive, { params: { id: String(id) }, body: { isActive } });
    expect(await badgesNow()).toMatchObject({ Amber: undefined });
  });

  test.each(['canceled', 'expired', 'reduced'])(
    'the last pieces of an order that is %s bring a product back',
    async (how) => {
      const { itemId, reach, admin, params } = await orderFour(shop(), { item: { quantity: 4 } });
      expect(await badgeOf(itemId)).toBeUndefined();
      if (how === 'canceled') await reach('cancelled');
      else if (how === 'expired') {
        shop().advance(2 * DAY_MS);
        await expireReceipts(shop());
      } else {
        // The order keeps three pieces.
        await admin.call(changeReceiptLines, { params, body: { lines: [{ productId: itemId, quantity: 3 }] } });
      }
      expect(await badgeOf(itemId)).toBe('back');
      const buyer = await buildBuyer(shop());
      await buyer.add(itemId, how === 'reduced' ? 1 : 4);
      await buyer.confirm();
      expect(await badgeOf(itemId), 'sold out again').toBeUndefined();
    },
  );

  test('a canceled order is no return of a product that was in stock all the time', async () => {
    const { itemId, reach } = await orderFour(shop(), { item: { quantity: 10 } });
    await reach('cancelled');
    expect(await badgeOf(itemId)).toBeUndefined();
  });

  test('pieces that an order still lacks bring nothing back', async () => {
    // 4 pieces are promised to one order and 4 to another, but only 5 are left.
    const { itemId, reach } = await orderFour(shop(), { item: { quantity: 8 } });
    const second = await buildBuyer(shop());
    await second.add(itemId, 4);
    await second.confirm();
    await shop().database.write((tx) =>
      tx.updateTable('items').set({ quantity: 3 }).where('id', '=', itemId).execute(),
    );
    await reach('cancelled');
    expect(await badgeOf(itemId)).toBeUndefined();
  });

  test('shipping an order brings nothing back, and neither does undoing that', async () => {
    const { itemId, reach, undo } = await orderFour(shop(), { item: { quantity: 4 } });
    await reach('paid', 'shipped');
    expect(await badgeOf(itemId)).toBeUndefined();
    await undo();
    expect(await badgeOf(itemId)).toBeUndefined();
  });

  test('a badge ends without any change', async () => {
    const { itemId } = await buildOrder(shop(), { item: { quantity: 1 } });
    shop().advance(2 * DAY_MS);
    await expireReceipts(shop());
    expect(await badgeOf(itemId)).toBe('back');
    shop().advance(3 * DAY_MS);
    // The timer of the catalogue does the same.
    await shop().database.write(async (_tx, touch) => touch('catalogue', []));
    expect(await badgeOf(itemId)).toBeUndefined();
  });
});
