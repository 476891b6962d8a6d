import type { CartItem } from '#contract/cart.ts';
import { lineName } from '#domain/line-name.ts';
import type { Product } from '#domain/product.ts';
import { toast } from '../../ui/toast.ts';
import { changeCart } from './cart-store.ts';

/** Removes a line. It can be undone, and returns to its place (behavior 6.3). */
export const removeLine = (item: CartItem, product: Product): void => {
  changeCart({ kind: 'remove', productId: item.productId });
  toast({
    title: `${lineName(item)} removed`,
    action: { label: 'Undo', onSelect: () => putBack(item, product) },
  });
};

export const putBack = ({ quantity, addedAt }: CartItem, product: Product): void =>
  changeCart({ kind: 'restore', product, quantity, addedAt });
