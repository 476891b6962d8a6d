import { create } from 'zustand';
import type { CartItem } from '#contract/cart.ts';
import { lineName } from '#domain/line-name.ts';
import type { Product } from '#domain/product.ts';
import { announce } from '../../ui/announcer.tsx';
import { type CartState, changeCart, putBack, useCart } from './cart-store.ts';

/* What the open drawer shows beyond the cart itself. */

let lastShown = useCart.getState();
let isHeld = false;
useCart.subscribe((now) => {
  if (now.isOpen && !isHeld) lastShown = now;
});

/** While an order is sent, the drawer shows what is ordered: the shop may empty the cart before it responds. */
export const holdShownCart = (holds: boolean): void => {
  isHeld = holds;
};

/** The cart as the drawer shows it. One that closes keeps what it showed. */
export const useShownCart = (): CartState => {
  const cart = useCart();
  return cart.isOpen && !isHeld ? cart : { ...lastShown, isOpen: cart.isOpen };
};

export interface RemovedLine {
  item: CartItem;
  /** Its button has the focus: the line was removed from its own field. */
  focused: boolean;
  /** It may be out of sight of who removed it. */
  comesIntoView: boolean;
}

/** The lines that were removed since the cart was opened. Each keeps its place, with Undo. */
export const useRemovedLines = create<readonly RemovedLine[]>(() => []);

export const forgetRemovedLines = (): void => useRemovedLines.setState([], true);

/** Removes a line of the open cart. */
export const removeFromOpenCart = (item: CartItem, { focused = false, comesIntoView = false } = {}): void => {
  changeCart({ kind: 'remove', productId: item.productId });
  useRemovedLines.setState(
    (lines) => [...lines.filter((other) => other.item.productId !== item.productId), { item, focused, comesIntoView }],
    true,
  );
  announce(`${lineName(item)} removed`);
};

/** Empties lines and notes. Returns a function that brings them back. */
export const clearLines = (items: readonly CartItem[], products: readonly Product[] | undefined): (() => void) => {
  const { unsentNotes, cart } = useCart.getState();
  const notes = unsentNotes ?? cart?.notes ?? '';
  changeCart({ kind: 'clear' });
  return () => {
    for (const item of items) {
      const product = products?.find(({ id }) => id === item.productId);
      if (product) putBack(item, product);
    }
    if (notes) changeCart({ kind: 'notes', notes });
  };
};
