import { expect, test } from 'vitest';
import { isShellPath, mayTakeOver } from './navigation.ts';

test.each(['/', '/auth', '/dashboard', '/account', '/receipts', '/receipts/a1b2', '/administration'])(
  '%s belongs to the customer flow, and works offline',
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

const onlyPage = { isReload: true, pages: 1 };

test('a new version takes over when the only open page is reloaded', () => {
  expect(mayTakeOver(onlyPage)).toBe(true);
});

test.each([
  ['another page is open', { ...onlyPage, pages: 2 }],
  ['the page was opened by a link, perhaps in a second tab', { ...onlyPage, isReload: false }],
])('the old version stays if %s', (_, reload) => {
  expect(mayTakeOver(reload)).toBe(false);
});
