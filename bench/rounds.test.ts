import { expect, test } from 'vitest';
import { compare, median } from './rounds.ts';

test.each([
  [[3], 3],
  [[1, 9, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('the ratio is taken within each round, and each side goes first in every other round', async () => {
  const order: string[] = [];
  const side = (name: string, values: number[]) => async () => {
    order.push(name);
    return values.shift()!;
  };
  const result = await compare(
    { name: 'x', unit: 'y', bar: 0.5, rounds: 2 },
    { shop: side('shop', [99, 10, 30]), limit: side('limit', [99, 20, 30]) },
  );
  expect(order).toEqual(['shop', 'limit', 'shop', 'limit', 'limit', 'shop']);
  expect(result).toMatchObject({ shop: 20, limit: 25, ratio: 0.75 });
});
