import { beforeEach, describe, expect, test } from 'vitest';
import { listChanges } from '#contract/changes.ts';
import { setActive, setDescription, setMarkup, setWeightLabel } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, type TestUser } from '../../testing/factories.ts';
import { listProducts, readItem } from '../../testing/inventory.ts';

/** The edits by the field that they set. */
const EDITS = {
  markupDollars: setMarkup,
  isActive: setActive,
  weightLabel: setWeightLabel,
  description: setDescription,
};
type EditedField = keyof typeof EDITS;

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  /** Makes the edit of a field with any input, valid or not. */
  const edit = (field: EditedField, id: number | string, input: object) =>
    admin.call(EDITS[field] as typeof setMarkup, { params: { id }, body: input as never });
  const changesOf = async (id: number) => (await admin.call(listChanges, { query: { item: String(id) } })).body.changes;

  describe('an edit returns its message and the item as it is now', () => {
    test.each<[EditedField, object, string, object]>([
      [
        'markupDollars',
        { markupDollars: 20.5 },
        'Markup updated successfully',
        { markupDollars: 20.5, finalPrice: 31 },
      ],
      ['isActive', { isActive: false }, 'Product deactivated successfully', { isActive: false }],
      [
        'weightLabel',
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
    ])('%s', async (field, input, message, values) => {
      const { id } = await buildItem(shop());
      const response = await edit(field, id, input);
      expect(response).toMatchObject({ status: 200, body: { message, item: values, changeId: expect.any(Number) } });
      expect(await readItem(admin, id)).toEqual(response.body.item);
    });

    test('isActive of an inactive product', async () => {
      const { id } = await buildItem(shop(), { isActive: false });
      expect((await edit('isActive', id, { isActive: true })).body.message).toBe('Product activated successfully');
    });
  });

  test('an edit that changes nothing is not in the history', async () => {
    const { id } = await buildItem(shop(), { markupCents: 500, weightLabel: 'Gram', description: 'Fine' });
    const same = { markupDollars: 5, isActive: true, weightLabel: 'Gram', description: 'Fine' };
    for (const [field, value] of Object.entries(same)) {
      expect(await edit(field as EditedField, id, { [field]: value })).toMatchObject({
        status: 200,
        body: { changeId: null, item: { shopOwned: [] } },
      });
    }
    expect(await changesOf(id)).toEqual([]);
  });

  test.each(['none', '', null])('the weight label %j removes the label', async (weightLabel) => {
    const { id } = await buildItem(shop(), { weightLabel: 'Gram' });
    expect((await edit('weightLabel', id, { weightLabel })).body.item.weightLabel).toBeNull();
  });

  describe('a bad edit is refused with a clear message and changes nothing', () => {
    test.each<[EditedField, object, string]>([
      ['markupDollars', { markupDollars: 'twelve' }, 'Markup must be a number from 0 to 100,000'],
      ['markupDollars', { markupDollars: '12' }, 'Markup must be a number from 0 to 100,000'],
      ['markupDollars', {}, 'Markup must be a number from 0 to 100,000'],
      ['markupDollars', { markupDollars: null }, 'Markup must be a number from 0 to 100,000'],
      ['markupDollars', { markupDollars: -0.01 }, 'Markup must be a number from 0 to 100,000'],
      ['markupDollars', { markupDollars: 100_000.01 }, 'Markup must be a number from 0 to 100,000'],
      ['markupDollars', { markupDollars: 1e300 }, 'Markup must be a number from 0 to 100,000'],
      ['markupDollars', { markupDollars: 12.345 }, 'Markup must have at most two decimals'],
      ['isActive', { isActive: 'yes' }, 'isActive must be true or false'],
      ['isActive', {}, 'isActive must be true or false'],
      ['weightLabel', { weightLabel: 'Heap' }, 'Unknown weight label'],
      ['weightLabel', {}, 'Unknown weight label'],
      ['description', { description: 'x'.repeat(5001) }, 'This must be at most 5000 characters'],
      ['description', { description: 'a\u0000b' }, 'The text has characters that cannot be stored'],
    ])('%s %j', async (field, input, message) => {
      const { id } = await buildItem(shop());
      const before = await readItem(admin, id);
      expect(await edit(field, id, input)).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
      expect(await readItem(admin, id)).toEqual(before);
    });

    test.each(['0', '-1', 'abc', '1.5', '99999999999999999999', '987654'])('no item has the id %s', async (id) => {
      expect(await edit('markupDollars', id, { markupDollars: 1 })).toMatchObject({ status: 404 });
    });

    test('the item is no longer listed', async () => {
      const { id } = await buildItem(shop(), { listed: false });
      expect(await edit('isActive', id, { isActive: false })).toMatchObject({
        status: 404,
        body: { message: 'This item is no longer in the inventory.' },
      });
    });
  });

  describe('when several admins edit one item', () => {
    test.each<[EditedField, Parameters<typeof buildItem>[1], unknown, unknown, unknown]>([
      ['markupDollars', { markupCents: 1500 }, 15, 20, 30],
      ['isActive', { isActive: true }, true, false, false],
      ['weightLabel', { weightLabel: 'Gram' }, 'Gram', null, 'Eighth'],
      ['description', { description: null }, null, 'First', 'Second'],
    ])(
      'the second edit of %s that expects the old value is refused and returns both values',
      async (field, item, old, first, second) => {
        const { id } = await buildItem(shop(), item);
        expect(await edit(field, id, { [field]: first, expected: old })).toMatchObject({ status: 200 });
        expect(await edit(field, id, { [field]: second, expected: old })).toMatchObject({
          status: 409,
          body: { code: 'value_moved', field, expected: old, stored: first, item: { id, [field]: first } },
        });
        expect((await readItem(admin, id))[field]).toBe(first);
      },
    );

    test('only one of many edits at the same moment is saved', async () => {
      const { id } = await buildItem(shop(), { markupCents: 1500 });
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, index) => edit('markupDollars', id, { markupDollars: index + 20, expected: 15 })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect(await changesOf(id)).toHaveLength(1);
    });

    test('"none" and an empty text mean that no value is expected', async () => {
      const { id } = await buildItem(shop());
      const label = await edit('weightLabel', id, { weightLabel: 'Gram', expected: 'none' });
      const description = await edit('description', id, { description: 'Fine', expected: '' });
      expect([label.status, description.status]).toEqual([200, 200]);
    });
  });

  test('members see the price of an edited item', async () => {
    const { id } = await buildItem(shop(), { priceCents: 1050, markupCents: 0 });
    await edit('markupDollars', id, { markupDollars: 10 });
    expect(await readItem(admin, id)).toMatchObject({ price: 10.5, markupDollars: 10, finalPrice: 21 });
    const products = await listProducts(shop());
    expect(products.find((product) => product.id === id)).toMatchObject({ finalPrice: 21 });
  });
});
