import { expect, test } from 'vitest';
import { erasedWords, statsWords } from './upload-words.ts';

test('one is told as one, many as many', () => {
  const stats = { totalProducts: 1, productsWithStock: 1, categoriesFound: 1 };
  expect(statsWords(stats)).toBe('1 product in the file, 1 with stock, 1 category.');
  expect(statsWords({ totalProducts: 60, productsWithStock: 40, categoriesFound: 2 })).toBe(
    '60 products in the file, 40 with stock, 2 categories.',
  );
});

test.each([
  [0, 0, 'No item is removed or overwritten.'],
  [1, 0, '1 item removed.'],
  [0, 12, '12 items overwritten.'],
  [300, 1, '300 items removed, 1 item overwritten.'],
])('a replacement that takes %i items and overwrites %i says so', (removed, changed, words) => {
  expect(erasedWords({ added: 5, unchanged: 0, removed, changed })).toBe(words);
});
