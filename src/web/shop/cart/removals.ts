import type { CartItem } from '#contract/cart.ts';
import { lineName } from '#domain/line-name.ts';
import type { Product } from '#domain/product.ts';
import { toast } from '../../ui/toast.ts';
import { changeCart, useCart } from './cart-store.ts';

/* Removing lines. Each of these can be undone, and the lines return to their places (behavior 6.3). */

/** Removes a line. */
export const removeLine = (item: CartItem, product: Product): void => {
  changeCart({ kind: 'remove', productId: item.productId });
  toast({
    title: `${lineName(item)} removed`,
    action: { label: 'Undo', onSelect: () => putBack(item, product) },
  });
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

export const putBack = ({ quantity, addedAt }: CartItem, product: Product): void =>
  changeCart({ kind: 'restore', product, quantity, addedAt });
