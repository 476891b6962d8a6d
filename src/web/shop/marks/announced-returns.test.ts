import { expect, test } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { takeReturns } from './announced-returns.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const HOUR_MS = 3_600_000;

const alert = (productId: number, hoursAgo: number | null) => ({
  productId,
  createdAt: new Date(NOW - 1000 * HOUR_MS).toISOString(),
  backAt: hoursAgo === null ? null : new Date(NOW - hoursAgo * HOUR_MS).toISOString(),
});
const mara = { member: 'u1', now: NOW };
const inStock = () => true;

test('a return is told once on a device, and the next one again', () => {
  const store = memoryStorage();
  expect(takeReturns([alert(1, 2), alert(2, null)], mara, inStock, store)).toEqual([1]);
  expect(takeReturns([alert(1, 2), alert(2, null)], mara, inStock, store)).toEqual([]);
  expect(takeReturns([alert(1, 2), alert(2, 1)], mara, inStock, store)).toEqual([2]);
  expect(takeReturns([alert(1, 0.5), alert(2, 1)], mara, inStock, store)).toEqual([1]);
});

test('what has sold out again, or came back over a week ago, is not told', () => {
  const store = memoryStorage();
  expect(takeReturns([alert(1, 2), alert(2, 24 * 7 + 1)], mara, (id) => id !== 1, store)).toEqual([]);
  expect(takeReturns([alert(1, 2)], mara, inStock, store)).toEqual([1]);
});

test('each member of a device is told', () => {
  const store = memoryStorage();
  expect(takeReturns([alert(1, 2)], mara, inStock, store)).toEqual([1]);
  expect(takeReturns([alert(1, 2)], { ...mara, member: 'u2' }, inStock, store)).toEqual([1]);
});

test('a memory that cannot be read counts as empty', () => {
  const store = memoryStorage();
  store.setItem('greenroom-returns', 'not JSON');
  expect(takeReturns([alert(1, 2)], mara, inStock, store)).toEqual([1]);
});
