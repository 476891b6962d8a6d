import { expect, test } from 'vitest';
import { counted } from './text.ts';

test.each([
  ['0 items', counted(0)],
  ['1 item', counted(1)],
  ['2 items', counted(2)],
  ['1 product', counted(1, 'product')],
  ['12 products', counted(12, 'product')],
  ['1 category', counted(1, 'category', 'categories')],
  ['2 categories', counted(2, 'category', 'categories')],
])('%s', (words, said) => {
  expect(said).toBe(words);
});
