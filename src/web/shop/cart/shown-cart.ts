import { type CartState, useCart } from './cart-store.ts';

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
