import { expect, test } from 'vitest';
import { DEFAULT_MARKUP_CENTS } from './constants.ts';
import { isLowOnStock } from './inventory-item.ts';
import { planAdd, planAddMany, planSync } from './inventory-plan-file.ts';
import { planRevert } from './inventory-plan-revert.ts';
import { aFileProduct, anItem, applied } from './testing/inventory.ts';

const defaultMarkupCents = DEFAULT_MARKUP_CENTS;

test('an item added by hand has the values of its product and the default markup, and is active though it is In-House', () => {
  const tiers = [{ from: 3, priceCents: 1800 }];
  const product = aFileProduct({ brand: 'In-House', tiers, weightLabel: 'Gram', description: 'Cool' });
  const plan = planAdd(product, { item: undefined, defaultMarkupCents });
  expect(plan.counts).toEqual({ added: 1, changed: 0, removed: 0, unchanged: 0 });
  expect(plan.summary).toBe('Added "Blue Dream" by hand');
  const { externalId, ...values } = product;
  expect(applied([], plan).items).toMatchObject([
    {
      externalId,
      ...values,
      byHand: true,
      isActive: true,
      listed: true,
      markupCents: defaultMarkupCents,
      shopOwned: [],
    },
  ]);
});

test('an item that had left the lists comes back with the new values, and loses what the shop had set', () => {
  const gone = anItem({
    listed: false,
    description: 'Old',
    shopOwned: ['description'],
    markupCents: 1,
    isActive: false,
  });
  const plan = planAdd(aFileProduct({ name: 'New' }), { item: gone, defaultMarkupCents });
  expect(plan.counts.added).toBe(1);
  expect(applied([gone], plan).items).toEqual([anItem({ name: 'New', byHand: true })]);
});

test('an item added by hand once more, with the same values, stays as it is', () => {
  const { items } = applied([], planAdd(aFileProduct(), { item: undefined, defaultMarkupCents }));
  const plan = planAdd(aFileProduct(), { item: items[0], defaultMarkupCents });
  expect(plan.rows).toEqual([]);
  expect(plan.counts).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 1 });
});

test('no sync changes or removes an item added by hand, and undoing it gives its id back to the feed', () => {
  const done = applied([], planAdd(aFileProduct(), { item: undefined, defaultMarkupCents }));
  for (const products of [[], [aFileProduct({ name: 'From the feed', quantity: 1 })]]) {
    expect(planSync({ items: done.items, products, defaultMarkupCents }).rows).toEqual([]);
  }
  const items = new Map(done.items.map((item) => [item.id, item]));
  const undone = applied(done.items, planRevert({ rows: done.rows, items, summary: '', defaultMarkupCents }));
  expect(undone.items).toMatchObject([{ listed: false, byHand: false }]);
  const products = [aFileProduct({ name: 'From the feed' })];
  const synced = applied(undone.items, planSync({ items: undone.items, products, defaultMarkupCents }));
  expect(synced.items).toMatchObject([{ listed: true, name: 'From the feed', byHand: false }]);
});

test.each([
  [6, null, false],
  [5, null, true],
  [4, null, true],
  [5, 4, false],
  [4, 4, true],
  [1, 0, false],
  [0, 0, true],
])('%i pieces with an own threshold of %s and 5 as that of the shop are low: %s', (quantity, lowStock, isLow) => {
  expect(isLowOnStock({ quantity, lowStock }, 5)).toBe(isLow);
});

test('several items are added in one change, those that had left the lists under their numbers', () => {
  const gone = anItem({ id: 7, externalId: 'b', listed: false });
  const added = ['a', 'b'].map((externalId) => ({
    product: aFileProduct({ externalId, name: `New ${externalId}` }),
    picture: null,
  }));
  const plan = planAddMany(added, { items: [gone], defaultMarkupCents, summary: 'Added two' });
  expect(plan).toMatchObject({
    counts: { added: 2, changed: 0, removed: 0, unchanged: 0 },
    warnings: [],
    summary: 'Added two',
  });
  expect(plan.rows.map(({ itemId, name, after }) => [itemId, name, after.byHand])).toEqual([
    [null, 'New a', true],
    [7, 'New b', true],
  ]);
});

test('a picture that an item is added with belongs to the shop, and goes with an undo', () => {
  const added = [
    { product: aFileProduct({ externalId: 'a', images: [] }), picture: 'uploaded/a.webp' },
    { product: aFileProduct({ externalId: 'b', images: ['b.jpg'] }), picture: null },
  ];
  const done = applied([], planAddMany(added, { items: [], defaultMarkupCents, summary: '' }));
  expect(done.items).toMatchObject([
    { images: ['uploaded/a.webp'], feedValues: { images: [] }, shopOwned: ['images'] },
    { images: ['b.jpg'], feedValues: {}, shopOwned: [] },
  ]);
  const items = new Map(done.items.map((item) => [item.id, item]));
  const undone = applied(done.items, planRevert({ rows: done.rows, items, summary: '', defaultMarkupCents }));
  expect(undone.items).toMatchObject([
    { listed: false, images: [], shopOwned: [] },
    { listed: false, images: ['b.jpg'] },
  ]);
});
