import type { CartResponse } from '#contract/cart.ts';

/**
 * The idempotency key of an order: confirming it again after a lost response returns the same receipt (behavior 6.5).
 */
export interface OrderKey {
  key: string;
  /** The contents of the cart that the key belongs to. Stored in browsers under this name. */
  order: string;
}

const contentsOf = ({ cart, items }: CartResponse): string =>
  JSON.stringify([items.map(({ productId, quantity }) => [productId, quantity]), cart.shippingOption, cart.notes]);

/**
 * The key to confirm a cart with: the stored one of an earlier attempt if the cart is the same, otherwise a new one.
 */
export const keyFor = (cart: CartResponse, stored: OrderKey | null, random: () => string): OrderKey => {
  const order = contentsOf(cart);
  return stored?.order === order ? stored : { key: random(), order };
};
