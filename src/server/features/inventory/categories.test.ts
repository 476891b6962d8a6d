import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { setAlert } from '#contract/alerts.ts';
import { getAttention } from '#contract/attention.ts';
import { getCart } from '#contract/cart.ts';
import { explainProduct } from '#contract/catalogue.ts';
import { type Category, changeCategory, listCategories, orderCategories } from '#contract/categories.ts';
import { getChange, listChanges, revertChange } from '#contract/changes.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { addFavorite } from '#contract/favorites.ts';
import { addItem, editItem } from '#contract/inventory-items.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { getBuyAgain } from '#contract/receipts.ts';
import { getShop } from '#contract/settings.ts';
import { listViews, saveView } from '#contract/views.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listProducts, readItem, upload } from '../../testing/inventory.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { shopsWithFeed } from '../feed/testing/shops-with-feed.ts';
import { checkData } from '../health/data-checks.queries.ts';

type Edit = GivenInputOf<typeof changeCategory>;

const patch = ({ call }: TestUser, name: string, body: Edit) => call(changeCategory, { params: { name }, body });
const list = async ({ call }: TestUser): Promise<Category[]> => (await call(listCategories)).body.categories;
const undo = ({ call }: TestUser, id: number) => call(revertChange, { params: { id }, body: {} });

