import { ShoppingCart } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { openCart, usePieces } from '../cart/cart-store.ts';
import { fetchCartAhead } from '../later-parts.ts';

/** Opens the cart; its badge counts pieces. */
export function CartButton() {
  const pieces = usePieces();
  return (
    <button
      type="button"
      onClick={openCart}
      onPointerEnter={fetchCartAhead}
      onFocus={fetchCartAhead}
      className={cx(
        'relative inline-flex h-11 shrink-0 items-center gap-2 rounded-full border px-2.75 font-medium text-text transition-colors lg:px-4',
        'border-edge bg-raised hover:border-text',
      )}
    >
      <ShoppingCart aria-hidden className="size-5" />
      <span className="max-lg:sr-only">Cart</span>
      {pieces > 0 && (
        <span
          key={pieces}
          className="rise flex h-5.5 min-w-5.5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-bold text-accent-ink max-lg:absolute max-lg:-top-1 max-lg:-right-1.5 max-lg:h-5 max-lg:min-w-5 max-lg:px-1"
        >
          {pieces > 999 ? '999+' : pieces}
        </span>
      )}
    </button>
  );
}
