import { describe, expect, test } from 'vitest';
import { OWNABLE_FIELDS } from './inventory-item.ts';
import { planBulkEdit, planBulkMarkup, planEdit, planEdits, planLabels } from './inventory-plan-edits.ts';
import { isLargeDrop, planReplace, planSync } from './inventory-plan-file.ts';
import { planRevert } from './inventory-plan-revert.ts';
import { aFileProduct, anItem, applied } from './testing/inventory.ts';

const defaultMarkupCents = 1500;

describe('a plan says what it does', () => {
  test.each([
    [{ markupCents: 2050 }, 'Markup of "Blue Dream": $15.00 → $20.50'],
    [{ isActive: false }, '"Blue Dream" deactivated'],
    [{ weightLabel: 'Eighth' as const }, 'Weight label of "Blue Dream": none → Eighth'],
    [{ description: 'Fine' }, 'Description of "Blue Dream" edited'],
    [{ images: ['new', 'a', 'b'] }, 'Pictures of "Blue Dream": 1 added'],
    [{ images: ['b'] }, 'Pictures of "Blue Dream": 1 removed'],
    [{ images: ['new', 'b'] }, 'Pictures of "Blue Dream": 1 added, 1 removed'],
    [{ images: ['b', 'a'] }, 'Pictures of "Blue Dream": put in another order'],
    [{ markupCents: 0, isActive: false }, 'Markup of "Blue Dream": $15.00 → $0.00; "Blue Dream" deactivated'],
    [{ lowStock: 3 }, 'Low-stock threshold of "Blue Dream": the shop\'s → 3'],
    [{ name: 'Haze', brand: 'Fernhill' }, '"Blue Dream" renamed to "Haze"; Brand of "Haze": none → Fernhill'],
    [{ priceCents: 2550 }, 'Base price of "Blue Dream": $20.00 → $25.50'],
    [{ category: 'Carts', batch: 'B-7' }, 'Category of "Blue Dream": none → Carts; Batch of "Blue Dream": none → B-7'],
    [{ tags: ['Volume = 1G'] }, 'Size of "Blue Dream": none → 1G; Tags of "Blue Dream" edited'],
    [
      { lab: { tested: '2026-10-01', expires: null, thc: null, cbd: null, path: null } },
      'Lab result of "Blue Dream" edited',
    ],
    [{ isActive: true }, 'No change'],
  ])('an edit of %j: %s', (edit, summary) => {
    expect(planEdit(anItem({ images: ['a', 'b'] }), edit).summary).toBe(summary);
  });

  test('an edit that activates an item or removes its label says so', () => {
    const item = anItem({ isActive: false, weightLabel: 'Gram' });
    expect(planEdit(item, { isActive: true }).summary).toBe('"Blue Dream" activated');
    expect(planEdit(item, { weightLabel: null }).summary).toBe('Weight label of "Blue Dream": Gram → none');
    expect(planEdit(anItem({ lowStock: 0 }), { lowStock: null }).summary).toBe(
      'Low-stock threshold of "Blue Dream": 0 → the shop\'s',
    );
  });

  test.each([
    [{ edit: { isActive: true, markupCents: 500 }, giveBack: [] }, 'Activated, markup $5.00: 2 items'],
    [
      { edit: { weightLabel: 'Gram' as const, description: 'Fine' }, giveBack: [] },
      'Weight label Gram, description edited: 2 items',
    ],
    [
      { edit: {}, giveBack: ['weightLabel' as const, 'description' as const] },
      'Description reset to the feed, weight label reset to the feed: 2 items',
    ],
    [
      { edit: { tiers: [{ from: 2, priceCents: 100 }], images: ['a'] }, giveBack: [] },
      'Tiers edited, pictures edited: 2 items',
    ],
    [
      { edit: {}, giveBack: ['tiers' as const, 'images' as const] },
      'Tiers reset to the feed, pictures reset to the feed: 2 items',
    ],
    [{ edit: { isActive: false, markupCents: 0 }, giveBack: [] }, 'Deactivated, markup $0.00: 2 items'],
    [{ edit: { weightLabel: null }, giveBack: [] }, 'Weight label none: 2 items'],
  ])('a bulk edit of %j: %s', (asked, summary) => {
    const shopOwned = [...OWNABLE_FIELDS];
    const owned = { shopOwned, isActive: false, weightLabel: '100mg' as const };
    expect(planBulkEdit([anItem({ id: 1, ...owned }), anItem({ id: 2, ...owned })], asked).summary).toBe(summary);
  });

  test('a bulk markup counts the items in the lists, changed or not', () => {
    const items = [anItem(), anItem({ markupCents: 700 }), anItem({ listed: false })];
    expect(planBulkMarkup(items, 35).summary).toBe('Applied 35% markup to 2 items');
    expect(planBulkMarkup([anItem()], 12.5).summary).toBe('Applied 12.5% markup to 1 items');
  });

  test('labels, tables, uploads, syncs and reverts', () => {
    const item = anItem();
    const labeled = planLabels([item, anItem({ id: 2 })], new Map([[item.id, 'Gram']]));
    expect(labeled.summary).toBe('Weight labels corrected: 1 item');
    expect(labeled.rows.map((row) => [row.itemId, row.after.weightLabel])).toEqual([[item.id, 'Gram']]);
    expect(planEdits([item], new Map([[item.id, { isActive: false }]])).summary).toBe('Edited from a table: 1 item');
    const request = { items: [item], products: [aFileProduct({ externalId: 'b' })], defaultMarkupCents };
    expect(planReplace(request).summary).toBe('Replaced the inventory: 1 product in stock');
    const sync = planSync(request);
    expect(sync.summary).toBe('Sync: 1 added, 0 changed, 1 removed');
    const { items: now, rows } = applied([item], sync);
    const revert = planRevert({
      rows,
      items: new Map(now.map((each) => [each.id, each])),
      summary: sync.summary,
      defaultMarkupCents,
    });
    expect(revert.summary).toBe('Undone: Sync: 1 added, 0 changed, 1 removed');
  });
});

