import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AdminItem } from '#contract/inventory.ts';
import { adminItem } from '../testing/admin-item.ts';
import { keepUnchanged, movesFigures, patchItems } from './patch-items.ts';

const items = [2, 4, 7, 9].map((id) => adminItem({ id }));
const ids = (list: readonly AdminItem[]) => list.map(({ id }) => id);

describe('the open list follows a change by id:', () => {
  test('a changed item takes the place of the old one, and all others stay the same objects', () => {
    const changed = adminItem({ id: 4, markupDollars: 40 });
    const patched = patchItems(items, [4], [changed]);
    expect(patched).toEqual([items[0], changed, items[2], items[3]]);
    for (const at of [0, 2, 3]) expect(patched[at]).toBe(items[at]);
  });

  test('an item that is no longer listed leaves the list', () => {
    const patched = patchItems(items, [4, 9], [adminItem({ id: 9, quantity: 3 })]);
    expect(ids(patched)).toEqual([2, 7, 9]);
    expect(patched[0]).toBe(items[0]);
    expect(patched[1]).toBe(items[2]);
  });

  test('a new item takes its place by id', () => {
    expect(
      ids(
        patchItems(
          items,
          [5, 1, 12],
          [1, 5, 12].map((id) => adminItem({ id })),
        ),
      ),
    ).toEqual([1, 2, 4, 5, 7, 9, 12]);
    expect(ids(patchItems([], [3], [adminItem({ id: 3 })]))).toEqual([3]);
  });

  test('the list stays the same object if nothing about it changed', () => {
    expect(patchItems(items, [4], [adminItem({ id: 4 })])).toBe(items);
    expect(patchItems(items, [5], [])).toBe(items);
  });

  test('items that nobody asked for are ignored, such as those of a shop that returns all of them', () => {
    const all = [2, 4, 7, 9].map((id) => adminItem({ id, markupDollars: 40 }));
    expect(patchItems(items, [7], all).map(({ markupDollars }) => markupDollars)).toEqual([15, 15, 40, 15]);
  });

  test('a patched list equals the list that would be loaded, whatever changed', () => {
    const shop = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), quantity: fc.nat({ max: 3 }) }), {
      selector: ({ id }) => id,
    });
    const listOf = (rows: { id: number; quantity: number }[]) => rows.map(adminItem).sort((a, b) => a.id - b.id);
    fc.assert(
      fc.property(shop, shop, (before, after) => {
        const [shown, loaded] = [listOf(before), listOf(after)];
        const touched = [...before, ...after].map(({ id }) => id);
        expect(patchItems(shown, touched, loaded)).toEqual(loaded);
      }),
    );
  });
});

test('a reloaded list keeps the objects of items that did not change, wherever they are in it', () => {
  const loaded = [4, 7, 9, 11].map((id) => adminItem({ id, ...(id === 7 && { isActive: false }) }));
  const kept = keepUnchanged(items, loaded);
  expect(kept).toEqual(loaded);
  expect(kept[0]).toBe(items[1]);
  expect(kept[1]).not.toBe(items[2]);
  expect(kept[2]).toBe(items[3]);
  expect(keepUnchanged(undefined, loaded)).toBe(loaded);
});

describe('figures such as the number of items low on stock', () => {
  const changedTo = (change: Partial<AdminItem>) =>
    movesFigures(items, patchItems(items, [4], [adminItem({ id: 4, ...change })]), [4]);

  test.each<[string, Partial<AdminItem>]>([
    ['its stock', { quantity: 3 }],
    ['its reserved pieces', { reserved: 1 }],
    ['its activation', { isActive: false }],
    ['its threshold', { lowStock: 20 }],
    ['its label check', { labelCheck: { reason: 'no weight', suggested: null } }],
    ['its lab result', { lab: { tested: '2026-01-01', url: '/lab.pdf' } }],
    ['its name', { name: 'Renamed' }],
  ])('may change with an item that changed %s', (_, change) => {
    expect(changedTo(change)).toBe(true);
  });

  test.each<[string, Partial<AdminItem>]>([
    ['nothing', {}],
    ['its markup', { markupDollars: 40, finalPrice: 60 }],
    ['its price', { price: 21, finalPrice: 36, lastSynced: '2026-01-01T00:00:00.000Z' }],
    ['its description', { description: 'New', shopOwned: ['description'], feedValues: { description: null } }],
  ])('stay with an item that changed %s', (_, change) => {
    expect(changedTo(change)).toBe(false);
  });

  test('may change with an item that comes or leaves', () => {
    expect(movesFigures(items, patchItems(items, [5], [adminItem({ id: 5 })]), [5])).toBe(true);
    expect(movesFigures(items, patchItems(items, [4], []), [4])).toBe(true);
    expect(movesFigures(items, patchItems(items, [99], []), [99])).toBe(false);
  });
});
