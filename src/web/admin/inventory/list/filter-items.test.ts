import { describe, expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { filterItems, filterOptions, searchItems } from './filter-items.ts';
import { type InventoryView, WHOLE_INVENTORY } from './inventory-view.ts';

const items = [
  adminItem({ id: 11, name: 'Blue Dream', price: 30, description: 'Harvested late', weightLabel: 'Eighth' }),
  adminItem({ id: 12, name: 'Gummies', price: 9.5, brand: null, category: 'Edibles' }),
  adminItem({ id: 13, name: 'Balm', price: 18, category: null, brand: 'Tallow', externalId: 'kushy-77' }),
  adminItem({
    id: 14,
    name: 'Cart',
    price: 30,
    category: 'Carts',
    weightLabel: 'Pound',
    labelCheck: { reason: 'Name, size or tags say 1G', suggested: '1g Cart' },
  }),
];

/** Members wait for the items 3 and 4. */
const FACTS = { today: '2026-11-23', wanted: new Set([3, 4]), unorderable: new Set([2]) };

const shown = (view: Partial<InventoryView>) =>
  searchItems(filterItems(items, { ...WHOLE_INVENTORY, ...view }, FACTS), { ...WHOLE_INVENTORY, ...view }).counted.map(
    ({ name }) => name,
  );

describe('the inventory list', () => {
  test.each([
    ['the name', 'blue dr', ['Blue Dream']],
    ['the description', 'LATE', ['Blue Dream']],
    ['the brand', 'tallow', ['Balm']],
    ['the category', 'edib', ['Gummies']],
    ['the weight label', 'eighth', ['Blue Dream']],
    ['the external id', 'KUSHY-77', ['Balm']],
    ['the id', '12', ['Gummies']],
    ['nothing', 'no such thing', []],
  ])('is searched by %s, ignoring case', (_, search, names) => {
    expect(shown({ search: ` ${search} ` })).toEqual(names);
  });

  test('is filtered by category and brand, with names for items that have none', () => {
    expect(shown({ category: 'Uncategorized' })).toEqual(['Balm']);
    expect(shown({ brand: 'No Brand' })).toEqual(['Gummies']);
    expect(shown({ category: 'Flower', brand: 'Tallow' })).toEqual([]);
    expect(filterOptions(items)).toEqual({
      categories: ['Carts', 'Edibles', 'Flower', 'Uncategorized'],
      brands: ['Moss House', 'Tallow', 'No Brand'],
    });
  });

  test('can show only the items with a label to check', () => {
    expect(shown({ label: 'check' })).toEqual(['Cart']);
  });
});

describe('a filter of the list', () => {
  const shelf = [
    adminItem({
      id: 1,
      name: 'Plenty',
      quantity: 10,
      description: 'Sweet',
      images: ['/api/proxy-image/a.jpg'],
      weightLabel: 'Gram',
    }),
    adminItem({ id: 2, name: 'Low', quantity: 2, isLow: true, isActive: false, markupDollars: 0 }),
    adminItem({ id: 3, name: 'Reserved', quantity: 2, reserved: 2, isLow: true, shopOwned: ['description'] }),
    adminItem({ id: 4, name: 'Out', quantity: 0, isLow: true, byHand: true, shopOwned: ['weightLabel', 'tiers'] }),
    adminItem({ id: 5, name: 'Tested', lab: { tested: '2026-01-01', expires: '2026-11-23' } }),
    adminItem({
      id: 6,
      name: 'Stale',
      lab: { tested: '2026-01-01', expires: '2026-11-22' },
      shopOwned: ['images'],
    }),
  ];
  test.each<[Partial<InventoryView>, string[]]>([
    [{ stock: 'in' }, ['Plenty', 'Low', 'Tested', 'Stale']],
    [{ stock: 'low' }, ['Low', 'Reserved', 'Out']],
    [{ stock: 'out' }, ['Reserved', 'Out']],
    [{ stock: 'wanted' }, ['Reserved', 'Out']],
    [{ status: 'inactive' }, ['Low']],
    [{ status: 'active', stock: 'low' }, ['Reserved', 'Out']],
    [{ markup: 'none' }, ['Low']],
    [{ markup: 'set', stock: 'out' }, ['Reserved', 'Out']],
    [{ label: 'set' }, ['Plenty']],
    [{ label: 'none', stock: 'low' }, ['Low', 'Reserved', 'Out']],
    [{ picture: 'set' }, ['Plenty']],
    [{ picture: 'none', stock: 'out' }, ['Reserved', 'Out']],
    [{ description: 'set' }, ['Plenty']],
    [{ description: 'none', stock: 'out' }, ['Reserved', 'Out']],
    [{ owned: 'any' }, ['Reserved', 'Out', 'Stale']],
    [{ owned: 'description' }, ['Reserved']],
    [{ owned: 'weightLabel' }, ['Out']],
    [{ owned: 'tiers' }, ['Out']],
    [{ owned: 'images' }, ['Stale']],
    [{ lab: 'set' }, ['Tested', 'Stale']],
    [{ lab: 'expired' }, ['Stale']],
    [{ lab: 'none', stock: 'out' }, ['Reserved', 'Out']],
    [{ byHand: 'true' }, ['Out']],
  ])('%j shows %j', (view, names) => {
    const found = filterItems(shelf, { ...WHOLE_INVENTORY, ...view }, FACTS);
    expect(found.map(({ name }) => name)).toEqual(names);
  });
});
