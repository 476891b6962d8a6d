import { expect, test } from 'vitest';
import { isPageAddress } from './page-address.ts';

test.each([
  '/',
  '/auth',
  '/receipts/a1b2',
  '/admincp',
  '/test-points',
  '/reset/abc',
  '/apiary',
  '/no such page',
  '/receipts/api',
  '/v1.25/receipts',
])('%s is a page', (path) => {
  expect(isPageAddress(path)).toBe(true);
});

test.each([
  '/api',
  '/api/',
  '/api/cart',
  '/assets/index.js',
  '/healthz',
  '/readyz',
  '/metrics',
  '/theme.js',
  '/a/b.webp',
])('%s is not a page', (path) => {
  expect(isPageAddress(path)).toBe(false);
});
