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
  resetPattern: '/reset/:token',
  /** The seller's chat, outside the shop. */
  sellerChat: (username: string): string => `https://t.me/${encodeURIComponent(username)}`,
} as const;

/** Leaves by a full-page navigation, as all ways to and from the admin pages do. */
export const leaveTo = (path: string): void => window.location.assign(path);

/** Like leaveTo, but without a history entry for the page that is left. For redirects. */
export const redirectTo = (path: string): void => window.location.replace(path);
