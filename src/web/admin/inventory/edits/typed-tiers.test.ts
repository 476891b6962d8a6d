import { expect, test } from 'vitest';
import { type TypedTier, wrongTier } from './typed-tiers.ts';

const rows = (...tiers: readonly (readonly [from: string, price: string])[]): TypedTier[] =>
  tiers.map(([from, price], key) => ({ key, from, price }));

test.each([
  ['a text as price', rows(['3', '15'], ['5', 'abc']), { key: 1, field: 'price' }],
  ['one piece', rows(['1', '15']), { key: 0, field: 'from' }],
  ['a smaller number of pieces', rows(['5', '15'], ['3', '14']), { key: 1, field: 'from' }],
  ['a price above the own one', rows(['3', '25']), { key: 0, field: 'price' }],
  ['nothing wrong', rows(['3', '15'], ['', '']), null],
] as const)('of tiers with %s, the field that is wrong is marked', (_, typed, wrong) => {
  expect(wrongTier(typed, 2000)).toEqual(wrong);
});
