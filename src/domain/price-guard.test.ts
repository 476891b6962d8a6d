import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InventoryItem } from './inventory-item.ts';
import { planSync } from './inventory-plan-file.ts';
import { itemsThatMove, movedPrices, priceJump, sharePriceMoves, slowPriceJump, wasRefused } from './price-guard.ts';
import { aFileProduct, anItem } from './testing/inventory.ts';

/** An inventory and a feed with these prices in cents, before and after. Null: the product is not there. */
const sync = (prices: readonly (readonly [before: number | null, after: number | null])[], shared = {}) => {
  const items: InventoryItem[] = [];
  const products = [];
  for (const [place, [before, after]] of prices.entries()) {
    const externalId = `p${place}`;
    const name = `Product ${place}`;
    if (before !== null) items.push(anItem({ id: place + 1, externalId, name, priceCents: before, ...shared }));
    if (after !== null) products.push(aFileProduct({ externalId, name, priceCents: after }));
  }
  return { items, plan: planSync({ items, products, defaultMarkupCents: 1500 }) };
};

/** Nine prices that stay keep the median where it is. */
const STEADY = Array.from({ length: 9 }, () => [2000, 2000] as const);

describe('a sync with one price that moves', () => {
  test.each([
    [2000, 3000, 50, false],
    [2000, 3001, 50, true],
    [2000, 1000, 50, false],
    [2000, 999, 50, true],
    [2000, 0, 99, true],
    [2000, 0, 100, false],
    [1000, 1125, 12.5, false],
    [1000, 1126, 12.5, true],
    [0, 1, 50, true],
    [0, 1, 1_000_000, true],
    [0, 0, 50, false],
    [2000, 90_000, 0, false],
    [0, 1, 0, false],
  ])('from %i to %i cents, with a limit of %s percent, waits: %s', (before, after, limit, waits) => {
    expect(priceJump(sync([...STEADY, [before, after]]), limit) !== null).toBe(waits);
  });

  test('names the price, and the one that moves furthest of several', () => {
    expect(priceJump(sync([...STEADY, [2000, 3001]]), 50)).toBe(
      'The base price of "Product 9" from $20.00 to $30.01 would move by more than 50%.',
    );
    const jumps = [...STEADY, [2000, 4000], [1000, 9000], [2000, 5000]] as const;
    expect(priceJump(sync(jumps), 50)).toBe(
      '3 base prices would move by more than 50%. The largest move is "Product 10" from $10.00 to $90.00.',
    );
    expect(priceJump(sync([...jumps, [0, 100]]), 50)).toContain(
      'The largest move is "Product 12" from $0.00 to $1.00.',
    );
  });
});

describe('a sync that moves the median', () => {
  const all = (before: number, after: number, count = 3) =>
    Array.from({ length: count }, () => [before, after] as const);

  test.each([
    [all(2000, 2300), false],
    [all(2000, 2301), true],
    [all(2000, 1700), false],
    [all(2000, 1699), true],
    // Of an even number, the middle is between two prices.
    [
      [
        [1000, 1000],
        [1000, 1300],
      ] as const,
      false,
    ],
    [
      [
        [1000, 1000],
        [1000, 1301],
      ] as const,
      true,
    ],
    // In any order.
    [
      [
        [1000, 1000],
        [3000, 3000],
        [2000, 2400],
      ] as const,
      true,
    ],
    // Those that leave do not count.
    [
      [
        [1000, null],
        [1000, null],
        [2000, 2400],
      ] as const,
      true,
    ],
    [[], false],
  ])('%j waits: %s', (prices, waits) => {
    expect(priceJump(sync(prices), 50) !== null).toBe(waits);
    expect(priceJump(sync(prices), 0)).toBe(null);
  });

  test('says so', () => {
    expect(priceJump(sync(all(2000, 2400)), 50)).toBe(
      'The median base price would move from $20.00 to $24.00, by more than 15%.',
    );
    expect(priceJump(sync(all(2000, 4000)), 50)).toBe(
      '3 base prices would move by more than 50%. The largest move is "Product 0" from $20.00 to $40.00. ' +
        'The median base price would move from $20.00 to $40.00, by more than 15%.',
    );
  });
});

describe('only items that the feed had before and has now count', () => {
  test.each([
    ['a new item', sync([...STEADY, [null, 99_000]])],
    ['one that leaves', sync([...STEADY, [99_000, null]])],
    ['one that returns', sync([[100, 9000]], { listed: false })],
    ['one that an admin added', sync([[100, 9000]], { byHand: true })],
  ])('%s does not', (_, one) => {
    expect(priceJump(one, 50)).toBe(null);
  });

  test('an inactive item does', () => {
    expect(priceJump(sync([[100, 9000]], { isActive: false }), 50)).not.toBe(null);
  });
});

