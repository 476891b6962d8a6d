import { Check, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Product } from '#domain/product.ts';
import { Button, type ButtonSize } from '../../ui/button.tsx';
import { changeCart } from '../cart/cart-store.ts';
import { fetchCartAhead } from '../later-parts.ts';

interface AddToCartProps {
  product: Product;
  quantity?: number;
  disabled?: boolean;
  size?: ButtonSize;
  /** Shows the sign alone where there is no room; the name stays. */
  iconOnly?: boolean;
  /** Leaves the sign out where there is room for the words alone. */
  textOnly?: boolean;
  /** The element that names the product, for those who hear many of these buttons. */
  describedBy?: string;
  className?: string;
}

const CONFIRMED_MS = 1200;

/** Puts a product in the cart; the tick says at once that the press was taken. */
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
    const back = setTimeout(() => setPresses(0), CONFIRMED_MS);
    return () => clearTimeout(back);
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
        // Offline nothing can be taken: no tick.
        if (navigator.onLine) setPresses(presses + 1);
        changeCart({ kind: 'add', product, quantity });
        fetchCartAhead();
      }}
    >
      {!textOnly && <Icon aria-hidden className="size-4.5 shrink-0" />}
      {!iconOnly && 'Add to Cart'}
    </Button>
  );
};
