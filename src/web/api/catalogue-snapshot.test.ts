import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogueEvent } from '#contract/events.ts';
import { buildProduct } from '../testing/products.ts';
import { applyEvent, type CatalogueSnapshot, keepUnchanged } from './catalogue-snapshot.ts';

const snapshot = (version: string, ...ids: number[]): CatalogueSnapshot => ({
  version,
  products: ids.map((id) => buildProduct({ id })),
});
const event = (overrides: Partial<CatalogueEvent>): CatalogueEvent => ({
  from: 'a',
  version: 'b',
  changed: [],
  removed: [],
  ...overrides,
});
const idsOf = (shown: CatalogueSnapshot | null) => shown?.products.map(({ id }) => id);

describe('an event of the catalogue', () => {
  test('changes a product in place and keeps the objects of the others', () => {
    const before = snapshot('a', 1, 2, 3);
    const after = applyEvent(before, event({ changed: [buildProduct({ id: 2, finalPrice: 99 })] }));
    expect(idsOf(after)).toEqual([1, 2, 3]);
    expect(after?.products[1]?.finalPrice).toBe(99);
    expect(after?.products[0]).toBe(before.products[0]);
    expect(after?.version).toBe('b');
  });

  test('removes a product and adds a new one at the end', () => {
    const after = applyEvent(snapshot('a', 1, 2, 3), event({ removed: [1], changed: [buildProduct({ id: 9 })] }));
    expect(idsOf(after)).toEqual([2, 3, 9]);
  });

  test('that skips a version needs a fresh snapshot', () => {
    expect(applyEvent(snapshot('a', 1), event({ from: 'x' }))).toBeNull();
    expect(applyEvent({ version: null, products: [] }, event({ from: null }))).toBeNull();
  });

  test('on connecting needs a fresh snapshot only if the catalogue has changed', () => {
    const before = snapshot('a', 1);
    expect(applyEvent(before, event({ from: null, version: 'a' }))).toBe(before);
    expect(applyEvent(before, event({ from: null, version: 'b' }))).toBeNull();
  });

  test('that arrives twice changes nothing the second time', () => {
    const once = applyEvent(snapshot('a', 1, 2), event({ removed: [1] }));
    expect(once && applyEvent(once, event({ removed: [1] }))).toBe(once);
  });

  test('leaves exactly what the server has, whatever was changed or removed', () => {
    const products = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 30 }), finalPrice: fc.nat(9) }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(products, products, (old, now) => {
        const before = { version: 'a', products: old.map(buildProduct) };
        const changed = now
          .filter((each) => old.find(({ id }) => id === each.id)?.finalPrice !== each.finalPrice)
          .map(buildProduct);
        const removed = old.filter(({ id }) => !now.some((each) => each.id === id)).map(({ id }) => id);
        const after = applyEvent(before, event({ changed, removed }));
        const prices = (list: readonly { id: number; finalPrice: number }[]) =>
          new Map(list.map((each) => [each.id, each.finalPrice]));
        expect(prices(after?.products ?? [])).toEqual(prices(now));
        expect(after?.products).toHaveLength(now.length);
      }),
    );
  });
});

describe('a fresh snapshot', () => {
  test('keeps the objects of unchanged products', () => {
    const before = snapshot('a', 1, 2);
    const after = keepUnchanged(before, {
      version: 'b',
      products: [buildProduct({ id: 1 }), buildProduct({ id: 2, quantity: 3 })],
    });
    expect(after.products[0]).toBe(before.products[0]);
    expect(after.products[1]?.quantity).toBe(3);
  });

  test('without changes keeps the whole list', () => {
    const before = snapshot('a', 1, 2);
    expect(keepUnchanged(before, snapshot('a', 1, 2)).products).toBe(before.products);
  });

  test('has the order of the server', () => {
    expect(idsOf(keepUnchanged(snapshot('a', 1, 2), snapshot('b', 2, 1)))).toEqual([2, 1]);
  });
});
