import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learnShopTime, shopNow } from './shop-clock.ts';

const SHOP = Date.UTC(2026, 10, 27, 9, 30);
const HOUR = 3_600_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  learnShopTime(new Date(Date.now()).toUTCString(), Date.now());
  vi.useRealTimers();
});

test.each([
  ['ahead', 2 * HOUR],
  ['behind', -3 * HOUR],
  ['a year ahead', 365 * 24 * HOUR],
])('the time of the shop is known on a device whose clock is %s', (_, wrongBy) => {
  vi.setSystemTime(SHOP + wrongBy + 400);
  learnShopTime(new Date(SHOP).toUTCString(), SHOP + wrongBy);
  expect(Math.abs(shopNow() - SHOP - 400)).toBeLessThanOrEqual(1000);
  vi.advanceTimersByTime(HOUR);
  expect(Math.abs(shopNow() - SHOP - 400 - HOUR)).toBeLessThanOrEqual(1000);
});

test('a device whose clock is right within seconds goes by its own, also after a slow response', () => {
  vi.setSystemTime(SHOP + 20_000);
  learnShopTime(new Date(SHOP + 10_000).toUTCString(), SHOP);
  expect(shopNow()).toBe(SHOP + 20_000);
});

test('a clock that is put right counts from the next response on, and a response without a time says nothing', () => {
  vi.setSystemTime(SHOP + HOUR);
  learnShopTime(new Date(SHOP).toUTCString(), SHOP + HOUR);
  learnShopTime(null, SHOP + HOUR);
  expect(Math.abs(shopNow() - SHOP)).toBeLessThanOrEqual(1000);
  vi.setSystemTime(SHOP);
  learnShopTime(new Date(SHOP).toUTCString(), SHOP);
  expect(shopNow()).toBe(SHOP);
});
