/** The part of a browser's storage that the shop uses. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A store that also says what it holds. */
export interface ListedStore extends Store {
  keys: () => string[];
}

/**
 * A store that never throws. Browsers block the whole store if site data is blocked, and reject values if it is full.
 * Rejected values are then held in memory until the page is left.
 */
export const safeStore = (store: () => Store & Partial<Pick<Storage, 'key' | 'length'>>): ListedStore => {
  const inMemory = new Map<string, string>();
  return {
    getItem: (key) => {
      const value = inMemory.get(key);
      if (value !== undefined) return value;
      try {
        return store().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (key, value) => {
      try {
        store().setItem(key, value);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, value);
      }
    },
    removeItem: (key) => {
      inMemory.delete(key);
      try {
        store().removeItem(key);
      } catch {
        // A blocked store holds nothing.
      }
    },
    keys: () => {
      const keys = new Set(inMemory.keys());
      try {
        const browser = store();
        for (let at = 0; at < (browser.length ?? 0); at++) keys.add(browser.key?.(at) ?? '');
      } catch {
        // A blocked store holds nothing.
      }
      return [...keys];
    },
  };
};

/** Lasts as long as the tab. */
export const sessionStore = safeStore(() => sessionStorage);
/** Shared by all tabs, lasts until removed. */
export const localStore = safeStore(() => localStorage);

const PROBE = 'greenroom-probe';

/** True if the store accepts values. */
export const isWritable = (store: () => Store): boolean => {
  try {
    store().setItem(PROBE, PROBE);
    store().removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
};

/**
 * True if this browser blocks cookies or site data. Nobody can sign in then, because the next page would not know it.
 */
export const isStorageBlocked = (): boolean =>
  !navigator.cookieEnabled || !isWritable(() => sessionStorage) || !isWritable(() => localStorage);
