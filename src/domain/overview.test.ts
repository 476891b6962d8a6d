import { describe, expect, test } from 'vitest';
import {
  addDays,
  addItems,
  averageCents,
  daysOfStock,
  discountsByItem,
  fillDays,
  isOpenFor,
  rankBy,
  rankItems,
  type SoldItem,
  spreadDiscount,
  sumDays,
} from './overview.ts';

const DAYS = [
  { day: 1, orders: 2, cents: 300 },
  { day: 2, orders: 1, cents: 50 },
  { day: 4, orders: 1, cents: 7 },
];

describe('days', () => {
  test.each([
    ['2026-11-26', 1, true],
    ['2026-11-26', 2, false],
    ['2026-10-28', 30, true],
    ['2026-10-29', 30, false],
    ['1970-01-01', 180, true],
    ['2026-11-27', 1, false],
    [null, 1, false],
  ])('a shop that began on %j has been there for %d days on November 26: %j', (since, days, isOpen) => {
    expect(isOpenFor(days, { since, today: '2026-11-26' })).toBe(isOpen);
  });

  test('only the days of a period are summed, its first and last included', () => {
    expect(sumDays(DAYS, 1, 2)).toEqual({ orders: 3, cents: 350 });
    expect(sumDays(DAYS, 2, 4)).toEqual({ orders: 2, cents: 57 });
    expect(sumDays(DAYS, 5, 9)).toEqual({ orders: 0, cents: 0 });
  });

  test('days without sales are shown too', () => {
    expect(fillDays(DAYS, 2, 4)).toEqual([
      { date: '1970-01-03', orders: 1, cents: 50 },
      { date: '1970-01-04', orders: 0, cents: 0 },
      { date: '1970-01-05', orders: 1, cents: 7 },
    ]);
  });

  test('parts of the same day are added up', () => {
    expect(addDays([...DAYS, { day: 2, orders: 3, cents: 5 }])).toEqual([
      DAYS[0],
      { day: 2, orders: 4, cents: 55 },
      DAYS[2],
    ]);
  });

  test('parts of the same item are added up, and other days are left out', () => {
    const part = (day: number, itemId: number, pieces: number, cents: number) => ({ day, itemId, pieces, cents });
    const parts = [part(1, 7, 1, 10), part(2, 7, 2, 20), part(3, 7, 4, 40), part(3, 8, 1, 5), part(4, 7, 8, 80)];
    expect([...addItems([parts.slice(0, 2), parts.slice(2)], { first: 2, last: 3 })]).toEqual([
      [7, { pieces: 6, cents: 60 }],
      [8, { pieces: 1, cents: 5 }],
    ]);
    expect(parts[1]).toEqual(part(2, 7, 2, 20));
  });
});

test.each([
  [0, 0, 0],
  [3, 1000, 333],
  [3, 2000, 667],
  [2, 1, 1],
])('%d orders of %d cents average to %d cents', (orders, cents, average) => {
  expect(averageCents({ orders, cents })).toBe(average);
});

describe('a discount', () => {
  test.each([
    [[1000, 1000], 100, [50, 50]],
    [[1000, 2000], 100, [33, 67]],
    [[1000, 1000, 1000], 100, [34, 33, 33]],
    [[1, 5000, 2], 5003, [1, 5000, 2]],
    [[3000], 1, [1]],
    [[1000, 3000, 3000], 10, [1, 5, 4]],
    [[0, 0], 0, [0, 0]],
    [[0, 100], 50, [0, 50]],
  ])('on lines of %j cents, %d cents are spread as %j', (amounts, discount, shares) => {
    expect(spreadDiscount(amounts, discount)).toEqual(shares);
  });

  test('of millions is spread without losing a cent', () => {
    expect(spreadDiscount([900_000_000_001, 900_000_000_003], 1_000_000_000_001)).toEqual([
      499_999_999_999, 500_000_000_002,
    ]);
  });

  test('is summed per item over receipts, whose lines follow each other', () => {
    const line = (receiptId: string, itemId: number, cents: number, discount: number) => ({
      receiptId,
      itemId,
      cents,
      discount,
    });
    const lines = [line('a', 1, 1000, 100), line('a', 2, 1000, 100), line('b', 1, 3000, 30), line('c', 3, 500, 5)];
    expect([...discountsByItem(lines)]).toEqual([
      [1, 80],
      [2, 50],
      [3, 5],
    ]);
    expect([...discountsByItem([])]).toEqual([]);
  });
});

const item = (id: number, values: Partial<SoldItem> = {}): SoldItem => ({
  id,
  name: `Item ${id}`,
  size: null,
  brand: null,
  category: null,
  pieces: 1,
  cents: 100,
  available: 10,
  reserved: 0,
  ...values,
});

describe('what was sold', () => {
  test('is sorted by sales, then by pieces, then by id', () => {
    const items = [item(2), item(1), item(3, { pieces: 2 }), item(4, { cents: 500 })];
    expect(rankItems(items).map(({ id }) => id)).toEqual([4, 3, 1, 2]);
    expect(items[0]!.id).toBe(2);
  });

  test('is summed by brand or category, and without one it is Unknown', () => {
    const items = [
      item(1, { brand: 'B', category: 'Flower' }),
      item(2, { brand: 'A', cents: 300, pieces: 2 }),
      item(3, { brand: 'B', cents: 50, pieces: 3 }),
      item(4),
      item(5, { brand: 'C', pieces: 2 }),
      item(6, { brand: 'E' }),
      item(7, { brand: 'D' }),
    ];
    expect(rankBy(items, 'brand')).toEqual([
      { name: 'A', pieces: 2, cents: 300 },
      { name: 'B', pieces: 4, cents: 150 },
      { name: 'C', pieces: 2, cents: 100 },
      { name: 'D', pieces: 1, cents: 100 },
      { name: 'E', pieces: 1, cents: 100 },
      { name: 'Unknown', pieces: 1, cents: 100 },
    ]);
    expect(rankBy(items, 'category').map(({ name }) => name)).toEqual(['Unknown', 'Flower']);
  });

  test.each([
    [10, 30, 30, 10],
    [10, 31, 30, 9],
    [0, 5, 30, 0],
    [-2, 5, 30, 0],
    [1, 7, 7, 1],
  ])('%d pieces left of an item of which %d were sold in %d days last %d days', (available, pieces, days, left) => {
    expect(daysOfStock([item(1, { available, pieces })], days)).toMatchObject([{ days: left }]);
  });

  test('the stock that ends first comes first, and what members do not see is left out', () => {
    const items = [
      item(1, { available: 9 }),
      item(2, { available: null }),
      item(5, { available: 2 }),
      item(4, { available: 4, pieces: 2 }),
      item(3, { available: 2 }),
      item(6, { pieces: 0 }),
    ];
    expect(daysOfStock(items, 10).map(({ item: { id }, days }) => [id, days])).toEqual([
      [4, 20],
      [3, 20],
      [5, 20],
      [1, 90],
    ]);
  });
});
