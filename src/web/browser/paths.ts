/** Every address of the shop, once. Patterns are for the router, functions make links. */
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
  resetPattern: '/reset/:token',
  /** The seller's chat, outside of the shop. */
  sellerChat: (username: string): string => `https://t.me/${encodeURIComponent(username)}`,
} as const;

/** Leaves by a full-page navigation, as every way to and from the admin pages does (specification §2). */
export const leaveTo = (path: string): void => window.location.assign(path);

/** As leaveTo, but the page left does not stay in the history: for redirects. */
export const redirectTo = (path: string): void => window.location.replace(path);
