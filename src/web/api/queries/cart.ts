import {
  addToCart,
  type CartResponse,
  clearCart,
  getCart,
  removeCartItem,
  setCartNotes,
  setCartPoints,
  setCartShipping,
  updateCartItem,
} from '#contract/cart.ts';
import { confirmOrder } from '#contract/receipts.ts';
import type { ShippingOption } from '#domain/constants.ts';
import { call } from '../client.ts';

/*
 * The calls of the cart. They are not cached queries: shop/cart/cart-store.ts holds the one cart and the order of its
 * writes.
 */

export const fetchCart = (fallback = 'Failed to fetch cart'): Promise<CartResponse> => call(getCart, { fallback });

export const QUANTITY_FAILED = 'Failed to update quantity';
export const REMOVAL_FAILED = 'Failed to remove item';

/** The same key adds nothing again (behavior 2.10). With `addedAt` a removed line returns to its place. */
export const addCartItem = (
  line: { productId: number; quantity: number; addedAt: string | undefined },
  idempotencyKey: string,
): Promise<CartResponse> =>
  call(addToCart, {
    body: line,
    idempotencyKey,
    fallback: 'Failed to add item to cart. Please try again.',
  });

export const setCartQuantity = (lineId: number, quantity: number): Promise<CartResponse> =>
  call(updateCartItem, { params: { id: String(lineId) }, body: { quantity }, fallback: QUANTITY_FAILED });

export const deleteCartItem = (lineId: number): Promise<CartResponse> =>
  call(removeCartItem, { params: { id: String(lineId) }, fallback: REMOVAL_FAILED });

export const emptyWholeCart = (): Promise<CartResponse> => call(clearCart, { fallback: 'Failed to clear cart' });

export const chooseShipping = (shippingOption: ShippingOption): Promise<CartResponse> =>
  call(setCartShipping, { body: { shippingOption }, fallback: 'Failed to update shipping' });

export const writeNotes = (notes: string): Promise<CartResponse> =>
  call(setCartNotes, { body: { notes }, fallback: 'Failed to update notes' });

export const spendCartPoints = (points: number): Promise<CartResponse> =>
  call(setCartPoints, { body: { points }, fallback: 'Failed to use points' });

/** Confirms the order. The same key returns the same receipt again (behavior 6.5). */
export const confirmCart = (
  idempotencyKey: string,
  body: { expectedTotal: string | undefined; addressId: string | null },
) => call(confirmOrder, { body, idempotencyKey });
