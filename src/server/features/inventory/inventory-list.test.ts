import { beforeEach, expect, test } from 'vitest';
import { addToCart } from '#contract/cart.ts';
import { revertChange } from '#contract/changes.ts';
import { editMany, getAdminInventory, setActive, setMarkup } from '#contract/inventory.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, upload } from '../../testing/inventory.ts';

/** Enough for many chunks of the list, and for reading it in the worker thread. */
const ITEMS = 1300;

bothDatabases((shop) => {
  let admin: TestUser;
  let ids: number[];
  beforeEach(async () => {
    admin = await buildAdmin(shop());
    await upload(admin, inventoryFile(products()));
    ids = (await listInventory(admin)).map(({ id }) => id);
  });

  const products = () => Array.from({ length: ITEMS }, (_, id) => buildFileProduct({ id: `list-${id}`, qty: 5 }));

  /** The items as they are read without the list. */
  const readEach = async () => {
    const items = [];
    for (let from = 0; from < ids.length; from += 500) {
      const some = ids.slice(from, from + 500).join(',');
      items.push(...(await admin.call(getAdminInventory, { query: { ids: some } })).body.inventory);
    }
    return items.toSorted((a, b) => a.id - b.id);
  };
  const setMarkupOf = (index: number, markupDollars: number) =>
    admin.call(setMarkup, { params: { id: ids[index]! }, body: { markupDollars } });

  test('after every kind of change, the list has each item as it is now', async () => {
    expect(ids).toHaveLength(ITEMS);
    const expectRight = async () => expect(await listInventory(admin)).toEqual(await readEach());

    await setMarkupOf(70, 41);
    await expectRight();
    expect((await listInventory(admin))[70]).toMatchObject({ markupDollars: 41 });

    for (const index of [0, 63, 64, 1299])
      await admin.call(setActive, { params: { id: ids[index]! }, body: { isActive: false } });
    await expectRight();

    const member = await buildMember(shop());
    await member.call(addToCart, { body: { productId: ids[200]!, quantity: 2 } });
    expect(await member.call(confirmOrder, { body: {} })).toMatchObject({ status: 201 });
    await expectRight();
    expect((await listInventory(admin))[200]).toMatchObject({ reserved: 2 });

    const some = ids.filter((_, index) => index % 3 === 0);
    const { body } = await admin.call(editMany, { body: { ids: some, set: { markupDollars: 7 } } });
    await expectRight();
    await admin.call(revertChange, { params: { id: body.changeId! }, body: {} });
    await expectRight();

    await upload(admin, inventoryFile(products().slice(128, 900)));
    await expectRight();
    expect(await listInventory(admin)).toHaveLength(772);

    // A small shop works in the main thread, which knows the items that left.
    for (const left of [products().slice(200, 210), products().slice(1290)]) {
      await upload(admin, inventoryFile(left));
      await expectRight();
      expect(await listInventory(admin)).toHaveLength(10);
    }
  });

  test('however changes and readings of the list overlap, no older reading wins', async () => {
    for (let round = 1; round <= 5; round++) {
      const renamed = products().map((product) => ({ ...product, name: `Round ${round}` }));
      await upload(admin, inventoryFile(renamed));
      // All items have to be read, which takes longer than an edit and reading a few.
      const wholeReading = listInventory(admin);
      const edits = [3, 700, 1200].map(async (index) => {
        await setMarkupOf(index, 20 + round);
        await listInventory(admin);
      });
      await Promise.all([wholeReading, ...edits]);
      await setMarkupOf(400, 20 + round);
      expect(await listInventory(admin)).toEqual(await readEach());
    }
  });
});
