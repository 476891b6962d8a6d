import { expect, test } from 'vitest';
import { memoryStorage } from '../testing/memory-storage.ts';
import { isWritable, type Store, safeStore } from './safe-storage.ts';

const blocked = (): Store => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** A store that can be read, but is full. */
const full = (stored: Record<string, string>): Store & Pick<Storage, 'key' | 'length'> => {
  const store = memoryStorage();
  for (const [key, value] of Object.entries(stored)) store.setItem(key, value);
  return {
    getItem: store.getItem,
    removeItem: store.removeItem,
    key: store.key,
    length: store.length,
    setItem: () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    },
  };
};

test('a working store holds the values itself', () => {
  const browser = memoryStorage();
  const store = safeStore(() => browser);
  store.setItem('initialAuth', 'true');
  expect(browser.getItem('initialAuth')).toBe('true');
  expect(store.getItem('initialAuth')).toBe('true');
  store.removeItem('initialAuth');
  expect(browser.getItem('initialAuth')).toBeNull();
});

test('if site data is blocked, the page holds the values itself, and nothing throws', () => {
  const store = safeStore(blocked);
  expect(store.getItem('authToken')).toBeNull();
  store.setItem('authToken', 'a');
  expect(store.getItem('authToken')).toBe('a');
  store.removeItem('authToken');
  expect(store.getItem('authToken')).toBeNull();
});

test('if the store is full, the newest value counts, and a removed one is gone', () => {
  const browser = full({ 'cart-storage': 'old' });
  const store = safeStore(() => browser);
  expect(store.getItem('cart-storage')).toBe('old');
  store.setItem('cart-storage', 'new');
  expect(store.getItem('cart-storage')).toBe('new');
  store.removeItem('cart-storage');
  expect(store.getItem('cart-storage')).toBeNull();
});

test('a store lists what it holds, also what only the page holds', () => {
  const store = safeStore(() => full({ 'cart-storage': 'old' }));
  store.setItem('authToken', 'a');
  expect(store.keys().sort()).toEqual(['authToken', 'cart-storage']);
  expect(safeStore(blocked).keys()).toEqual([]);
});

test.each([
  ['works', memoryStorage, true],
  ['is blocked', blocked, false],
  ['is full', () => full({}), false],
])('a store that %s: writable is %s', (_, store, expected) => {
  expect(isWritable(store)).toBe(expected);
});
