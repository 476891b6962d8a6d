import type { CartResponse } from '#contract/cart.ts';

/**
 * The idempotency key of an order: confirming it again after a lost response returns the same receipt (behavior 6.5).
 */
export interface OrderKey {
  key: string;
  /** The contents of the cart that the key belongs to. Stored in browsers under this name. */
  order: string;
}

/** A cart and where it goes. */
type Order = CartResponse & { addressId?: string | null };

const contentsOf = ({ cart, items, addressId }: Order): string =>
  JSON.stringify([
    items.map(({ productId, quantity }) => [productId, quantity]),
    cart.shippingOption,
    cart.notes,
    ...(addressId ? [addressId] : []),
  ]);

/**
 * The key to confirm a cart with: the stored one of an earlier attempt if the cart is the same, otherwise a new one.
 */
export const keyFor = (cart: Order, stored: OrderKey | null, random: () => string): OrderKey => {
  const order = contentsOf(cart);
  return stored?.order === order ? stored : { key: random(), order };
};
