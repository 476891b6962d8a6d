import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTab } from '../../panel-links.ts';
import { COLUMNS } from './columns.ts';
import {
  FILTER_NAMES,
  FILTERS,
  isNarrowed,
  nextSort,
  readInventoryView,
  readSort,
  sortWord,
  viewQuery,
  WHOLE_INVENTORY,
  writeInventoryView,
} from './inventory-view.ts';

const anySort = fc.option(fc.record({ by: fc.constantFrom(...COLUMNS), down: fc.boolean() }));
const anyFilters = fc.record(
  Object.fromEntries(FILTER_NAMES.map((name) => [name, fc.option(fc.constantFrom<string>(...FILTERS[name]))])),
);
const anyView = fc
  .record({
    search: fc.string({ maxLength: 60 }).filter((text) => text.trim() !== '' || text === ''),
    category: fc.string({ minLength: 1, maxLength: 40 }),
    brand: fc.string({ minLength: 1, maxLength: 40 }),
    sort: anySort,
    columns: fc.constantFrom('', 'name,qty,brand', 'name-300,tiers-90'),
  })
  .chain((view) =>
    anyFilters.map((filters) => ({ ...WHOLE_INVENTORY, ...view, ...filters }) as typeof WHOLE_INVENTORY),
  );

test('a view of the list can be bookmarked, whatever characters it has', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const address = writeInventoryView(view);
      expect(readInventoryView(address)).toEqual(view);
      expect(readInventoryView(viewQuery(view))).toEqual(view);
      expect(readTab(address, 'owner')).toBe('inventory');
    }),
  );
});

test('a view that is written to an address leaves there what it does not know', () => {
  fc.assert(
    fc.property(anyView, anyView, fc.integer({ min: 1 }), (before, view, item) => {
      const opened = `${writeInventoryView(before)}&item=${item}&runs=open`;
      const address = writeInventoryView(view, opened);
      expect(readInventoryView(address)).toEqual(view);
      expect(address).toBe(`${writeInventoryView(view)}&item=${item}&runs=open`);
    }),
  );
});

test('unknown values in the address are ignored', () => {
  expect(readInventoryView('?sort=upwards&labels=maybe&category=&brand=&stock=some&byHand=false')).toEqual(
    WHOLE_INVENTORY,
  );
});

test('labels to check have one address, and are found under the other name too', () => {
  expect(writeInventoryView({ ...WHOLE_INVENTORY, label: 'check' })).toBe('?tab=inventory&labels=check');
  expect(readInventoryView('?label=check')).toEqual(readInventoryView('?labels=check'));
});

test('the order by base price has the words of the price control', () => {
  expect(sortWord({ by: 'price', down: false })).toBe('low-high');
  expect(readSort('high-low')).toEqual({ by: 'price', down: true });
  expect(sortWord({ by: 'qty', down: true })).toBe('qty-desc');
  expect(readSort('qty')).toEqual({ by: 'qty', down: false });
  expect(readSort('price')).toEqual({ by: 'price', down: false });
});

test('presses on the head of a column sort upward, downward, and then as before', () => {
  const first = nextSort({ by: 'name', down: true }, 'qty');
  const second = nextSort(first, 'qty');
  expect([first, second, nextSort(second, 'qty')]).toEqual([
    { by: 'qty', down: false },
    { by: 'qty', down: true },
    null,
  ]);
});

test('sorting alone hides no items', () => {
  expect(isNarrowed({ ...WHOLE_INVENTORY, sort: { by: 'price', down: false } })).toBe(false);
  expect(isNarrowed({ ...WHOLE_INVENTORY, label: 'check' })).toBe(true);
});