describe('a replacement warns of shop-owned values that would be lost', () => {
  const warningsOf = (stated: Parameters<typeof anItem>[0], product = aFileProduct()) =>
    planReplace({ items: [anItem(stated)], products: [product], defaultMarkupCents }).warnings;

  test.each([
    [{ markupCents: 4000 }, 'markup $40.00'],
    [{ isActive: false }, 'inactive'],
    [{ lowStock: 3 }, 'low-stock threshold 3'],
    [{ tiers: [{ from: 3, priceCents: 900 }], shopOwned: ['tiers' as const] }, 'tiers'],
    [{ brand: 'In-House', isActive: true }, 'active', aFileProduct({ brand: 'in house' })],
    [{ description: 'Ours', shopOwned: ['description' as const] }, 'description'],
    [{ weightLabel: 'Gram' as const, shopOwned: ['weightLabel' as const] }, 'weight label'],
    [{ images: ['own'], shopOwned: ['images' as const] }, 'pictures'],
    [{ markupCents: 0, isActive: false }, 'markup $0.00, inactive'],
  ])('%j: %s', (stated, loss, product = aFileProduct()) => {
    expect(warningsOf(stated, product)).toEqual([`"Blue Dream" loses what you set in the shop: ${loss}`]);
  });

  test.each([
    [{}],
    [{ description: 'Theirs' }],
    [{ description: null, shopOwned: ['description' as const] }],
    [{ brand: 'In-House', isActive: false }, aFileProduct({ brand: 'In-House' })],
    [{ listed: false, markupCents: 4000 }],
  ])('%j: nothing', (stated, product = aFileProduct()) => {
    expect(warningsOf(stated, product)).toEqual([]);
  });

  test('in one line for items that lose the same', () => {
    const names = ['Owl', 'Moss', 'Fern', 'Jar'];
    const items = names.map((name, index) =>
      anItem({ id: index + 1, externalId: name, name, markupCents: name === 'Jar' ? 4000 : 2000 }),
    );
    expect(planReplace({ items, products: [], defaultMarkupCents }).warnings).toEqual([
      '3 products ("Owl", "Moss", "Fern") lose what you set in the shop: markup $20.00',
      '"Jar" loses what you set in the shop: markup $40.00',
    ]);
  });

  test('but not of a markup that nobody has set', () => {
    const request = { items: [anItem()], products: [aFileProduct()], defaultMarkupCents, markupCents: 0 };
    expect(planReplace(request).warnings).toEqual([]);
  });

  test('even of items that leave the lists, but not of whether they were active', () => {
    const edited = { markupCents: 4000, isActive: false, shopOwned: ['description' as const] };
    const items = [anItem(edited)];
    const products = [aFileProduct({ externalId: 'b' })];
    expect(planReplace({ items, products, defaultMarkupCents }).warnings).toEqual([
      '"Blue Dream" loses what you set in the shop: markup $40.00, description',
    ]);
  });

  test('but an edit, a sync and a revert lose nothing, so they warn of nothing', () => {
    const item = anItem();
    const edit = planEdit(item, { isActive: false });
    const sync = planSync({ items: [item], products: [], defaultMarkupCents });
    const revert = planRevert({ rows: [], items: new Map(), summary: 'it', defaultMarkupCents });
    expect([edit, sync, revert].flatMap((plan) => plan.warnings)).toEqual([]);
  });
});

test.each([
  [0, 1, false],
  [2, 1, false],
  [2, 2, true],
  [3, 1, false],
  [3, 2, true],
  [4, 2, false],
  [4, 3, true],
])('of %i listed items, dropping %i is a large drop: %s', (listed, dropped, large) => {
  const items = Array.from({ length: listed }, (_, index) =>
    anItem({ id: index, externalId: String(index), isActive: index % 2 === 0 }),
  );
  const products = items.slice(dropped).map(({ externalId }) => aFileProduct({ externalId }));
  const plan = planSync({ items, products: [...products, aFileProduct({ externalId: 'new' })], defaultMarkupCents });
  expect(isLargeDrop(plan)).toBe(large);
});

test('items that change do not count as dropped', () => {
  const items = ['a', 'b', 'c'].map((externalId, index) => anItem({ id: index + 1, externalId }));
  const products = ['a', 'b'].map((externalId) => aFileProduct({ externalId, name: 'New name' }));
  expect(isLargeDrop(planSync({ items, products, defaultMarkupCents }))).toBe(false);
});
