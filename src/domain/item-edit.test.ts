import { expect, test } from 'vitest';
import type { InventoryItem } from './inventory-item.ts';
import { planBulkEdit, planEdit } from './inventory-plan-edits.ts';
import { planSync } from './inventory-plan-file.ts';
import { readItemEdit } from './item-edit.ts';
import { priceJump } from './price-guard.ts';
import { aFileProduct, anItem, applied } from './testing/inventory.ts';

const LAB = { tested: '2026-10-01', expires: null, thc: '20 %', cbd: null, path: 'lab/one.pdf' };
const TIERED = { priceCents: 2000, tiers: [{ from: 3, priceCents: 1500 }] };

test.each<[object, object, Partial<InventoryItem>?]>([
  [{ name: ' Haze ' }, { name: 'Haze' }],
  [
    { brand: 'Fernhill', category: null },
    { brand: 'Fernhill', category: null },
  ],
  [{ description: '  ' }, { description: null }],
  [{ price: '19.995' }, { priceCents: 2000 }],
  [{ price: 15.01 }, { priceCents: 1501 }, TIERED],
  [
    { size: '3.5G', tags: ['Volume = 1G'] },
    { size: '3.5G', tags: ['Volume = 1G'] },
  ],
  [{ size: null }, { size: '1G' }, { size: '3.5G', tags: ['Volume = 1G'] }],
  [{ size: null }, { size: null }, { size: '3.5G' }],
  [{ tags: null, batch: null, lab: null, tiers: null }, { tags: [], batch: null, lab: null, tiers: [] }, TIERED],
  [{ weightLabel: 'none' }, { weightLabel: null }, { weightLabel: 'Gram' }],
  [{ lab: { tested: '2026-11-01' } }, { lab: { ...LAB, tested: '2026-11-01', thc: null } }, { lab: LAB }],
  [
    { lab: { tested: '2026-11-01', url: null } },
    { lab: { ...LAB, tested: '2026-11-01', thc: null, path: null } },
    { lab: LAB },
  ],
  [{ lab: { tested: '2026-10-01', url: 'two.pdf' } }, { lab: { ...LAB, thc: null, path: 'two.pdf' } }, { lab: LAB }],
])('the edit %j of an item is %j', (given, edit, stated = {}) => {
  expect(readItemEdit(anItem(stated), given, null)).toEqual({ edit, errors: [] });
});

test.each<[object, string[], Partial<InventoryItem>?]>([
  [{ name: null }, ['name is missing']],
  [{ name: '' }, ['name is missing']],
  [{ price: null }, ['price is missing']],
  [{ price: -1, brand: 7 }, ['price must be a number of 0 or more', 'brand must be a text']],
  [{ price: 15 }, ["tiers must have prices below the item's own, $15.00"], TIERED],
  [{ name: 'Haze' }, ["tiers must have prices below the item's own, $10.00"], { ...TIERED, priceCents: 1000 }],
  [{ tiers: [{ from: 3, price: 20 }] }, ["tiers must have prices below the item's own, $20.00"]],
  [{ weightLabel: 'Huge' }, ['weightLabel "Huge" is not one of the options']],
  [{ category: 'x'.repeat(101) }, ['category must be at most 100 characters']],
  [{ tags: 'Volume = 1G' }, ['tags must be a list of texts']],
  [{ lab: {} }, ['lab tested is missing'], { lab: LAB }],
  [{ lab: [] }, ['lab must be an object with tested, expires, thc, cbd and url']],
  [{ batch: 'x'.repeat(61) }, ['batch must be at most 60 characters']],
])('the edit %j is refused: %j', (given, errors, stated = {}) => {
  expect(readItemEdit(anItem(stated), given, null)).toEqual({ edit: {}, errors });
});

test('a size that nobody set follows the tags, and one that was set does not', () => {
  const tags = ['Volume = 2G'];
  const sizeAfter = (stated: Partial<InventoryItem>) => {
    const item = anItem(stated);
    return applied([item], planEdit(item, { tags })).items[0]!.size;
  };
  expect(sizeAfter({})).toBe('2G');
  expect(sizeAfter({ tags: ['Volume = 1G'], size: '1G' })).toBe('2G');
  expect(sizeAfter({ size: '5 pack' })).toBe('5 pack');
  expect(sizeAfter({ size: null, shopOwned: ['size'], feedValues: { size: '1G' } })).toBe(null);
});

test('the size of tags of the shop stays through syncs, unless the feed sets a size', () => {
  const feed = { tags: ['Volume = 1G'], size: '1G' };
  const item = anItem({ ...feed, markupCents: 1500 });
  const { items } = applied([item], planEdit(item, { tags: ['Volume = 2G'] }));
  const synced = (stated: object) =>
    applied(items, planSync({ items, products: [aFileProduct({ ...feed, ...stated })], defaultMarkupCents: 1500 }));
  expect(synced({}).rows).toEqual([]);
  expect(synced({ size: '7 pack' }).items).toMatchObject([{ size: '7 pack', tags: ['Volume = 2G'] }]);
  const given = applied(items, planBulkEdit(items, { edit: {}, giveBack: ['tags'] }));
  expect(given.items).toEqual([item]);
});

test('a base price of the shop does not count for the guard, and one that is given back does', () => {
  const feed = [anItem({ id: 1, externalId: 'a' }), anItem({ id: 2, externalId: 'b' })];
  const { items } = applied(feed, planEdit(feed[0]!, { priceCents: 9000 }));
  const jumpOf = (of: readonly InventoryItem[]) => {
    const products = [aFileProduct({ externalId: 'a' }), aFileProduct({ externalId: 'b' })];
    const plan = planSync({ items: of, products, defaultMarkupCents: 1500 });
    return { rows: plan.rows.length, jump: priceJump({ plan, items: of }, 50) };
  };
  expect(jumpOf(items)).toEqual({ rows: 0, jump: null });
  expect(jumpOf([{ ...items[0]!, shopOwned: [], feedValues: {} }, items[1]!]).jump).toContain('from $90.00 to $20.00');
});
