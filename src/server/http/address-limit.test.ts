import { expect, test } from 'vitest';
import { AddressLimit } from './address-limit.ts';

test('an address that has made all calls of a minute waits for the next minute, and others do not', () => {
  const limit = new AddressLimit(3);
  expect([1, 2, 3, 4].map((call) => limit.count('a', 1000 + call))).toEqual([0, 0, 0, 60]);
  expect(limit.count('b', 30_000)).toBe(0);
  expect(limit.count('a', 60_500)).toBe(1);
  expect(limit.count('a', 61_001)).toBe(0);
});
