import { describe, expect, test } from 'vitest';
import { adminItem } from '../../../testing/admin-item.ts';
import { filterItems, filterOptions } from './filter-items.ts';
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

const shown = (view: Partial<InventoryView>) =>
  filterItems(items, { ...WHOLE_INVENTORY, ...view }).map(({ name }) => name);

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

  test('is sorted by base price, and items of equal price keep their order', () => {
    expect(shown({})).toEqual(['Blue Dream', 'Gummies', 'Balm', 'Cart']);
    expect(shown({ sort: 'low-high' })).toEqual(['Gummies', 'Balm', 'Blue Dream', 'Cart']);
    expect(shown({ sort: 'high-low' })).toEqual(['Blue Dream', 'Cart', 'Balm', 'Gummies']);
  });

  test('can show only the items with a label to check', () => {
    expect(shown({ labels: true })).toEqual(['Cart']);
  });
});
