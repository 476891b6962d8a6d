import { expect, test } from 'vitest';
import { isAffected } from './use-live-panel.ts';

test('a change reloads the lists of its subject, and of single things only those that it names', () => {
  const list = ['admin', 'receipts', 'list', { q: '' }];
  const one = ['admin', 'receipts', 'one', 'r7'];
  expect(isAffected(list, 'receipts', ['r1'])).toBe(true);
  expect(isAffected(one, 'receipts', ['r1'])).toBe(false);
  expect(isAffected(one, 'receipts', ['r1', 'r7'])).toBe(true);
  expect(isAffected([...one, 'events'], 'receipts', ['r7'])).toBe(true);
  expect(isAffected(one, 'receipts', null)).toBe(true);
  expect(isAffected(list, 'users', null)).toBe(false);
  expect(isAffected(['user'], 'users', null)).toBe(false);
});

test('any change reloads what needs attention, except the progress of a task', () => {
  expect(isAffected(['admin', 'attention'], 'receipts', ['r1'])).toBe(true);
  expect(isAffected(['admin', 'attention'], 'users', null)).toBe(true);
  expect(isAffected(['admin', 'attention'], 'tasks', null)).toBe(false);
  expect(isAffected(['admin', 'tasks'], 'tasks', null)).toBe(true);
});

test('orders and stock reload the overview', () => {
  expect(isAffected(['admin', 'overview', 30], 'receipts', ['r1'])).toBe(true);
  expect(isAffected(['admin', 'overview', 30], 'stock', null)).toBe(true);
  expect(isAffected(['admin', 'overview', 30], 'users', null)).toBe(false);
});

test('the list of webhook notices says whether there is a webhook, so settings reload it too', () => {
  expect(isAffected(['admin', 'notices'], 'settings', null)).toBe(true);
  expect(isAffected(['admin', 'notices'], 'notices', [1])).toBe(true);
  expect(isAffected(['admin', 'notices'], 'receipts', null)).toBe(false);
});

test('settings, products, orders and accounts reload how far the opening of the shop is', () => {
  for (const subject of ['settings', 'stock', 'receipts', 'users'])
    expect(isAffected(['admin', 'opening'], subject, null)).toBe(true);
  for (const subject of ['tasks', 'sync', 'notices'])
    expect(isAffected(['admin', 'opening'], subject, null)).toBe(false);
});
