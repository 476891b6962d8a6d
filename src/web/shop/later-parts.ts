import { lazyPart } from '../ui/lazy-part.tsx';

/*
 * What a member needs only after a press is fetched when the press is near, not with the list: the list is there sooner
 * on a slow network, and the press still finds its part ready.
 */

const details = () => import('./products/details-dialog.tsx');
const cart = () => import('./cart/cart-drawer.tsx');

export const DetailsDialog = lazyPart(details);
export const CartDrawer = lazyPart(cart);

/** A failed fetch ahead is no failure: the press asks again. */
const ahead = (part: () => Promise<unknown>) => (): void => {
  part().catch(() => undefined);
};

/** A pointer or the focus is among products. */
export const fetchDetailsAhead = ahead(details);
/** Something was put in the cart, or a pointer or the focus is on its button. */
export const fetchCartAhead = ahead(cart);
