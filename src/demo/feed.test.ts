import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DemoProduct, demoProducts } from './catalogue.ts';
import { demoFeed } from './feed.ts';
import { readDemoFeed } from './index.ts';

const NOW = Date.parse('2026-11-22T18:00:00Z');
const catalogue = demoProducts(NOW);
/** About nine months of syncs every two minutes. */
const ticks = fc.nat({ max: 200_000 });
const stockAt = (tick: number): number[] => demoFeed(tick, NOW).data.map((product) => product.qty);

describe('reading the feed:', () => {
  const read = (cursor: string | null) => {
    const { text, cursor: next } = readDemoFeed(cursor, NOW);
    return { file: JSON.parse(text) as { data: DemoProduct[] }, next };
  };

  test('the first read is tick 1, and each cursor continues where the read before ended', () => {
    const first = read(null);
    expect(first).toEqual({ file: demoFeed(1, NOW), next: '1' });
    const second = read(first.next);
    expect(second).toEqual({ file: demoFeed(2, NOW), next: '2' });
    expect(second.file).not.toEqual(first.file);
    expect(read('71')).toEqual({ file: demoFeed(72, NOW), next: '72' });
  });

  test.each(['', 'abc', '-3', '1.5', '1e5', ' 7', '9'.repeat(16)])(
    'after the unreadable cursor "%s" it starts again',
    (bad) => {
      expect(read(bad).next).toBe('1');
    },
  );
});

describe('every process sees the same feed:', () => {
  beforeEach(() => {
    vi.resetModules();
  });

  /** The products whose stock moved at a tick, as `id before after`. */
  const moves = (tick: number): string[] => {
    const before = stockAt(tick - 1);
    return demoFeed(tick, NOW).data.flatMap(({ id, qty }, i) =>
      qty === before[i] ? [] : [`${id} ${before[i]} ${qty}`],
    );
  };

  test('at tick 1 exactly these products move', () => {
    expect(moves(1)).toEqual([
      'IH-009 12 10',
      'IH-012 21 19',
      'FL-001 41 44',
      'FL-008 27 25',
      'VC-010 15 17',
      'DI-017 20 19',
      'CO-005 12 10',
      'CO-006 7 11',
      'CO-036 11 9',
      'ED-013 29 31',
      'ED-022 21 20',
      'TO-003 4 3',
    ]);
  });

  test('at tick 1,000 exactly these products move', () => {
    expect(moves(1000)).toEqual([
      'FL-007 1 4',
      'FL-013 36 35',
      'CA-013 10 13',
      'CA-017 7 6',
      'DI-001 35 34',
      'CO-022 20 19',
      'ED-017 34 36',
      'PR-012 6 4',
      'TO-011 22 24',
      'TO-012 22 21',
      'MU-017 38 36',
      'AC-004 15 18',
      'AC-009 23 21',
    ]);
  });

  test('a process that read the ticks in another order sees the same', async () => {
    const asked = [5, 0, 1000, 72, 6];
    const here = asked.map((tick) => demoFeed(tick, NOW));
    const another = await import('./feed.ts');
    expect(another.demoFeed).not.toBe(demoFeed);
    const there = asked
      .toReversed()
      .map((tick) => another.demoFeed(tick, NOW))
      .toReversed();
    expect(there).toEqual(here);
  });
});

test('the feed at tick 0 is the catalogue itself', () => {
  expect(demoFeed(0, NOW)).toEqual({ data: catalogue });
});

test('only the stock moves', () => {
  const withoutStock = (products: DemoProduct[]): object[] => products.map(({ qty: _, ...rest }) => rest);
  fc.assert(
    fc.property(ticks, (tick) => {
      expect(withoutStock(demoFeed(tick, NOW).data)).toEqual(withoutStock(catalogue));
    }),
    { numRuns: 20 },
  );
});

test('at every tick, one to eight percent of the products sell or are restocked, by a few pieces', () => {
  fc.assert(
    fc.property(ticks, (tick) => {
      const before = stockAt(tick);
      const changes = stockAt(tick + 1).map((quantity, i) => quantity - before[i]!);
      const moved = changes.filter((change) => change !== 0);
      expect(moved.length / changes.length).toBeGreaterThanOrEqual(0.01);
      expect(moved.length / changes.length).toBeLessThanOrEqual(0.08);
      expect(moved.some((change) => change < 0)).toBe(true);
      expect(moved.some((change) => change > 0)).toBe(true);
      expect(Math.min(...moved)).toBeGreaterThanOrEqual(-2);
      expect(Math.max(...moved)).toBeLessThanOrEqual(4);
    }),
    { numRuns: 60 },
  );
});

describe('the stock stays near the catalogue:', () => {
  test('it is a whole number of 0 or more, at most four pieces away, and few products are sold out', () => {
    fc.assert(
      fc.property(ticks, (tick) => {
        const stock = stockAt(tick);
        expect(stock.every((quantity) => Number.isInteger(quantity) && quantity >= 0)).toBe(true);
        expect(Math.max(...stock.map((quantity, i) => Math.abs(quantity - catalogue[i]!.qty)))).toBeLessThanOrEqual(4);
        expect(stock.filter((quantity) => quantity === 0).length / stock.length).toBeLessThan(0.1);
      }),
      { numRuns: 60 },
    );
  });

  test('scarce products stay scarce', () => {
    fc.assert(
      fc.property(ticks, (tick) => {
        const scarce = stockAt(tick).filter((_, i) => catalogue[i]!.qty <= 4);
        expect(Math.max(...scarce)).toBeLessThanOrEqual(4);
      }),
      { numRuns: 60 },
    );
  });

  test('some products run out and come back', () => {
    const histories = Array.from({ length: 150 }, (_, tick) => stockAt(tick));
    const ranOutAndCameBack = catalogue.filter((_, i) => {
      const soldOut = histories.findIndex((stock) => stock[i] === 0);
      return soldOut > 0 && histories.slice(soldOut).some((stock) => stock[i]! > 0);
    });
    expect(ranOutAndCameBack.length).toBeGreaterThan(5);
  });
});
