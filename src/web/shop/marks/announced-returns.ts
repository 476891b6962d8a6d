import type { Alert } from '#contract/alerts.ts';
import { localStore, type Store } from '../../browser/safe-storage.ts';

/** Older returns are no news to a device that has not shown them. */
const NEWS_FOR_MS = 7 * 24 * 3_600_000;
const STORED = 'greenroom-returns';

/** The last return of each product that the member has seen here, by product id. */
type Told = Readonly<Record<number, string>>;

/**
 * Returns the products that are back and that this device has not shown to its member, and remembers them (behavior
 * 5.23). A product that sold out again is left for its next return. The memory ends when the member logs out.
 */
export const takeReturns = (
  alerts: readonly Alert[],
  { member, now }: { member: string; now: number },
  isInStock: (productId: number) => boolean,
  store: Store = localStore,
): number[] => {
  const before = toldTo(member, store);
  const news = alerts.filter(
    ({ productId, backAt }) =>
      backAt !== null &&
      before[productId] !== backAt &&
      isInStock(productId) &&
      now - new Date(backAt).getTime() < NEWS_FOR_MS,
  );
  if (news.length === 0) return [];
  const told = Object.fromEntries(
    alerts.flatMap(({ productId, backAt }) => {
      const at = news.some((alert) => alert.productId === productId) ? backAt : before[productId];
      return at ? [[productId, at]] : [];
    }),
  );
  store.setItem(STORED, JSON.stringify({ member, told }));
  return news.map(({ productId }) => productId);
};

const toldTo = (member: string, store: Store): Told => {
  try {
    const stored = JSON.parse(store.getItem(STORED) ?? '{}') as { member?: string; told?: Told };
    return stored.member === member ? (stored.told ?? {}) : {};
  } catch {
    return {};
  }
};
