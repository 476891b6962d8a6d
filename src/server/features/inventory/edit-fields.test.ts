import { beforeEach, describe, expect, test } from 'vitest';
import { getChange, listChanges, revertChange } from '#contract/changes.ts';
import { editMany, setActive, setMarkup } from '#contract/inventory.ts';
import { editItem } from '#contract/inventory-items.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { listInventory, listProducts, readItem } from '../../testing/inventory.ts';
import { shopsWithFeed, THREE_PRODUCTS } from '../feed/testing/shops-with-feed.ts';

const LAB = { tested: '2026-10-01', thc: '20 %', url: '/api/lab-results/one%20page.pdf' };
const STORED_LAB = { tested: '2026-10-01', expires: null, thc: '20 %', cbd: null, path: 'one page.pdf' };

/** Every field, with a value that a new item does not have. */
const EVERY_FIELD = {
  name: 'Fern Salve',
  brand: 'Fernhill',
  category: 'Topical',
  description: 'Cool and green.',
  price: 18.5,
  size: '2 oz',
  tags: ['Volume = 1G', 'Formulation = Salve'],
  weightLabel: 'Gram',
  markupDollars: 7,
  isActive: false,
  tiers: [{ from: 3, price: 15 }],
  batch: 'B-7',
  lab: LAB,
  lowStock: 3,
};
const OWNED = [
  ...['description', 'weightLabel', 'tiers', 'name', 'brand', 'category', 'price', 'size', 'tags', 'batch', 'lab'],
];

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  const edit = (id: number, body: object) => admin.call(editItem, { params: { id }, body: body as never });
  const changesOf = async (id: number) => (await admin.call(listChanges, { query: { item: String(id) } })).body.changes;

  test('one edit sets any fields in one change, and one Undo takes all of them back', async () => {
    const { id } = await buildItem(shop(), { name: 'Salve' });
    const before = await readItem(admin, id);
    const { status, body } = await edit(id, EVERY_FIELD);
    expect({ status, ...body }).toMatchObject({ status: 200, message: 'Updated "Fern Salve (2 oz)"' });
    expect(body.item).toMatchObject({ ...EVERY_FIELD, finalPrice: 26, shopOwned: OWNED });
    expect(await readItem(admin, id)).toEqual(body.item);
    expect(await changesOf(id)).toMatchObject([{ id: body.changeId, kind: 'edit', counts: { changed: 1 } }]);
    const { rows } = (await admin.call(getChange, { params: { id: body.changeId! } })).body;
    expect(rows[0]!.fields.find(({ field }) => field === 'shopOwned')).toMatchObject({ before: [], after: OWNED });
    const again = (await edit(id, { name: 'Moss Salve' })).body.changeId!;
    const second = (await admin.call(getChange, { params: { id: again } })).body;
    expect(second.rows[0]!.fields).toEqual([{ field: 'name', before: 'Fern Salve', after: 'Moss Salve' }]);
    await admin.call(revertChange, { params: { id: again }, body: {} });

    await admin.call(revertChange, { params: { id: body.changeId! }, body: {} });
    expect(await readItem(admin, id)).toEqual(before);
  });

  test('members see the edit', async () => {
    const { id } = await buildItem(shop());
    await edit(id, { name: 'Fern Salve', price: 18, category: 'Topical' });
    const product = (await listProducts(shop())).find((each) => each.id === id);
    expect(product).toMatchObject({ name: 'Fern Salve', finalPrice: 23, category: 'Topical' });
  });

  test('null empties a field, and the single-field calls go on beside it', async () => {
    const { id } = await buildItem(shop());
    await edit(id, EVERY_FIELD);
    const { name, price, markupDollars, isActive, ...others } = EVERY_FIELD;
    const emptied = Object.fromEntries(Object.keys(others).map((field) => [field, null]));
    expect((await edit(id, emptied)).body.item).toMatchObject({
      ...{ name, price, markupDollars, isActive },
      ...emptied,
      tags: [],
      tiers: [],
    });
    await admin.call(setActive, { params: { id }, body: { isActive: true } });
    expect(await readItem(admin, id)).toMatchObject({ isActive: true, name });
  });

  test('values that are there already change nothing, not even the owner of the field', async () => {
    const { id } = await buildItem(shop(), {
      ...{ name: 'Salve', brand: 'Fernhill', description: ' As typed. ', weightLabel: 'Gram' },
      ...{ tags: ['Volume = 1G'], size: '1G', tiers: [{ from: 3, priceCents: 900 }], batch: 'B-7', lab: STORED_LAB },
    });
    const { name, brand, category, description, price, size, tags, ...rest } = await readItem(admin, id);
    const { weightLabel, markupDollars, isActive, tiers, batch, lab, lowStock } = rest;
    const same = { name, brand, category, description, price, size, tags, weightLabel, markupDollars, isActive };
    for (const body of [{}, { ...same, tiers, batch, lab, lowStock }, { lab: { tested: '2026-10-01', thc: '20 %' } }]) {
      expect(await edit(id, body)).toMatchObject({
        status: 200,
        body: { message: 'Nothing has changed', changeId: null, item: { shopOwned: [] } },
      });
    }
    expect(await changesOf(id)).toEqual([]);
    expect((await edit(id, { brand, batch: 'B-8' })).body.item.shopOwned).toEqual(['batch']);
  });

  test('a lab result without an address keeps its file, and null removes the file', async () => {
    const { id } = await buildItem(shop(), { lab: STORED_LAB });
    const set = async (lab: object) => (await edit(id, { lab })).body.item.lab;
    expect(await set({ tested: '2026-11-01' })).toEqual({ tested: '2026-11-01', url: LAB.url });
    expect(await set({ tested: '2026-11-02', url: LAB.url })).toEqual({ tested: '2026-11-02', url: LAB.url });
    expect(await set({ tested: '2026-11-02', url: null })).toEqual({ tested: '2026-11-02' });
  });

  test.each<[object, string]>([
    [{ name: null }, 'name is missing'],
    [{ price: null }, 'price is missing'],
    [{ price: -1 }, 'price must be a number of 0 or more'],
    [{ markupDollars: null }, 'Markup must be a number from 0 to 100,000'],
    [{ isActive: null }, 'isActive must be true or false'],
    [{ lowStock: 1.5 }, 'The threshold must be a whole number from 0 to 1,000,000'],
    [{ weightLabel: 'Huge' }, 'weightLabel "Huge" is not one of the options'],
    [{ tiers: [{ from: 3, price: 10 }] }, "tiers must have prices below the item's own, $10.00"],
    [{ lab: { tested: 'yesterday' } }, 'lab tested must be a date such as 2026-11-22'],
    [{ brand: 'a\u0000b' }, 'brand has characters that cannot be stored'],
    [{ quantity: 5 }, 'quantity is not one of the fields that this call edits'],
    [{ images: [] }, 'images is not one of the fields that this call edits'],
    [{ name: 'Haze', expected: { quantity: 5 } }, 'quantity is not one of the fields that this call edits'],
  ])('%j is refused, and nothing of the edit applies', async (body, message) => {
    const { id } = await buildItem(shop());
    const before = await readItem(admin, id);
    const refused = await edit(id, { category: 'Topical', ...body });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
    expect(await readItem(admin, id)).toEqual(before);
  });

  test('every bad field is named, and a new price has to fit the tiers that the item has', async () => {
    const { id } = await buildItem(shop(), { tiers: [{ from: 3, priceCents: 900 }] });
    const errors = ["tiers must have prices below the item's own, $9.00", 'batch must be a text'];
    expect(await edit(id, { price: 9, batch: 7 })).toMatchObject({ status: 400, body: { errors } });
    expect(await edit(id, { price: 9, tiers: null })).toMatchObject({ status: 200, body: { item: { tiers: [] } } });
  });

  describe('an edit that is based on older values', () => {
    test('is refused with both values', async () => {
      const { id } = await buildItem(shop(), { brand: 'Fernhill' });
      const expected = { markupDollars: 5, brand: 'Ostara', batch: 'B-1' };
      expect(await edit(id, { name: 'Haze', expected })).toMatchObject({
        status: 409,
        body: { code: 'value_moved', field: 'brand', expected: 'Ostara', stored: 'Fernhill', item: { id } },
      });
    });

    test('applies if the values are the expected ones, however they are written', async () => {
      const { id } = await buildItem(shop(), { lab: STORED_LAB, tags: ['Volume = 1G'] });
      const expected = {
        ...{ price: 10.0, markupDollars: 5, weightLabel: 'none', description: '', brand: null, tiers: [] },
        ...{ tags: ['Volume = 1G'], lab: { ...LAB, cbd: null }, isActive: true },
      };
      expect(await edit(id, { batch: 'B-2', expected })).toMatchObject({
        status: 200,
        body: { item: { batch: 'B-2' } },
      });
    });

    test('two at once on one field: the second is refused at every moment of the first', async () => {
      await atEveryMoment(shop(), async (cross) => {
        const { id } = await buildItem(shop(), { brand: 'Fernhill' });
        const set = (brand: string) => edit(id, { brand, expected: { brand: 'Fernhill' } });
        const [first, second] = await cross(
          () => set('First'),
          () => set('Second'),
        );
        expect([first.status, second.status].sort()).toEqual([200, 409]);
        const winner = first.status === 200 ? 'First' : 'Second';
        expect((await readItem(admin, id)).brand).toBe(winner);
      });
    });
  });

  test('an item that is not in the lists is not found', async () => {
    const { id } = await buildItem(shop(), { listed: false });
    expect(await edit(id, { name: 'Haze' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

shopsWithFeed(({ serve, sync, admin, shop }) => {
  const theirs = (stated: object = {}) => {
    const base = { brand: 'Theirs', category: 'Carts', tags: ['Volume = 1G'], batch: 'T-1' };
    return THREE_PRODUCTS.map((each) => ({ ...each, ...base, ...stated }));
  };
  const itemOf = async (externalId: string) =>
    (await listInventory(admin())).find((item) => item.externalId === externalId)!;
  const edit = (id: number, body: object) => admin().call(editItem, { params: { id }, body: body as never });

  test('a sync keeps every field that the shop edited, and each can be given back to the feed', async () => {
    serve(theirs());
    await sync();
    const { id } = await itemOf('b');
    await edit(id, EVERY_FIELD);
    const moved = {
      name: 'Moved',
      price: 21,
      brand: 'Moved',
      category: null,
      tags: ['Volume = 2G'],
      batch: 'T-2',
      qty: 4,
    };
    serve(theirs(moved));
    await sync();
    expect(await itemOf('b')).toMatchObject({ ...EVERY_FIELD, quantity: 4, shopOwned: OWNED });
    expect((await sync()).body.result).toMatchObject({ changed: 0 });

    expect((await itemOf('b')).feedValues).toEqual({
      description: null,
      weightLabel: null,
      tiers: [],
      name: 'Moved',
      brand: 'Moved',
      category: null,
      price: 21,
      size: '2G',
      tags: ['Volume = 2G'],
      batch: 'T-2',
      lab: null,
    });

    await admin().call(editMany, { body: { ids: [id], giveBack: ['price', 'tags', 'size', 'brand'] } });
    expect(await itemOf('b')).toMatchObject({
      price: 21,
      tags: ['Volume = 2G'],
      size: '2G',
      brand: 'Moved',
      batch: 'B-7',
    });
    const rest = ['description', 'weightLabel', 'tiers', 'name', 'category', 'batch', 'lab'] as const;
    await admin().call(editMany, { body: { ids: [id], giveBack: [...rest] } });
    expect(await itemOf('b')).toMatchObject({ name: 'Moved', category: null, batch: 'T-2', lab: null, shopOwned: [] });
    expect(await itemOf('b')).not.toHaveProperty('feedValues');
    expect((await sync()).body.result).toMatchObject({ changed: 0 });
  });

  test('undoing an edit makes the field follow the feed again, with what the feed has by now', async () => {
    serve(theirs());
    await sync();
    const { id } = await itemOf('b');
    const { changeId } = (await edit(id, { brand: 'Ours', category: 'Topical' })).body;
    serve(theirs({ brand: 'Moved' }));
    await sync();
    await admin().call(revertChange, { params: { id: changeId! }, body: {} });
    expect(await itemOf('b')).toMatchObject({ brand: 'Moved', category: 'Carts', shopOwned: [] });
  });

  test('an edited item that left the feed returns with what the shop set', async () => {
    serve(theirs());
    await sync();
    const { id } = await itemOf('b');
    await edit(id, { name: 'Ours', price: 25 });
    serve([theirs()[0], theirs()[2]]);
    await sync();
    serve(theirs({ name: 'Moved' }));
    await sync();
    expect(await itemOf('b')).toMatchObject({ id, name: 'Ours', price: 25, shopOwned: ['name', 'price'] });
  });

  test('a sync and an edit at once: both apply at every moment of the sync', async () => {
    let price = 30;
    await atEveryMoment(shop(), async (cross) => {
      serve(theirs({ price }));
      await sync();
      const { id } = await itemOf('b');
      await admin().call(editMany, { body: { ids: [id], giveBack: ['brand'] } });
      await admin().call(setMarkup, { params: { id }, body: { markupDollars: 1 } });
      price += 1;
      serve(theirs({ price, brand: 'Moved' }));
      await cross(sync, () => edit(id, { brand: 'Ours', markupDollars: 2 }));
      expect(await itemOf('b')).toMatchObject({ price, brand: 'Ours', markupDollars: 2, shopOwned: ['brand'] });
    });
  });
});

shopsWithFeed(
  ({ serve, sync, admin }) => {
    test('a base price of the shop does not hold a sync back, and the others still do', async () => {
      serve(THREE_PRODUCTS);
      await sync();
      const [a] = await listInventory(admin());
      await admin().call(editItem, { params: { id: a!.id }, body: { price: 95 } });
      serve([{ ...THREE_PRODUCTS[0], price: 11, qty: 3 }, THREE_PRODUCTS[1], THREE_PRODUCTS[2]]);
      expect((await sync()).body).not.toHaveProperty('pending');
      expect((await listInventory(admin()))[0]).toMatchObject({ price: 95, quantity: 3 });
      serve([THREE_PRODUCTS[0], { ...THREE_PRODUCTS[1], price: 99 }, THREE_PRODUCTS[2]]);
      expect((await sync()).body).toMatchObject({ pending: true });
    });
  },
  { PRICE_JUMP: '50' },
);
