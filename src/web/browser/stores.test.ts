import { expect, test } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import { enduring, type Store, takesValues } from './stores.ts';

const blocked = (): Store => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** A store that takes no more, but gives what it has. */
const full = (kept: Record<string, string>): Store => {
  const store = memoryStorage();
  for (const [key, value] of Object.entries(kept)) store.setItem(key, value);
  return {
    ...store,
    setItem: () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    },
  };
};

test('what the browser keeps is kept there', () => {
  const browser = memoryStorage();
  const store = enduring(() => browser);
  store.setItem('initialAuth', 'true');
  expect(browser.getItem('initialAuth')).toBe('true');
  expect(store.getItem('initialAuth')).toBe('true');
  store.removeItem('initialAuth');
  expect(browser.getItem('initialAuth')).toBeNull();
});

test('where site data is blocked the page keeps it for itself, and nothing throws', () => {
  const store = enduring(blocked);
  expect(store.getItem('authToken')).toBeNull();
  store.setItem('authToken', 'a');
  expect(store.getItem('authToken')).toBe('a');
  store.removeItem('authToken');
  expect(store.getItem('authToken')).toBeNull();
});

test('where the store is full the newest value counts, and a removed one is gone', () => {
  const browser = full({ 'cart-storage': 'old' });
  const store = enduring(() => browser);
  expect(store.getItem('cart-storage')).toBe('old');
  store.setItem('cart-storage', 'new');
  expect(store.getItem('cart-storage')).toBe('new');
  store.removeItem('cart-storage');
  expect(store.getItem('cart-storage')).toBeNull();
});

test.each([
  ['takes values', memoryStorage, true],
  ['is blocked', blocked, false],
  ['is full', () => full({}), false],
])('a store that %s says so', (_, store, expected) => {
  expect(takesValues(store)).toBe(expected);
});
