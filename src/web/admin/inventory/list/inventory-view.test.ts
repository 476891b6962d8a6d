import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTab } from '../../panel-links.ts';
import { isNarrowed, PRICE_ORDERS, readInventoryView, WHOLE_INVENTORY, writeInventoryView } from './inventory-view.ts';

const anyView = fc.record({
  search: fc.string({ maxLength: 60 }).filter((text) => text.trim() !== '' || text === ''),
  category: fc.string({ minLength: 1, maxLength: 40 }),
  brand: fc.string({ minLength: 1, maxLength: 40 }),
  sort: fc.constantFrom(...PRICE_ORDERS),
  labels: fc.boolean(),
});

test('a view of the list can be bookmarked, whatever characters it has', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const address = writeInventoryView(view);
      expect(readInventoryView(address)).toEqual(view);
      expect(readTab(address, 'owner')).toBe('inventory');
    }),
  );
});

test('unknown values in the address are ignored', () => {
  expect(readInventoryView('?sort=upwards&labels=maybe&category=&brand=')).toEqual(WHOLE_INVENTORY);
});

test('sorting alone hides no items', () => {
  expect(isNarrowed({ ...WHOLE_INVENTORY, sort: 'low-high' })).toBe(false);
  expect(isNarrowed({ ...WHOLE_INVENTORY, labels: true })).toBe(true);
});
