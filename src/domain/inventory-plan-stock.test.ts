import { describe, expect, test } from 'vitest';
import type { InventoryItem } from './inventory-item.ts';
import { setsStock } from './inventory-plan.ts';
import { planEdit, planTakeOff } from './inventory-plan-edits.ts';
import { planReplace, planSync } from './inventory-plan-file.ts';
import { type AppliedRow, planRevert, type StockFacts } from './inventory-plan-revert.ts';
import { planStock, type StockChange, stockAfter, TOO_MANY_PIECES } from './inventory-plan-stock.ts';
import { aFileProduct, anItem, applied } from './testing/inventory.ts';

const defaultMarkupCents = 1500;

const changed = (item: InventoryItem, change: StockChange, feedFigure: number | null = null) => {
  const after = stockAfter(item.quantity, change) as { quantity: number };
  const isCounted = 'quantity' in change;
  return applied([item], planStock(item, { ...after, isCounted, reason: 'restock', note: null, feedFigure }));
};

const undone = (item: InventoryItem, rows: readonly AppliedRow[], stated: Partial<StockFacts> = {}) => {
  const stock = { isSetSince: () => false, feedFigure: () => null, ...stated };
  return planRevert({ rows, items: new Map([[item.id, item]]), summary: 'it', defaultMarkupCents, stock });
};

test.each<[StockChange, object]>([
  [{ delta: 3 }, { quantity: 8 }],
  [{ delta: -5 }, { quantity: 0 }],
  [{ delta: -6 }, { problem: "Stock can't go below 0." }],
  [{ quantity: 0 }, { quantity: 0 }],
  [{ quantity: -1 }, { problem: "Stock can't go below 0." }],
  [{ quantity: 1_000_000 }, { quantity: 1_000_000 }],
  [{ delta: 1_000_000 }, { problem: TOO_MANY_PIECES }],
  [{ quantity: 1_000_000_000 }, { problem: TOO_MANY_PIECES }],
])('a stock of 5 with %j: %j', (change, left) => {
  expect(stockAfter(5, change)).toEqual(left);
});

test('a stock of more than a million, which a feed or a file may have, can be lowered and not raised', () => {
  expect(stockAfter(3_000_000, { delta: -1 })).toEqual({ quantity: 2_999_999 });
  expect(stockAfter(3_000_000, { delta: 1 })).toEqual({ problem: TOO_MANY_PIECES });
});

test('a change of the stock says what, why and what was noted, and counts as one changed item', () => {
  const change = { quantity: 8, isCounted: false, feedFigure: null };
  const plan = planStock(anItem(), { ...change, reason: 'restock', note: null });
  expect(plan).toMatchObject({
    counts: { changed: 1, unchanged: 0 },
    warnings: [],
    summary: 'Stock of "Blue Dream": 5 → 8 (restock)',
  });
  expect(planStock(anItem(), { ...change, reason: 'other', note: 'By hand' }).summary).toContain('(other: By hand)');
  expect(planStock(anItem(), { ...change, quantity: 5, reason: 'count', note: null }).rows).toEqual([]);
});

test('moving pieces does not set the stock. A count, a sync, a file and leaving the lists do', () => {
  const item = anItem();
  const corrected = changed(item, { delta: 2 }, 5).items[0]!;
  const request = { items: [corrected], products: [aFileProduct({ quantity: 7 })], defaultMarkupCents };
  const plans = {
    moved: changed(item, { delta: 3 }),
    counted: changed(item, { quantity: 3 }),
    edited: planEdit(item, { name: 'Haze' }),
    off: planTakeOff(item),
    synced: planSync(request),
    replaced: planReplace(request),
  };
  const sets = Object.entries(plans).map(([name, { rows }]) => [name, rows.map(setsStock)]);
  expect(Object.fromEntries(sets)).toEqual({
    ...{ moved: [false], counted: [true], edited: [false], off: [true] },
    // Both leave 7 pieces, but end the correction.
    ...{ synced: [true], replaced: [true] },
  });
});

