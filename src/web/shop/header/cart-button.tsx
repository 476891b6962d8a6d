import { ShoppingCart } from 'lucide-react';
import { memo } from 'react';
import { cx } from '../../ui/cx.ts';
import { openCart, usePieces } from '../cart/cart-store.ts';
import { prefetchCart } from '../cart/lazy-cart-drawer.tsx';

/** Opens the cart. The badge counts pieces and overlaps the edge, so that nothing moves when it appears. */
export const CartButton = memo(function CartButton() {
  const pieces = usePieces();
  return (
    <button
      type="button"
      onClick={openCart}
      onPointerEnter={prefetchCart}
      onFocus={prefetchCart}
      className={cx(
        'relative inline-flex h-11 shrink-0 items-center gap-2 rounded-full border px-2.75 font-medium text-text lg:px-4',
        'border-edge bg-raised hover:border-text',
      )}
    >
      <ShoppingCart aria-hidden className="size-5" />
      <span className="max-lg:sr-only">Cart</span>
      {pieces > 0 && (
        <span
          key={pieces}
          className="rise absolute -top-1 -right-1.5 flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-xs font-bold text-accent-ink"
        >
          {pieces > 999 ? '999+' : pieces}
        </span>
      )}
    </button>
  );
});
