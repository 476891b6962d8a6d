import { expect, test } from 'vitest';
import { fieldLabel, formatValue } from './plan-labels.ts';

test.each([
  [[], 'none'],
  [['north/x950-jar.jpg', 'fern.jpg'], 'jar.jpg, fern.jpg'],
  [['uploaded/0123456789abcdef0123456789abcdef.webp'], 'uploaded 012345'],
  [['/api/proxy-image/uploaded/0123456789abcdef0123456789abcdef.webp'], 'uploaded 012345'],
  [['uploaded/jar.webp'], 'jar.webp'],
])('the pictures %j are shown as "%s"', (images, shown) => {
  expect(`${fieldLabel('images')}: ${formatValue('images', images)}`).toBe(`Pictures: ${shown}`);
});
