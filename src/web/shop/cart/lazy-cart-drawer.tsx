import type { ComponentProps } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useCart } from './cart-store.ts';

// The drawer has its own chunk, so that the list appears sooner on a slow network.
const CartDrawer = lazyPart(() => import('./cart-drawer.tsx'));

/**
 * Loads the chunk of the drawer in advance. Called when something was added, or a pointer or the focus is on the
 * button.
 */
export const prefetchCart = (): void => {
  // If this fails, opening the cart tries again.
  CartDrawer.load().catch(() => undefined);
};

/** The cart drawer, from the first time it is opened. */
export const Cart = (props: ComponentProps<typeof CartDrawer>) => {
  const isOpen = useCart((state) => state.isOpen);
  const wasOpened = useLastShown(isOpen || null) !== null;
  return wasOpened ? <CartDrawer {...props} /> : null;
};
