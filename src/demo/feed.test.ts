import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DemoProduct, demoProducts } from './catalogue.ts';
import { demoFeed } from './feed.ts';

const catalogue = demoProducts();
/** About nine months of syncs every two minutes. */
const ticks = fc.nat({ max: 200_000 });
const stockAt = (tick: number): number[] => demoFeed(tick).data.map((product) => product.qty);

test('the first feed is the catalogue itself', () => {
  expect(demoFeed(0)).toEqual({ data: catalogue });
});

test('the same tick always gives the same feed', () => {
  fc.assert(
    fc.property(ticks, (tick) => {
      expect(demoFeed(tick)).toEqual(demoFeed(tick));
    }),
    { numRuns: 20 },
  );
});

test('nothing but the stock moves', () => {
  const withoutStock = (products: DemoProduct[]): object[] => products.map(({ qty: _, ...rest }) => rest);
  fc.assert(
    fc.property(ticks, (tick) => {
      expect(withoutStock(demoFeed(tick).data)).toEqual(withoutStock(catalogue));
    }),
    { numRuns: 20 },
  );
});

test('at every tick between one and eight of a hundred products sell or are restocked, by a few pieces', () => {
  fc.assert(
    fc.property(ticks, (tick) => {
      const before = stockAt(tick);
      const moves = stockAt(tick + 1).map((quantity, i) => quantity - before[i]!);
      const moved = moves.filter((move) => move !== 0);
      expect(moved.length / moves.length).toBeGreaterThanOrEqual(0.01);
      expect(moved.length / moves.length).toBeLessThanOrEqual(0.08);
      expect(moved.some((move) => move < 0)).toBe(true);
      expect(moved.some((move) => move > 0)).toBe(true);
      expect(Math.min(...moved)).toBeGreaterThanOrEqual(-2);
      expect(Math.max(...moved)).toBeLessThanOrEqual(4);
    }),
    { numRuns: 60 },
  );
});

describe('stock stays near the catalogue:', () => {
  test('never below nothing, never more than four pieces away, and a sync never sees a large drop', () => {
    fc.assert(
      fc.property(ticks, (tick) => {
        const stock = stockAt(tick);
        for (const [i, quantity] of stock.entries()) {
          expect(quantity).toBeGreaterThanOrEqual(0);
          expect(Number.isInteger(quantity)).toBe(true);
          expect(Math.abs(quantity - catalogue[i]!.qty)).toBeLessThanOrEqual(4);
        }
        expect(stock.filter((quantity) => quantity === 0).length / stock.length).toBeLessThan(0.1);
      }),
      { numRuns: 60 },
    );
  });

  test('what is scarce stays scarce', () => {
    fc.assert(
      fc.property(ticks, (tick) => {
        for (const [i, quantity] of stockAt(tick).entries()) {
          if (catalogue[i]!.qty <= 4) expect(quantity).toBeLessThanOrEqual(4);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('now and then something runs out, and it comes back', () => {
    const histories = Array.from({ length: 150 }, (_, tick) => stockAt(tick));
    const ranOutAndCameBack = catalogue.filter((_, i) => {
      const gone = histories.findIndex((stock) => stock[i] === 0);
      return gone > 0 && histories.slice(gone).some((stock) => stock[i]! > 0);
    });
    expect(ranOutAndCameBack.length).toBeGreaterThan(5);
  });
});
