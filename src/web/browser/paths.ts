/** All paths of the shop. Patterns are for the router, functions make links. */
export const paths = {
  home: '/',
  admin: '/admin',
  adminPanel: '/admincp',
  dashboard: '/dashboard',
  auth: '/auth',
  testPoints: '/test-points',
  account: '/account',
  receipts: '/receipts',
  receiptPattern: '/receipts/:id',
  receipt: (id: string): string => `/receipts/${encodeURIComponent(id)}`,
  /** The payment of an order, on its page. */
  payment: (id: string): string => `${paths.receipt(id)}#pay`,
  resetPattern: '/reset/:token',
} as const;

/** Returns true if it asks the person first, and then calls `go` itself, or not at all. */
type Guard = (to: string, go: () => void) => boolean;

let guard: Guard | null = null;

/** Lets a page ask before somebody leaves it with something unsaved. Returns a function that ends this. */
export const guardLeaving = (asks: Guard): (() => void) => {
  guard = asks;
  return () => {
    if (guard === asks) guard = null;
  };
};

/** Goes to another address, unless the page that would be left asks first. */
export const beforeLeaving = (to: string, go: () => void): void => {
  if (!guard?.(to, go)) go();
};

/** Leaves by a full-page navigation, as all ways to and from the admin pages do. */
export const leaveTo = (path: string): void => beforeLeaving(path, () => window.location.assign(path));

/** Like leaveTo, but without a history entry for the page that is left. For redirects. */
export const redirectTo = (path: string): void => window.location.replace(path);