test('a sync that moves no price never waits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 })), fc.integer({ min: 1, max: 100 }), (prices, limit) => {
      expect(priceJump(sync(prices.map((price) => [price, price] as const)), limit)).toBe(null);
    }),
  );
});

test('a row says how far it moves its base price', () => {
  const shares = (prices: Parameters<typeof sync>[0]) => sync(prices).plan.rows.map(sharePriceMoves);
  expect(
    shares([
      [2000, 3000],
      [2000, 500],
      [0, 1],
      [null, 5],
      [5, null],
    ]),
  ).toEqual([0.5, 0.75, Number.POSITIVE_INFINITY, 0, 0]);
});

describe('refused prices', () => {
  const refused = () =>
    movedPrices(
      sync([
        [2000, 9000],
        [2000, 8000],
        [2000, 2000],
      ]).plan,
    );

  test('are those that the plan would have set', () => {
    expect(refused()).toStrictEqual({ p0: 9000, p1: 8000 });
  });

  test('are none if the plan only changes other values', () => {
    const items = [anItem({ externalId: 'p0', quantity: 3 })];
    const products = [aFileProduct({ externalId: 'p0', quantity: 4 })];
    expect(movedPrices(planSync({ items, products, defaultMarkupCents: 1500 }))).toStrictEqual({});
  });

  test.each([
    [
      'the same feed',
      [
        [2000, 9000],
        [2000, 8000],
        [2000, 2000],
      ],
      true,
    ],
    [
      'new, missing and sold-out products',
      [
        [2000, 9000],
        [2000, null],
        [2000, 2000],
        [null, 5],
      ],
      true,
    ],
    [
      'a refused price that went back',
      [
        [2000, 9000],
        [2000, 2000],
        [2000, 2000],
      ],
      true,
    ],
    [
      'another price',
      [
        [2000, 9001],
        [2000, 8000],
        [2000, 2000],
      ],
      false,
    ],
    [
      'a price that moves too now',
      [
        [2000, 9000],
        [2000, 8000],
        [2000, 2001],
      ],
      false,
    ],
  ] as const)('%s is refused again: %s', (_, prices, isRefused) => {
    expect(wasRefused(movedPrices(sync(prices).plan), refused())).toBe(isRefused);
  });

  test('names of properties that every object has are ids like any other', () => {
    expect(wasRefused({ constructor: 5 }, {})).toBe(false);
  });
});

test('a base price that a sync changes is also compared with the one of a day ago, however small its step is', () => {
  const { plan } = sync([...STEADY, [5100, 2601], [3000, 2999], [null, 100]]);
  const [first, second] = itemsThatMove(plan);
  const reason = (dayAgo: number, limit = 50) =>
    slowPriceJump(
      plan,
      new Map([
        [first!, dayAgo],
        [second!, 3000],
      ]),
      limit,
    );
  expect(itemsThatMove(plan)).toHaveLength(2);
  expect(reason(10_000)).toBe(
    'Within a day: The base price of "Product 9" from $100.00 to $26.01 would move by more than 50%.',
  );
  expect(reason(5202)).toBeNull();
  expect(reason(10_000, 0)).toBeNull();
  expect(slowPriceJump(plan, new Map(), 50)).toBeNull();
});

test('only a changed price of an item that stays in the lists moves', () => {
  const items = ['dearer', 'renamed', 'back', 'gone'].map((externalId, place) =>
    anItem({ id: place + 1, externalId, name: externalId, priceCents: 2000, listed: externalId !== 'back' }),
  );
  const products = [
    aFileProduct({ externalId: 'dearer', name: 'dearer', priceCents: 9000 }),
    aFileProduct({ externalId: 'renamed', name: 'another', priceCents: 2000 }),
    aFileProduct({ externalId: 'back', name: 'back', priceCents: 9000 }),
    aFileProduct({ externalId: 'new', name: 'new', priceCents: 9000 }),
  ];
  const plan = planSync({ items, products, defaultMarkupCents: 1500 });
  expect(plan.rows).toHaveLength(5);
  expect(itemsThatMove(plan)).toEqual([1]);
  expect(movedPrices(plan)).toEqual({ dearer: 9000 });
  expect(plan.rows.filter((row) => sharePriceMoves(row) !== 0).map(({ itemId }) => itemId)).toEqual([1]);
  expect(slowPriceJump(plan, new Map(items.map(({ id }) => [id, 1000])), 50)).toBe(
    'Within a day: The base price of "dearer" from $10.00 to $90.00 would move by more than 50%.',
  );
});
