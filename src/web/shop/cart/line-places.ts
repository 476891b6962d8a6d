import type { CartItem } from '#contract/cart.ts';

/**
 * The product ids of the lines, in the order in which the drawer shows them. The shop has a removed line that is put
 * back at the end. The drawer keeps its place: a removed product stays in the list until it is added anew.
 */
export type LinePlaces = readonly number[];

/** The places after the cart has these items: new products come last. */
export const withPlaces = (places: LinePlaces, items: readonly CartItem[]): LinePlaces => {
  const known = new Set(places);
  const added = items.map(({ productId }) => productId).filter((id) => !known.has(id));
  return added.length === 0 ? places : [...places, ...added];
};

/** The items in the order of their places. */
export const inPlaces = (items: readonly CartItem[], places: LinePlaces): CartItem[] => {
  const rank = new Map(places.map((id, place) => [id, place]));
  const rankOf = ({ productId }: CartItem) => rank.get(productId) ?? places.length;
  return items.toSorted((a, b) => rankOf(a) - rankOf(b));
};

/** The places after a product without a line was added: unlike a line that is put back, it comes last. */
export const addedAnew = (places: LinePlaces, productId: number): LinePlaces => places.filter((id) => id !== productId);
