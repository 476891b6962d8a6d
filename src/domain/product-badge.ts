const DAY_MS = 86_400_000;

/** How long the badges are shown (behavior 5.21). */
const NEW_FOR = 7 * DAY_MS;
const BACK_FOR = 3 * DAY_MS;
/** In a shop that has just opened everything is new, so nothing is called so. */
const OPENING = 7 * DAY_MS;

export const PRODUCT_BADGES = ['new', 'back'] as const;
export type ProductBadge = (typeof PRODUCT_BADGES)[number];

/** The facts that decide the badge of an item. Times are epoch milliseconds. */
export interface BadgedItem {
  /** When it was first listed; null if the shop does not know, which was long ago. */
  listedAt: number | null;
  /** When it last came back to stock; null if it never did. */
  backAt: number | null;
  /** The pieces that members can order. */
  quantity: number;
}

/**
 * Returns the badge of an item at a time (behavior 5.21), and the next time at which that may change by itself; null if
 * it will not. A new item is not called back too. `openedAt` is when the shop listed its first item.
 */
export const productBadge = (
  { listedAt, backAt, quantity }: BadgedItem,
  { openedAt, now }: { openedAt: number; now: number },
): { badge: ProductBadge | null; changesAt: number | null } => {
  const spans = [
    { badge: 'new' as const, from: Math.max(listedAt ?? 0, openedAt + OPENING), until: (listedAt ?? 0) + NEW_FOR },
    // A product that is sold out again is not back.
    { badge: 'back' as const, from: backAt ?? 0, until: quantity > 0 ? (backAt ?? 0) + BACK_FOR : 0 },
  ].filter(({ from, until }) => from < until && now < until);
  const changes = spans.map(({ from, until }) => (now < from ? from : until));
  return {
    badge: spans.find(({ from }) => now >= from)?.badge ?? null,
    changesAt: changes.length > 0 ? Math.min(...changes) : null,
  };
};