bothDatabases((shop) => {
  let admin: TestUser;
  /** Names that no other test has. */
  let tea: string;
  let cups: string;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
    const own = randomUUID().slice(0, 8);
    [tea, cups] = [`Tea ${own}`, `Cups ${own}`];
  });
  const shown = async (id: number) => (await listProducts(shop())).find((product) => product.id === id);
  const find = async (name: string) => (await list(admin)).find((category) => category.name === name);
  const seen = async () => (await shop().call(getShop)).body.categories;

  test('a category counts its listed products, and has nothing set at first', async () => {
    await buildItem(shop(), { category: tea });
    await buildItem(shop(), { category: ` ${tea.toUpperCase()}\u200b`, isActive: false });
    await buildItem(shop(), { category: tea, listed: false });
    await buildItem(shop(), { category: tea, brand: 'In-House' });
    const plain = { kind: null, hue: null, position: null, hidden: false, mergedInto: null };
    expect(await find(tea)).toEqual({ name: tea, products: 2, active: 1, ...plain });
    expect((await find('In-House Products'))?.kind).toBe('none');
  });

  test('a product that came under the new name of a category stays in it, whatever it is called later', async () => {
    await buildItem(shop(), { category: tea });
    await patch(admin, tea, { name: cups });
    const { id } = await buildItem(shop());
    await admin.call(editItem, { params: { id }, body: { category: cups.toUpperCase() } });
    // As if it came with a version that did not keep this.
    const { id: older } = await buildItem(shop(), { category: cups });
    const { changeId } = (await patch(admin, cups, { name: `${tea} bags` })).body;
    for (const each of [id, older]) expect((await readItem(admin, each)).category).toBe(`${tea} bags`);
    expect(await find(`${tea} bags`)).toMatchObject({ products: 3 });
    // The name leads there for good, so no other category can get it.
    const other = `${tea} other`;
    await buildItem(shop(), { category: other });
    expect(await patch(admin, other, { name: cups })).toMatchObject({ status: 409, body: { code: 'category_exists' } });

    await undo(admin, changeId!);
    for (const each of [id, older]) expect((await readItem(admin, each)).category).toBe(cups);
    expect(await find(cups)).toMatchObject({ products: 3 });
  });

  test('a renamed category has its new name everywhere at once, and Undo brings all six values back', async () => {
    const { id } = await buildItem(shop(), { category: tea });
    const wanted = { name: `${tea} bags`, kind: 'edible', hue: 40, position: 7, hidden: false } as const;
    const { status, body } = await patch(admin, tea, wanted);
    const { hidden: _, ...changed } = wanted;
    expect([status, body.category]).toMatchObject([200, { ...changed, products: 1, active: 1, mergedInto: null }]);
    expect((await shown(id))?.category).toBe(wanted.name);
    expect((await readItem(admin, id)).category).toBe(wanted.name);
    expect(await seen()).toContainEqual({ name: wanted.name, hue: 40, position: 7 });
    const { change } = (await admin.call(getChange, { params: { id: body.changeId! } })).body;
    expect(change).toMatchObject({ kind: 'category', actor: admin.username });
    expect((await admin.call(listChanges, { query: { kind: 'category' } })).body.changes[0]?.id).toBe(body.changeId);

    const undone = await undo(admin, body.changeId!);
    expect(undone).toMatchObject({ status: 200, body: { message: 'Change undone.', skipped: [] } });
    const { name, ...rest } = (await find(tea))!;
    expect([name, rest]).toEqual([
      tea,
      { kind: null, hue: null, products: 1, active: 1, position: null, hidden: false, mergedInto: null },
    ]);
    expect((await shown(id))?.category).toBe(tea);
    expect(await undo(admin, body.changeId!)).toMatchObject({ status: 409, body: { code: 'already_reverted' } });
    // Undoing the undo applies it again.
    await undo(admin, undone.body.changeId!);
    expect(await find(wanted.name)).toMatchObject(changed);
  });

  test('a merged category is a part of its target until the merge ends', async () => {
    const { id } = await buildItem(shop(), { category: tea });
    await buildItem(shop(), { category: cups });
    await patch(admin, cups, { kind: 'none', hue: 9 });
    const { body } = await patch(admin, tea, { mergeInto: cups.toUpperCase() });
    const merged = { name: tea, mergedInto: cups, kind: 'none', hue: 9, products: 0, active: 0 };
    expect(body.category).toMatchObject(merged);
    expect(await find(cups)).toMatchObject({ products: 2, active: 2 });
    expect((await list(admin)).at(-1)).toMatchObject(merged);
    expect((await shown(id))?.category).toBe(cups);
    expect(await patch(admin, tea, { hue: 1 })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await patch(admin, tea, { mergeInto: null })).body.category).toMatchObject({
      products: 1,
      mergedInto: null,
    });
    expect((await shown(id))?.category).toBe(tea);
  });

  test('what is not possible is refused in words, and changes nothing', async () => {
    await buildItem(shop(), { category: tea });
    await buildItem(shop(), { category: cups });
    await patch(admin, tea, { mergeInto: cups });
    const before = await list(admin);
    const exists = { code: 'category_exists', message: `There is a category ${tea} already. Merge into it instead.` };
    const cases: [string, Edit, number, object][] = [
      [cups, { name: ` ${tea} ` }, 409, exists],
      [cups, { mergeInto: cups }, 409, { code: 'category_circle' }],
      [cups, { mergeInto: tea }, 409, { code: 'category_circle' }],
      [cups, { mergeInto: `${tea} or other` }, 400, { code: 'invalid_input' }],
      [cups, { name: 'Mugs', mergeInto: null }, 400, { code: 'invalid_input' }],
      [cups, { name: '\u200b \u2060' }, 400, { code: 'invalid_input', message: 'A category needs a name' }],
      [cups, { name: 'x'.repeat(10_000) }, 400, { code: 'invalid_input' }],
      [cups, { hue: 360 }, 400, { code: 'invalid_input' }],
      [cups, { hue: 1.5 }, 400, { code: 'invalid_input' }],
      [cups, { position: 0 }, 400, { code: 'invalid_input' }],
      [cups, { kind: 'any' as never }, 400, { code: 'invalid_input' }],
      [`${tea} or other`, { hue: 1 }, 404, { code: 'not_found' }],
      ['x'.repeat(10_000), { hue: 1 }, 404, { code: 'not_found' }],
      ['In-House Products', { name: 'Ours' }, 409, { code: 'category_fixed' }],
      ['In-House Products', { mergeInto: cups }, 409, { code: 'category_fixed' }],
      ['In-House Products', { position: 2 }, 409, { code: 'category_fixed' }],
      [cups, { name: 'in-house  PRODUCTS' }, 409, { code: 'category_fixed' }],
      [cups, { mergeInto: 'In-House Products' }, 409, { code: 'category_fixed' }],
    ];
    for (const [name, body, status, error] of cases) {
      expect([name, body, await patch(admin, name, body)]).toMatchObject([name, body, { status, body: error }]);
    }
    expect(await list(admin)).toEqual(before);
  });

  test('what is so already is no change', async () => {
    await buildItem(shop(), { category: tea });
    const same = { name: tea, kind: null, hue: null, position: null, hidden: false };
    expect((await patch(admin, tea, same)).body.changeId).toBe(null);
    expect((await patch(admin, tea, { mergeInto: null })).body.changeId).toBe(null);
    expect((await patch(admin, tea, {})).body.changeId).toBe(null);
  });

  test('the order of the picker is one change', async () => {
    await buildItem(shop(), { category: tea });
    await buildItem(shop(), { category: cups });
    const { body } = await admin.call(orderCategories, { body: { names: [cups, tea] } });
    const names = async () =>
      (await list(admin)).map(({ name }) => name).filter((name) => name === tea || name === cups);
    expect([await names(), (await find(tea))?.position]).toEqual([[cups, tea], 2]);
    expect(await seen()).toContainEqual({ name: cups, hue: null, position: 1 });
    const unknown = await admin.call(orderCategories, { body: { names: [`${tea} or other`] } });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    await undo(admin, body.changeId!);
    expect((await find(tea))?.position).toBe(null);
  });

  test('a hidden category takes its products from members everywhere, and back', async () => {
    const item = await buildItem(shop(), { category: tea, quantity: 5 });
    const soldOut = await buildItem(shop(), { category: tea, quantity: 0 });
    const ours = await buildItem(shop(), { category: tea, brand: 'in house' });
    const buyer = await buildBuyer(shop());
    await buyer.add(item.id);
    const { receipt } = (await buyer.confirm()).body;
    for (const status of ['paid', 'shipped'] as const) {
      await admin.call(moveReceipt, { params: { id: receipt.id }, body: { status } });
    }
    await buyer.add(item.id);
    const { body } = await patch(admin, tea, { hidden: true });
    expect(body.category).toMatchObject({ hidden: true, products: 2, active: 2 });

    expect([await shown(item.id), await shown(soldOut.id)]).toEqual([undefined, undefined]);
    expect(await shown(ours.id)).toBeDefined();
    expect((await seen()).map(({ name }) => name)).not.toContain(tea);
    expect((await buyer.call(getCart)).body.items).toMatchObject([{ problem: 'gone' }]);
    expect(await buyer.confirm()).toMatchObject({ status: 409, body: { code: 'cart_blocked' } });
    expect((await buyer.add(item.id)).status).toBe(404);
    expect((await buyer.call(addFavorite, { params: { id: item.id }, body: {} })).status).toBe(404);
    expect((await buyer.call(setAlert, { params: { id: soldOut.id }, body: {} })).status).toBe(404);
    expect((await buyer.call(explainProduct, { params: { id: item.id } })).status).toBe(404);
    expect((await buyer.call(getBuyAgain)).body.ids).toEqual([]);
    // To the seller it is as active as before, and can be edited.
    expect(await readItem(admin, item.id)).toMatchObject({ isActive: true, category: tea });
    await admin.call(editItem, { params: { id: soldOut.id }, body: { isActive: false } });
    expect(await checkData(shop().database)).toMatchObject({ well: true });

    await undo(admin, body.changeId!);
    expect((await shown(item.id))?.category).toBe(tea);
    expect(await shown(soldOut.id)).toBeUndefined();
    expect((await buyer.call(getBuyAgain)).body.ids).toEqual([item.id]);
    expect((await buyer.confirm()).status).toBe(201);
  });

  test('what comes into a hidden category is hidden, and what leaves it is not', async () => {
    const { id } = await buildItem(shop(), { category: tea });
    await patch(admin, tea, { hidden: true });
    const added = (await admin.call(addItem, { body: { name: 'Cup', qty: 1, price: 1, category: tea } })).body.item;
    expect(await shown(added.id)).toBeUndefined();
    await admin.call(editItem, { params: { id }, body: { category: cups } });
    expect((await shown(id))?.category).toBe(cups);
    await admin.call(editItem, { params: { id }, body: { isActive: false } });
    await admin.call(editItem, { params: { id }, body: { category: tea.toLowerCase(), isActive: true } });
    expect(await shown(id)).toBeUndefined();
    await admin.call(editItem, { params: { id }, body: { brand: 'in-house' } });
    expect(await shown(id)).toBeDefined();
  });

  test('an edit to another writing of the category changes nothing', async () => {
    const { id } = await buildItem(shop(), { category: tea });
    await patch(admin, tea, { name: `${tea} bags` });
    for (const category of [tea.toUpperCase(), `${tea}  BAGS`]) {
      const body = { category, expected: { category: `${tea} bags` } };
      expect((await admin.call(editItem, { params: { id }, body })).body.changeId).toBe(null);
    }
  });

  test('a saved view follows its category, and back', async () => {
    await buildItem(shop(), { category: tea });
    const save = (name: string, category: string) =>
      admin.call(saveView, {
        params: { name },
        body: { query: new URLSearchParams({ category }).toString(), shared: false },
      });
    const views = async () =>
      (await admin.call(listViews)).body.views.map(({ query }) => new URLSearchParams(query).get('category'));
    await save('First', tea);
    const { changeId } = (await patch(admin, tea, { name: cups })).body;
    await save('Second', cups);
    expect(await views()).toEqual([cups, cups]);
    await undo(admin, changeId!);
    expect(await views()).toEqual([tea, tea]);
  });

  test('of two renames to one name at once, one is refused', async () => {
    await buildItem(shop(), { category: tea });
    await buildItem(shop(), { category: cups });
    const answers = await Promise.all([tea, cups].map((name) => patch(admin, name, { name: `${tea} and ${cups}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('another process shows a rename within a second', async () => {
    const { id } = await buildItem(shop(), { category: tea });
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    const second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, now: shop().clock() });
    try {
      await second.database.watch();
      const inSecond = async () => (await listProducts(second)).find((product) => product.id === id)?.category;
      expect(await inSecond()).toBe(tea);
      await patch(admin, tea, { name: cups });
      await expect.poll(inSecond).toBe(cups);
    } finally {
      await second.close();
    }
  });
});

bothDatabases(
  (shop) => {
    let admin: TestUser;
    beforeEach(async () => {
      admin = await buildAdmin(shop());
    });

    test('a kind decides which limits count a category, also for receipts of before', async () => {
      const { id } = await buildItem(shop(), { name: 'Fog 3.5G', category: 'Garden', quantity: 100 });
      const buyer = await buildBuyer(shop());
      await buyer.add(id, 3);
      expect((await buyer.confirm()).status).toBe(201);
      await buyer.add(id, 1);
      const used = async () =>
        (await buyer.call(getCart)).body.limits.slice(0, 2).map((limit) => [limit.kind, limit.used]);
      expect(await used()).toEqual([
        ['flower', 0],
        ['any', 0],
      ]);
      await patch(admin, 'Garden', { kind: 'flower' });
      expect(await used()).toEqual([
        ['flower', 10.5],
        ['any', 10.5],
      ]);
      expect(await buyer.confirm()).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
      // The item may be anywhere by now: the receipt knows where it was.
      await patch(admin, 'Garden', { name: 'Yard' });
      await admin.call(editItem, { params: { id }, body: { category: 'Shelf' } });
      expect(await used()).toEqual([
        ['flower', 10.5],
        ['any', 10.5],
      ]);
      await patch(admin, 'Yard', { kind: 'none' });
      expect(await used()).toEqual([
        ['flower', 0],
        ['any', 0],
      ]);
      expect((await buyer.confirm()).status).toBe(201);
    });

    test('munchies without a dose count 0, whatever the seller calls them', async () => {
      await buildItem(shop(), { name: 'Chips', category: 'Munchies' });
      await patch(admin, 'Munchies', { name: 'Snacks' });
      const { id } = await buildItem(shop(), { name: 'More chips', category: 'snacks' });
      const buyer = await buildBuyer(shop());
      await buyer.add(id, 2);
      expect((await buyer.confirm()).status).toBe(201);
    });

    test('Needs you counts the categories with products and without a kind', async () => {
      const count = async () =>
        (await admin.call(getAttention)).body.items.find(({ kind }) => kind === 'limits_unknown')?.count ?? 0;
      const before = await count();
      await buildItem(shop(), { category: 'Cushions' });
      await admin.call(addItem, { body: { name: 'Pillow', qty: 1, price: 1, category: 'Pillows' } });
      expect(await count()).toBe(before + 2);
      await patch(admin, 'Pillows', { kind: 'none' });
      expect(await count()).toBe(before + 1);
      await patch(admin, 'cushions', { mergeInto: 'Pillows' });
      expect(await count()).toBe(before);
    });
  },
  { settings: { PURCHASE_LIMITS: 'flower=12g/1d; any=1000g/1d; edible=100mg/1d' } },
);

describe('the mapping survives', () => {
  shopsWithFeed(({ shop, admin, feed, serve, sync, holdFeed }) => {
    const categories = async () => (await listProducts(shop())).map(({ name, category }) => [name, category]);
    const flower = (id: string, category = 'Flower') => buildFileProduct({ id, name: id.toUpperCase(), category });

    test('syncs and replacements, in any writing of the name that they bring', async () => {
      serve([flower('a'), flower('b', 'Carts')]);
      await sync();
      await patch(admin(), 'Flower', { name: 'Buds', hue: 12 });
      serve([flower('a', ' FLOWER'), flower('b', 'Carts'), flower('c', 'flower')]);
      await sync();
      expect(await categories()).toEqual([
        ['A', 'Buds'],
        ['B', 'Carts'],
        ['C', 'Buds'],
      ]);
      const { body } = await upload(
        admin(),
        inventoryFile([flower('a', 'fLower'), flower('d', 'Carts'), flower('e', 'CARTS')]),
      );
      expect(body.stats.categoriesFound).toBe(3);
      expect(await categories()).toEqual([
        ['A', 'Buds'],
        ['D', 'Carts'],
        ['E', 'Carts'],
      ]);
      expect((await list(admin())).map(({ name, hue, products }) => [name, hue, products])).toEqual([
        ['Carts', null, 2],
        ['Buds', 12, 1],
      ]);
    });

    test('and so does a name as it was first written', async () => {
      serve([flower('a', 'Blue Tea')]);
      await sync();
      serve([flower('a', 'BLUE  TEA'), flower('b', 'blue tea')]);
      await sync();
      expect(await categories()).toEqual([
        ['A', 'Blue Tea'],
        ['B', 'Blue Tea'],
      ]);
    });

    test('a rename while a sync runs holds for what the sync brings', async () => {
      serve([flower('a')]);
      await sync();
      const release = holdFeed([flower('a'), flower('b')]);
      const syncing = sync();
      await expect.poll(() => feed().requests.length).toBe(2);
      expect((await patch(admin(), 'Flower', { hidden: true, name: 'Buds' })).status).toBe(200);
      release();
      await syncing;
      expect(await categories()).toEqual([]);
      expect((await list(admin())).map(({ name, products }) => [name, products])).toEqual([['Buds', 2]]);
    });
  });
});