describe('a correction of an item of the feed', () => {
  const syncOf = (items: InventoryItem[], products: object[], leftOut?: Parameters<typeof planSync>[0]['leftOut']) =>
    applied(
      items,
      planSync({
        ...{ items, defaultMarkupCents, products: products.map((stated) => aFileProduct(stated)) },
        ...(leftOut && { leftOut }),
      }),
    ).items[0]!;
  const corrected = changed(anItem({ markupCents: 1500 }), { delta: -5 }, 5).items;

  test('holds while the feed sends the figure of then, and the item stays listed at 0', () => {
    expect(corrected).toMatchObject([{ quantity: 0, correction: { from: 5, by: -5 } }]);
    expect(syncOf(corrected, [{ quantity: 5 }])).toEqual(corrected[0]);
    expect(syncOf(corrected, [{ quantity: 5, name: 'Haze' }])).toEqual({ ...corrected[0], name: 'Haze' });
  });

  test.each<[string, object[], object]>([
    ['sends another figure', [{ quantity: 4 }], { quantity: 4, listed: true }],
    ['sends less than 1', [{ quantity: 0 }], { listed: false }],
    ['leaves the item out', [{ externalId: 'b' }], { listed: false }],
  ])('ends when the feed %s', (_, products, values) => {
    expect(syncOf(corrected, products)).toMatchObject({ ...values, correction: null });
  });

  test('stays as it is while its row cannot be used, or may be one without an id', () => {
    expect(syncOf(corrected, [], { ids: new Set(['a']), hasUnknownId: false })).toEqual(corrected[0]);
    expect(syncOf(corrected, [], { ids: new Set(), hasUnknownId: true })).toEqual(corrected[0]);
    const soldOut = syncOf(corrected, [{ quantity: 0 }], { ids: new Set(), hasUnknownId: true });
    expect(soldOut).toMatchObject({ listed: true, quantity: 0, correction: null });
  });

  test('goes on with the figure of its beginning, and ends with the undo of its last change', () => {
    const first = changed(anItem(), { delta: 2 }, 5);
    const second = changed(first.items[0]!, { delta: -3 }, 9);
    expect(second.items).toMatchObject([{ quantity: 4, correction: { from: 5, by: -1 } }]);
    const one = applied(second.items, undone(second.items[0]!, first.rows));
    expect(one.items).toMatchObject([{ quantity: 2, correction: { from: 5, by: -3 } }]);
    const none = applied(one.items, undone(one.items[0]!, second.rows));
    expect(none.items).toMatchObject([{ quantity: 5, correction: null }]);
    const again = undone(none.items[0]!, none.rows, { feedFigure: () => 6 });
    expect(applied(none.items, again).items).toMatchObject([{ quantity: 2, correction: { from: 6, by: -3 } }]);
  });
});

describe('undoing a change of the stock', () => {
  const { items, rows } = changed(anItem(), { delta: 3 });

  test('takes back the difference, whatever was shipped since, and can be undone itself', () => {
    const shipped = { ...items[0]!, quantity: 4 };
    const back = undone(shipped, rows);
    expect(back).toMatchObject({ short: null, skipped: [], rows: [{ stock: 'moved', after: { quantity: 1 } }] });
    const done = applied([shipped], back);
    expect(applied(done.items, undone(done.items[0]!, done.rows)).items).toEqual([shipped]);
  });

  test('says which item has too few pieces', () => {
    const shipped = { ...items[0]!, quantity: 2 };
    expect(undone(shipped, rows).short).toEqual(shipped);
    expect(undone({ ...shipped, quantity: 3 }, rows).short).toBe(null);
  });

  test('skips an item of which the stock was set since', () => {
    expect(undone(items[0]!, rows, { isSetSince: () => true })).toMatchObject({
      rows: [],
      skipped: ['Blue Dream: quantity'],
    });
  });
});
