import { beforeEach, expect, test } from 'vitest';
import { listChanges, revertChange } from '#contract/changes.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { applyBulkMarkup, editMany, fixLabels, setDescription, setWeightLabel } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, readItem, upload } from '../../testing/inventory.ts';

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  const edit = (body: GivenInputOf<typeof editMany>) => admin.call(editMany, { body });
  const changesOf = async (id: number) => (await admin.call(listChanges, { query: { item: String(id) } })).body.changes;

  test('an edit of many items is one change-set', async () => {
    const items = await Promise.all([buildItem(shop()), buildItem(shop()), buildItem(shop(), { isActive: false })]);
    const response = await edit({
      ids: items.map((item) => item.id),
      set: { isActive: false, markupDollars: 7, weightLabel: 'none' },
    });
    expect(response).toMatchObject({ status: 200, body: { message: 'Updated 3 items', changed: 3 } });
    for (const { id } of items) {
      expect(await readItem(admin, id)).toMatchObject({ isActive: false, markupDollars: 7 });
      expect(await changesOf(id)).toMatchObject([
        {
          id: response.body.changeId,
          kind: 'bulk',
          actor: admin.username,
          summary: 'Deactivated, markup $7.00, weight label none: 3 items',
        },
      ]);
    }
  });

  test('facts of many items are set in one change-set, each item keeps its other tags, and Undo brings all back', async () => {
    const [first, second] = [await buildItem(shop(), { tags: ['sale', 'Volume = 1G'] }), await buildItem(shop())];
    const before = await Promise.all([first.id, second.id].map((id) => readItem(admin, id)));
    const set = { category: ' Vape Pens ', brand: 'Fernhill', addTags: ['new'], removeTags: ['SALE'] };
    const { body } = await edit({ ids: [first.id, second.id], set });
    expect(body).toMatchObject({ message: 'Updated 2 items', changed: 2 });
    const facts = { category: 'Vape Pens', brand: 'Fernhill' };
    expect(await readItem(admin, first.id)).toMatchObject({ ...facts, tags: ['Volume = 1G', 'new'] });
    expect(await readItem(admin, second.id)).toMatchObject({ ...facts, tags: ['new'] });
    expect((await changesOf(second.id))[0]).toMatchObject({
      id: body.changeId,
      summary: 'Category Vape Pens, brand Fernhill, tags edited: 2 items',
    });
    expect(await edit({ ids: [first.id, second.id], set })).toMatchObject({ body: { changed: 0, changeId: null } });
    await admin.call(revertChange, { params: { id: body.changeId! }, body: {} });
    expect(await Promise.all([first.id, second.id].map((id) => readItem(admin, id)))).toEqual(before);
  });

  test('an edit of many items that breaks a rule of the file for one of them changes none', async () => {
    const tags = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
    const full = await buildItem(shop(), { name: 'Full', tags });
    const other = await buildItem(shop());
    const ids = [full.id, other.id];
    expect(await edit({ ids, set: { addTags: ['one more'] } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: expect.stringMatching(/^Full: tags /) },
    });
    expect(await edit({ ids, set: { size: 'x'.repeat(101) } })).toMatchObject({ status: 400 });
    expect(await readItem(admin, other.id)).toMatchObject({ tags: [] });
    expect(await edit({ ids: [other.id], set: { brand: null, category: null } })).toMatchObject({ status: 200 });
    expect(await readItem(admin, other.id)).toMatchObject({ brand: null, category: null });
  });

  test('an edit of many items changes none of them if one is gone', async () => {
    const here = await buildItem(shop());
    const gone = await buildItem(shop(), { listed: false });
    expect(await edit({ ids: [here.id, gone.id], set: { markupDollars: 70 } })).toMatchObject({
      status: 404,
      body: { message: '1 of these items is no longer in the inventory. Nothing was changed.' },
    });
    expect((await readItem(admin, here.id)).markupDollars).toBe(5);
  });

  test.each([
    [{ ids: [], set: { isActive: true } }],
    [{ ids: [1.5], set: { isActive: true } }],
    [{ ids: [1] }],
    [{ ids: [1], set: {} }],
    [{ ids: [1], set: { markupDollars: -1 } }],
    [{ ids: [1], set: { addTags: 'new' } }],
    [{ ids: [1], set: { brand: 7 } }],
    [{ ids: [1], giveBack: ['quantity'] }],
  ])('the edit %j is refused', async (body) => {
    expect(await edit(body as never)).toMatchObject({ status: 400 });
  });

  test('a field that is reset follows the file again immediately', async () => {
    await upload(admin, inventoryFile([buildFileProduct({ id: 'own', description: 'Theirs', weightLabel: 'Gram' })]));
    const { id } = (await listInventory(admin))[0]!;
    await admin.call(setDescription, { params: { id }, body: { description: 'Ours' } });
    await admin.call(setWeightLabel, { params: { id }, body: { weightLabel: 'Ounce' } });
    expect(await readItem(admin, id)).toMatchObject({ shopOwned: ['description', 'weightLabel'] });
    expect(await edit({ ids: [id], giveBack: ['weightLabel'] })).toMatchObject({ body: { changed: 1 } });
    expect(await readItem(admin, id)).toMatchObject({
      shopOwned: ['description'],
      weightLabel: 'Gram',
      description: 'Ours',
    });
  });

  test('the markup of all items becomes a percentage of the base price', async () => {
    await upload(
      admin,
      inventoryFile([buildFileProduct({ id: 1, price: 43.65 }), buildFileProduct({ id: 2, price: 0 })]),
    );
    const setPercentage = (percentage: unknown) => admin.call(applyBulkMarkup, { body: { percentage } as never });
    expect(await setPercentage(35)).toMatchObject({
      status: 200,
      body: { message: 'Applied 35% markup to 2 items', changeId: expect.any(Number) },
    });
    expect((await listInventory(admin)).map(({ markupDollars }) => markupDollars)).toEqual([15.28, 0]);
    expect((await setPercentage(35)).body).toEqual({ message: 'Applied 35% markup to 2 items', changeId: null });
    for (const wrong of ['35', -1, 1001, null, undefined]) {
      expect(await setPercentage(wrong)).toMatchObject({
        status: 400,
        body: { message: 'Percentage must be a number from 0 to 1,000' },
      });
    }
  });

  test('doubtful weight labels are corrected, on one item or on all', async () => {
    const wrong = { name: 'Blue Dream - 7G', category: 'Flower', weightLabel: 'Eighth' };
    const right = { ...wrong, weightLabel: 'Quarter' };
    await upload(admin, inventoryFile([wrong, wrong, right].map(buildFileProduct)));
    const inventory = await listInventory(admin);
    expect(inventory.map(({ labelCheck }) => labelCheck)).toMatchObject([
      { suggested: 'Quarter' },
      { suggested: 'Quarter' },
      null,
    ]);
    const fix = (body: GivenInputOf<typeof fixLabels>) => admin.call(fixLabels, { body });
    expect((await fix({ ids: [inventory[0]!.id] })).body).toMatchObject({
      message: 'Corrected the weight label of 1 item',
      changed: 1,
    });
    expect((await fix({})).body).toMatchObject({ changed: 1 });
    expect(await readItem(admin, inventory[1]!.id)).toMatchObject({
      weightLabel: 'Quarter',
      labelCheck: null,
      shopOwned: ['weightLabel'],
    });
    expect((await fix({})).body).toMatchObject({ changed: 0, changeId: null });
  });
});
