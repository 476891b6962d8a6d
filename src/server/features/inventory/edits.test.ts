import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getAdminInventory } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { menuFile, product, upload } from '../../testing/uploads.ts';

bothDatabases((shop) => {
  let token: string;
  let username: string;
  beforeEach(async () => {
    ({ token, username } = await buildAdmin(shop()));
  });

  const edit = (id: number | string, path: string, body: unknown) =>
    shop().call('PATCH', `/api/admin/inventory/${id}/${path}`, { token, body });
  const itemNow = async (id: number) => {
    const { body } = await shop().call('GET', '/api/admin/inventory', { token });
    return body.inventory.find((item: { id: number }) => item.id === id);
  };
  const changesOf = async (id: number) =>
    (await shop().call('GET', `/api/admin/changes?item=${id}`, { token })).body.changes;

  describe('an edit answers in the words of the specification and with the item as it is now', () => {
    test.each([
      ['markup', { markupDollars: 20.5 }, 'Markup updated successfully', { markupDollars: 20.5, finalPrice: 31 }],
      ['toggle', { isActive: false }, 'Product deactivated successfully', { isActive: false }],
      [
        'weight-label',
        { weightLabel: 'Eighth' },
        'Weight label updated successfully',
        { weightLabel: 'Eighth', shopOwned: ['weightLabel'] },
      ],
      [
        'description',
        { description: ' Bright. ' },
        'Description updated successfully',
        { description: ' Bright. ', shopOwned: ['description'] },
      ],
    ])('%s', async (path, body, message, values) => {
      const { id } = await buildItem(shop());
      const answer = await edit(id, path, body);
      expect(answer).toMatchObject({ status: 200, body: { message, item: values, changeId: expect.any(Number) } });
      expect(await itemNow(id)).toEqual(answer.body.item);
    });

    test('an activated product is said to be', async () => {
      const { id } = await buildItem(shop(), { isActive: false });
      expect((await edit(id, 'toggle', { isActive: true })).body.message).toBe('Product activated successfully');
    });
  });

  test('the list is as the contract says, in whatever encoding is asked for', async () => {
    await buildItem(shop(), { tags: ['Volume = 1G'], images: ['a.jpg'], weightLabel: 'Gram', category: 'Carts' });
    const { body } = await shop().call('GET', '/api/admin/inventory', { token });
    expect(z.parse(getAdminInventory.output!, body)).toEqual(body);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await shop().app.inject({
        url: '/api/admin/inventory',
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      });
      expect(headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'no-store' });
      expect(JSON.parse(decode(rawPayload).toString())).toEqual(body);
    }
  });

  test('an edit that changes nothing leaves no trace', async () => {
    const { id } = await buildItem(shop(), { markupCents: 500, weightLabel: 'Gram', description: 'Fine' });
    for (const [path, body] of [
      ['markup', { markupDollars: 5 }],
      ['toggle', { isActive: true }],
      ['weight-label', { weightLabel: 'Gram' }],
      ['description', { description: 'Fine' }],
    ] as const) {
      expect(await edit(id, path, body)).toMatchObject({
        status: 200,
        body: { changeId: null, item: { shopOwned: [] } },
      });
    }
    expect(await changesOf(id)).toEqual([]);
  });

  test.each(['none', '', null])('the weight label %j takes the label away', async (weightLabel) => {
    const { id } = await buildItem(shop(), { weightLabel: 'Gram' });
    expect((await edit(id, 'weight-label', { weightLabel })).body.item.weightLabel).toBeNull();
  });

  describe('a bad edit is refused with a clear message and changes nothing', () => {
    test.each([
      ['markup', { markupDollars: 'twelve' }, 'Markup must be a number from 0 to 100,000'],
      ['markup', { markupDollars: '12' }, 'Markup must be a number from 0 to 100,000'],
      ['markup', {}, 'Markup must be a number from 0 to 100,000'],
      ['markup', { markupDollars: null }, 'Markup must be a number from 0 to 100,000'],
      ['markup', { markupDollars: -0.01 }, 'Markup must be a number from 0 to 100,000'],
      ['markup', { markupDollars: 100_000.01 }, 'Markup must be a number from 0 to 100,000'],
      ['markup', { markupDollars: 1e300 }, 'Markup must be a number from 0 to 100,000'],
      ['markup', { markupDollars: 12.345 }, 'Markup must have at most two decimals'],
      ['toggle', { isActive: 'yes' }, 'isActive must be true or false'],
      ['toggle', {}, 'isActive must be true or false'],
      ['weight-label', { weightLabel: 'Heap' }, 'Unknown weight label'],
      ['weight-label', {}, 'Unknown weight label'],
      ['description', { description: 'x'.repeat(5001) }, 'This must be at most 5000 characters'],
      ['description', { description: 'a\u0000b' }, 'The text has characters that cannot be stored'],
    ])('%s %j', async (path, body, message) => {
      const { id } = await buildItem(shop());
      const before = await itemNow(id);
      expect(await edit(id, path, body)).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
      expect(await itemNow(id)).toEqual(before);
    });

    test.each(['0', '-1', 'abc', '1.5', '99999999999999999999', '987654'])('no item has the id %s', async (id) => {
      expect(await edit(id, 'markup', { markupDollars: 1 })).toMatchObject({ status: 404 });
    });

    test('of an item that left the lists meanwhile', async () => {
      const { id } = await buildItem(shop(), { listed: false });
      expect(await edit(id, 'toggle', { isActive: false })).toMatchObject({
        status: 404,
        body: { message: 'This item is no longer in the inventory.' },
      });
    });
  });

  describe('two admins on one row', () => {
    test.each([
      ['markup', 'markupDollars', { markupCents: 1500 }, 15, 20, 30],
      ['toggle', 'isActive', { isActive: true }, true, false, false],
      ['weight-label', 'weightLabel', { weightLabel: 'Gram' }, 'Gram', null, 'Eighth'],
      ['description', 'description', { description: null }, null, 'First', 'Second'],
    ])(
      'the second save of %s that rests on the old value is refused and shows both',
      async (path, field, start, old, first, second) => {
        const { id } = await buildItem(shop(), start);
        expect(await edit(id, path, { [field]: first, expected: old })).toMatchObject({ status: 200 });
        expect(await edit(id, path, { [field]: second, expected: old })).toMatchObject({
          status: 409,
          body: { code: 'value_moved', field, expected: old, stored: first, item: { id, [field]: first } },
        });
        expect((await itemNow(id))[field]).toBe(first);
      },
    );

    test('at the same moment: one is saved, the other told', async () => {
      const { id } = await buildItem(shop(), { markupCents: 1500 });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => edit(id, 'markup', { markupDollars: index + 20, expected: 15 })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect(await changesOf(id)).toHaveLength(1);
    });

    test('"none" and an empty text stand for no value', async () => {
      const { id } = await buildItem(shop());
      expect(await edit(id, 'weight-label', { weightLabel: 'Gram', expected: 'none' })).toMatchObject({ status: 200 });
      expect(await edit(id, 'description', { description: 'Fine', expected: '' })).toMatchObject({ status: 200 });
    });
  });

  test('members see an edit', async () => {
    const { id } = await buildItem(shop(), { priceCents: 1050, markupCents: 0 });
    await edit(id, 'markup', { markupDollars: 10 });
    expect(await itemNow(id)).toMatchObject({ price: 10.5, markupDollars: 10, finalPrice: 21 });
  });

  describe('bulk', () => {
    const bulk = (body: unknown) => shop().call('POST', '/api/admin/inventory/bulk', { token, body });

    test('edits are one change-set over all items', async () => {
      const items = await Promise.all([buildItem(shop()), buildItem(shop()), buildItem(shop(), { isActive: false })]);
      const answer = await bulk({
        ids: items.map((item) => item.id),
        set: { isActive: false, markupDollars: 7, weightLabel: 'none' },
      });
      expect(answer).toMatchObject({ status: 200, body: { message: 'Updated 3 items', changed: 3 } });
      for (const { id } of items) {
        expect(await itemNow(id)).toMatchObject({ isActive: false, markupDollars: 7 });
        expect(await changesOf(id)).toMatchObject([
          {
            id: answer.body.changeId,
            kind: 'bulk',
            actor: username,
            summary: 'Deactivated, markup $7.00, weight label none: 3 items',
          },
        ]);
      }
    });

    test('edits change no item where one is gone', async () => {
      const here = await buildItem(shop());
      const gone = await buildItem(shop(), { listed: false });
      expect(await bulk({ ids: [here.id, gone.id], set: { markupDollars: 70 } })).toMatchObject({
        status: 404,
        body: { message: '1 of these items is no longer in the inventory. Nothing was changed.' },
      });
      expect((await itemNow(here.id)).markupDollars).toBe(5);
    });

    test.each([
      [{ ids: [], set: { isActive: true } }],
      [{ ids: [1.5], set: { isActive: true } }],
      [{ ids: [1] }],
      [{ ids: [1], set: {} }],
      [{ ids: [1], set: { markupDollars: -1 } }],
      [{ ids: [1], giveBack: ['price'] }],
    ])('%j is refused', async (body) => {
      expect(await bulk(body)).toMatchObject({ status: 400 });
    });

    test('a field given back follows the file again at once', async () => {
      await upload(shop(), token, menuFile([product({ id: 'own', description: 'Theirs', weightLabel: 'Gram' })]));
      const [item] = (await shop().call('GET', '/api/admin/inventory', { token })).body.inventory;
      await edit(item.id, 'description', { description: 'Ours' });
      await edit(item.id, 'weight-label', { weightLabel: 'Ounce' });
      expect(await itemNow(item.id)).toMatchObject({ shopOwned: ['description', 'weightLabel'] });
      expect(await bulk({ ids: [item.id], giveBack: ['weightLabel'] })).toMatchObject({ body: { changed: 1 } });
      expect(await itemNow(item.id)).toMatchObject({
        shopOwned: ['description'],
        weightLabel: 'Gram',
        description: 'Ours',
      });
    });

    test('the markup of all items becomes a percentage of the base price', async () => {
      await upload(shop(), token, menuFile([product({ id: 1, price: 43.65 }), product({ id: 2, price: 0 })]));
      const call = (percentage: unknown) =>
        shop().call('POST', '/api/admin/inventory/bulk-markup', { token, body: { percentage } });
      expect(await call(35)).toMatchObject({
        status: 200,
        body: { message: 'Applied 35% markup to 2 items', changeId: expect.any(Number) },
      });
      const { body } = await shop().call('GET', '/api/admin/inventory', { token });
      expect(body.inventory.map((item: { markupDollars: number }) => item.markupDollars)).toEqual([15.28, 0]);
      expect((await call(35)).body).toEqual({ message: 'Applied 35% markup to 2 items', changeId: null });
      for (const wrong of ['35', -1, 1001, null, undefined]) {
        expect(await call(wrong)).toMatchObject({
          status: 400,
          body: { message: 'Percentage must be a number from 0 to 1,000' },
        });
      }
    });

    test('doubtful weight labels are corrected, one or all', async () => {
      const wrong = { name: 'Blue Dream - 7G', category: 'Flower', weightLabel: 'Eighth' };
      await upload(
        shop(),
        token,
        menuFile([product(wrong), product(wrong), product({ ...wrong, weightLabel: 'Quarter' })]),
      );
      const { inventory } = (await shop().call('GET', '/api/admin/inventory', { token })).body;
      expect(inventory.map((item: { labelCheck: unknown }) => item.labelCheck)).toMatchObject([
        { suggested: 'Quarter' },
        { suggested: 'Quarter' },
        null,
      ]);
      const fix = (body: unknown) => shop().call('POST', '/api/admin/inventory/labels', { token, body });
      expect((await fix({ ids: [inventory[0].id] })).body).toMatchObject({
        message: 'Corrected the weight label of 1 item',
        changed: 1,
      });
      expect((await fix({})).body).toMatchObject({ changed: 1 });
      expect(await itemNow(inventory[1].id)).toMatchObject({
        weightLabel: 'Quarter',
        labelCheck: null,
        shopOwned: ['weightLabel'],
      });
      expect((await fix({})).body).toMatchObject({ changed: 0, changeId: null });
    });
  });
});
