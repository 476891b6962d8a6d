import { expect, test } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import { changeStock } from '#contract/inventory-items.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { listInventory } from '../../testing/inventory.ts';
import { shopsWithFeed, THREE_PRODUCTS } from './testing/shops-with-feed.ts';

/** Corrections of what the feed says about the stock (behavior 9.23). Each product has 10 pieces at first. */
shopsWithFeed(({ serve, sync, admin, shop }) => {
  const feedOf = (qty: number, stated: object = {}) =>
    THREE_PRODUCTS.map((each) => (each.id === 'b' ? { ...each, ...stated, qty } : each));
  const itemOf = async (externalId: string) =>
    (await listInventory(admin())).find((item) => item.externalId === externalId)!;
  const change = async (delta: number) => {
    const { id } = await itemOf('b');
    return (await admin().call(changeStock, { params: { id }, body: { delta, reason: 'count' } })).body;
  };
  const undo = (id: number | null) => admin().call(revertChange, { params: { id: id! }, body: {} });
  const syncWith = async (products: readonly unknown[]) => {
    serve(products);
    expect((await sync()).status).toBe(200);
  };
  const ship = async (quantity: number) => {
    const buyer = await buildBuyer(shop());
    await buyer.add((await itemOf('b')).id, quantity);
    const { id } = (await buyer.confirm()).body.receipt;
    for (const status of ['paid', 'shipped'] as const) {
      await admin().call(moveReceipt, { params: { id }, body: { status } });
    }
  };

  test('a correction holds, minus what is shipped, until the feed sends another figure than it had then', async () => {
    await syncWith(feedOf(10));
    expect((await change(-3)).item).toMatchObject({ quantity: 7, stockCorrected: true });
    await syncWith(feedOf(10, { price: 21 }));
    expect(await itemOf('b')).toMatchObject({ quantity: 7, price: 21, stockCorrected: true });
    await ship(2);
    await syncWith(feedOf(10));
    expect(await itemOf('b')).toMatchObject({ quantity: 5, stockCorrected: true });
    await syncWith(feedOf(9));
    expect(await itemOf('b')).toMatchObject({ quantity: 9, stockCorrected: false });
  });

  test('the figure of then is what the feed sent last, also if pieces were shipped before the correction', async () => {
    await syncWith(feedOf(10));
    await ship(4);
    expect((await change(3)).item).toMatchObject({ quantity: 9, stockCorrected: true });
    await syncWith(feedOf(10));
    expect(await itemOf('b')).toMatchObject({ quantity: 9, stockCorrected: true });
    await syncWith(feedOf(6));
    expect(await itemOf('b')).toMatchObject({ quantity: 6, stockCorrected: false });
  });

  test('a corrected item stays listed at 0, and the correction ends when the feed leaves the item out', async () => {
    await syncWith(feedOf(10));
    await change(-10);
    await syncWith(feedOf(10));
    expect(await itemOf('b')).toMatchObject({ quantity: 0, stockCorrected: true });
    await syncWith(feedOf(0));
    expect(await itemOf('b')).toBe(undefined);
    await syncWith(feedOf(10));
    expect(await itemOf('b')).toMatchObject({ quantity: 10, stockCorrected: false });
  });

  test('Undo ends a correction with its last change, and skips the item once the feed has set the stock', async () => {
    await syncWith(feedOf(10));
    const first = await change(-3);
    const second = await change(5);
    await undo(first.changeId);
    expect(await itemOf('b')).toMatchObject({ quantity: 15, stockCorrected: true });
    await undo(second.changeId);
    expect(await itemOf('b')).toMatchObject({ quantity: 10, stockCorrected: false });
    const third = await change(2);
    // As many pieces as are there, but it is another figure than the feed had.
    await syncWith(feedOf(12));
    expect((await undo(third.changeId)).body).toMatchObject({ changeId: null, skipped: ['B: quantity'] });
    expect(await itemOf('b')).toMatchObject({ quantity: 12, stockCorrected: false });
  });

  test('stock of an item that the feed does not list is no correction', async () => {
    await syncWith(feedOf(10));
    await syncWith([...feedOf(10).slice(0, 2), { ...THREE_PRODUCTS[2], id: null }]);
    const { id } = await itemOf('c');
    const { body } = await admin().call(changeStock, { params: { id }, body: { delta: 1, reason: 'restock' } });
    expect(body.item).toMatchObject({ quantity: 11, stockCorrected: false });
  });

  test('an item of an older version, of which no figure is known, is corrected from the stock that it has', async () => {
    await syncWith(feedOf(10));
    await shop().database.write((tx) => tx.deleteFrom('shop_state').where('key', '=', 'feed_figures').execute());
    expect((await change(-3)).item).toMatchObject({ quantity: 7, stockCorrected: true });
    await syncWith(feedOf(10));
    expect(await itemOf('b')).toMatchObject({ quantity: 7, stockCorrected: true });
  });

  test('at every moment of a sync with the same figure a correction is kept, and with another one it ends or comes after', async () => {
    let [qty, price] = [10, 20];
    for (const step of [0, 1]) {
      await atEveryMoment(shop(), async (cross) => {
        await syncWith(feedOf(qty, { price }));
        const before = await itemOf('b');
        price += 1;
        qty += step;
        serve(feedOf(qty, { price }));
        const [, { item, changeId }] = await cross(sync, () => change(-3));
        const after = await itemOf('b');
        const isLast = item.price === price;
        const kept = step === 0 || isLast;
        expect(after).toMatchObject({ price, quantity: kept ? qty - 3 : qty, stockCorrected: kept });
        expect(item.quantity).toBe((isLast ? qty : before.quantity) - 3);
        await undo(changeId);
        expect(await itemOf('b')).toMatchObject({ quantity: qty, stockCorrected: false });
      });
    }
  });
});
