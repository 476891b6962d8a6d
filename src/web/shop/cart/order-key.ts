import type { CartResponse } from '#contract/cart.ts';

/** Names one order, so that confirming it again after a lost answer cannot make a second one. */
export interface OrderKey {
  key: string;
  /** The contents it was made for. */
  order: string;
}

const contentsOf = ({ cart, items }: CartResponse): string =>
  JSON.stringify([items.map(({ productId, quantity }) => [productId, quantity]), cart.shippingOption, cart.notes]);

/**
 * The key under which this cart is confirmed: the one kept from an attempt whose end is not known, as long as the cart
 * is the same; another cart is another order and gets its own.
 */
export const keyFor = (cart: CartResponse, kept: OrderKey | null, random: () => string): OrderKey => {
  const order = contentsOf(cart);
  return kept?.order === order ? kept : { key: random(), order };
};

/** 128 random bits. `crypto.randomUUID` is missing where the page is not served securely. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
