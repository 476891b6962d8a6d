import { Minus, Plus, Trash2 } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { canDecrease } from '#domain/cart.ts';
import { onlyLeft } from '#domain/constants.ts';
import { lineName } from '#domain/line-name.ts';
import type { Product } from '#domain/product.ts';
import { type ButtonSize, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { changeCart, lineOf, putBack, usePiecesOf } from '../cart/cart-store.ts';
import { prefetchCart } from '../cart/lazy-cart-drawer.tsx';
import { isSecondPress, type Press, pressOf } from './second-press.ts';

interface AddToCartProps {
  product: Product;
  quantity?: number;
  disabled?: boolean;
  size?: ButtonSize;
  /** Shows only the icon. The accessible name stays. */
  iconOnly?: boolean;
  /** Shows only the text. */
  textOnly?: boolean;
  /** As wide as its container, as a button and as a stepper. */
  wide?: boolean;
  /** The id of the element that names the product, for screen readers. */
  describedBy?: string;
  /** Classes of the button, not of the stepper. */
  className?: string;
}

/**
 * Adds a product to the cart. Once it is there, this is a stepper (behavior 6.12). The same button adds and increases,
 * so it keeps the focus.
 */
export const AddToCart = (props: AddToCartProps) => {
  const { product, quantity = 1, disabled, size = 'md', iconOnly, textOnly, wide, describedBy, className } = props;
  const pieces = usePiecesOf(product.id);
  const added = useRef<Press | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  const isInCart = pieces > 0;
  const isNarrow = iconOnly || textOnly;

  const add = (event: MouseEvent) => {
    added.current = pressOf(event);
    changeCart({ kind: 'add', product, quantity });
    prefetchCart();
  };
  const set = (next: number) => changeCart({ kind: 'quantity', productId: product.id, quantity: next });
  const increase = () => {
    // The line may know of more pieces than the catalogue, or the other way round. In doubt the shop decides.
    const left = disabled ? 0 : Math.max(product.quantity, lineOf(product.id)?.available ?? 0);
    if (pieces < left) set(pieces + 1);
    else toast({ title: `${product.name}: that's all we have`, description: onlyLeft(left) });
  };
  const decrease = () => {
    if (canDecrease(pieces)) return set(pieces - 1);
    main.current?.focus();
    const line = lineOf(product.id)!;
    changeCart({ kind: 'remove', productId: product.id });
    toast({
      title: `${lineName(line)} removed`,
      action: { label: 'Undo', onSelect: () => putBack(line, product) },
    });
  };
  const inStepper = (press: () => void) => (event: MouseEvent) => {
    if (!isSecondPress(event, added.current)) press();
  };
  const step = cx(
    // The touch target is 44 px wide.
    'relative flex h-full items-center justify-center rounded-control text-text hover:bg-raised',
    isNarrow ? 'w-8 after:absolute after:inset-y-0 after:-inset-x-1.5 after:content-[""]' : 'w-11',
  );
  return (
    <div
      {...(isInCart && { role: 'group', 'aria-label': `${product.name} in your cart` })}
      className={
        isInCart
          ? cx(
              'flex shrink-0 items-center justify-between rounded-control border border-accent bg-well',
              size === 'lg' ? 'h-13' : 'h-11',
              wide && 'w-full',
            )
          : 'contents'
      }
    >
      {isInCart && (
        <button
          type="button"
          aria-label={canDecrease(pieces) ? `Decrease quantity of ${product.name}` : `Remove ${product.name}`}
          onClick={inStepper(decrease)}
          className={step}
        >
          {canDecrease(pieces) ? (
            <Minus aria-hidden className="size-4" />
          ) : (
            <Trash2 aria-hidden className="size-4 text-muted" />
          )}
        </button>
      )}
      {isInCart && (
        <output
          aria-live="polite"
          className={cx('text-center font-semibold text-text', isNarrow ? 'min-w-5.5 text-sm' : 'min-w-8')}
        >
          {pieces}
        </output>
      )}
      <button
        ref={main}
        type="button"
        disabled={!isInCart && (disabled || product.quantity === 0)}
        aria-label={isInCart ? `Increase quantity of ${product.name}` : iconOnly ? 'Add to Cart' : undefined}
        aria-describedby={isInCart ? undefined : describedBy}
        onClick={isInCart ? inStepper(increase) : add}
        className={isInCart ? step : cx(buttonClass({ variant: 'primary', size, wide }), className)}
      >
        {(isInCart || !textOnly) && <Plus aria-hidden className={cx('shrink-0', isInCart ? 'size-4' : 'size-4.5')} />}
        {!isInCart && !iconOnly && 'Add to Cart'}
      </button>
    </div>
  );
};
