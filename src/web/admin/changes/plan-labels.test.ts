import { expect, test } from 'vitest';
import { fieldLabel, formatCounts, formatStats, formatValue } from './plan-labels.ts';

test.each([
  [[], 'none'],
  [['north/x950-jar.jpg', 'fern.jpg'], 'jar.jpg, fern.jpg'],
  [['uploaded/0123456789abcdef0123456789abcdef.webp'], 'uploaded 012345'],
  [['/api/proxy-image/uploaded/0123456789abcdef0123456789abcdef.webp'], 'uploaded 012345'],
  [['uploaded/jar.webp'], 'jar.webp'],
])('the pictures %j are shown as "%s"', (images, shown) => {
  expect(`${fieldLabel('images')}: ${formatValue('images', images)}`).toBe(`Pictures: ${shown}`);
});

test('what a file or the feed contains is counted in singular and plural', () => {
  const stats = { totalProducts: 1, productsWithStock: 1, categoriesFound: 1 };
  expect(formatStats(stats, 'file')).toBe('1 product in the file, 1 with stock, 1 category.');
  expect(formatStats({ totalProducts: 60, productsWithStock: 40, categoriesFound: 2 }, 'feed')).toBe(
    '60 products in the feed, 40 with stock, 2 categories.',
  );
});

test('large counts are as easy to read as small ones', () => {
  expect(formatCounts({ added: 20_000, changed: 1200, removed: 3 })).toBe('20,000 added, 1,200 changed, 3 removed');
});
