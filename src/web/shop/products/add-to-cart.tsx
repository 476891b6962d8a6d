import { Check, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Product } from '#domain/product.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { changeCart } from '../cart/cart-store.ts';
import { prefetchCart } from '../cart/lazy-cart-drawer.tsx';

interface AddToCartProps {
  product: Product;
  quantity?: number;
  disabled?: boolean;
  size?: ButtonSize;
  /** Shows only the icon. The accessible name stays. */
  iconOnly?: boolean;
  /** Shows only the text. */
  textOnly?: boolean;
  /** The id of the element that names the product, for screen readers. */
  describedBy?: string;
  className?: string;
}

const CONFIRMED_MS = 1200;

/** Adds a product to the cart. A check mark confirms the press at once. */
export const AddToCart = ({
  product,
  quantity = 1,
  disabled,
  size = 'md',
  iconOnly,
  textOnly,
  describedBy,
  className,
}: AddToCartProps) => {
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (presses === 0) return;
    const timer = setTimeout(() => setPresses(0), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [presses]);
  const Icon = presses > 0 ? Check : Plus;
  return (
    <Button
      variant="primary"
      size={size}
      disabled={disabled || product.quantity === 0}
      aria-label={iconOnly ? 'Add to Cart' : undefined}
      aria-describedby={describedBy}
      className={className}
      onClick={() => {
        // Offline nothing can be added, so there is no check mark.
        if (navigator.onLine) setPresses(presses + 1);
        changeCart({ kind: 'add', product, quantity });
        prefetchCart();
      }}
    >
      {!textOnly && <Icon aria-hidden className="size-4.5 shrink-0" />}
      {!iconOnly && 'Add to Cart'}
    </Button>
  );
};
