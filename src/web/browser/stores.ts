/** What the shop asks of a browser's store. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A browser's store that never throws. Browsers refuse the store itself where site data is blocked, and a value where
 * it is full: then the value is kept by this page alone, until it is left.
 */
export const enduring = (store: () => Store): Store => {
  const refused = new Map<string, string>();
  return {
    getItem: (key) => {
      const own = refused.get(key);
      if (own !== undefined) return own;
      try {
        return store().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (key, value) => {
      try {
        store().setItem(key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
    removeItem: (key) => {
      refused.delete(key);
      try {
        store().removeItem(key);
      } catch {
        // Nothing is kept there.
      }
    },
  };
};

/** As long as the tab. */
export const sessionStore = enduring(() => sessionStorage);
/** In every tab, until it is removed. */
export const localStore = enduring(() => localStorage);

const PROBE = 'greenroom-probe';

/** Whether a store takes a value. */
export const takesValues = (store: () => Store): boolean => {
  try {
    store().setItem(PROBE, PROBE);
    store().removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
};

/** Whether this browser forgets with the next page who is here: nobody gets past the door of the shop then. */
export const keepsNothing = (): boolean =>
  !navigator.cookieEnabled || !takesValues(() => sessionStorage) || !takesValues(() => localStorage);
