import { expect, test } from 'vitest';
import { compare, median } from './rounds.ts';

test.each([
  [[3], 3],
  [[1, 9, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

const turns = (order: string[]) => (name: string, rates: number[]) => async () => {
  order.push(name);
  const rate = rates.shift()!;
  return { rate, p99: rate / 10 };
};

test('the ratio is taken within each round, and each side goes first in every other round', async () => {
  const order: string[] = [];
  const side = turns(order);
  const result = await compare({ name: 'x', unit: 'y', rounds: 2 }, side('shop', [99, 10, 30]), [
    { name: 'limit', bar: 0.5, measure: side('limit', [99, 20, 30]) },
  ]);
  expect(order).toEqual(['shop', 'limit', 'shop', 'limit', 'limit', 'shop']);
  expect(result).toEqual([
    {
      name: 'x',
      unit: 'y',
      rival: 'limit',
      shop: { rate: 20, p99: 2 },
      other: { rate: 25, p99: 2.5 },
      ratio: 0.75,
      bar: 0.5,
    },
  ]);
});

test('the shop is measured once a round for several rivals, each with its own ratio and bar', async () => {
  const order: string[] = [];
  const side = turns(order);
  const result = await compare({ name: 'x', unit: 'y', rounds: 3 }, side('shop', [1, 30, 30, 30]), [
    { name: 'plain', bar: 3, measure: side('plain', [1, 10, 15, 20]) },
    { name: 'limit', bar: 0.7, measure: async () => ({ rate: 60 }) },
  ]);
  expect(order.join(' ')).toBe('shop plain shop plain plain shop shop plain');
  expect(result).toMatchObject([
    { rival: 'plain', ratio: 2, bar: 3, other: { rate: 15, p99: 1.5 } },
    { rival: 'limit', ratio: 0.5, bar: 0.7 },
  ]);
  expect(result[1]!.other).toEqual({ rate: 60 });
});
