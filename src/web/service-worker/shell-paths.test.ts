import { expect, test } from 'vitest';
import { isShellPath } from './shell-paths.ts';

test.each(['/', '/auth', '/dashboard', '/account', '/receipts', '/receipts/a1b2', '/administration'])(
  '%s is the customer flow, and stands offline',
  (path) => {
    expect(isShellPath(path)).toBe(true);
  },
);

test.each([
  '/api/inventory-data',
  '/api',
  '/healthz',
  '/assets/gone.js',
  '/admin',
  '/admincp',
  '/admincp/receipts',
  '/test-points',
  '/test-points/',
  '/reset/abc',
  '/theme.js',
  '/manifest.webmanifest.br',
])('%s is left to the server', (path) => {
  expect(isShellPath(path)).toBe(false);
});
