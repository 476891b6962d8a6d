import { CircleAlert, Info, Trash2 } from 'lucide-react';
import type { CartItem } from '#contract/cart.ts';
import { canDecrease } from '#domain/cart.ts';
import { formatPrice } from '#domain/money.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { ProductPicture } from '../products/product-picture.tsx';
import { lineWords } from './line-words.ts';

interface CartLineProps {
  item: CartItem;
  /** The category of the product as the shop shows it, for its colour. */
  category: string;
  onQuantity: (quantity: number) => void;
  onRemove: (line: HTMLElement) => void;
}

const WORD_LOOKS = { problem: 'text-danger-text', moved: 'text-warning-text', hint: 'text-muted' } as const;

export const CartLine = ({ item, category, onQuantity, onRemove }: CartLineProps) => {
  const words = lineWords(item);
  const isGone = item.problem === 'gone';
  const isShort = item.problem === 'short';
  return (
    <li className="flex gap-3 border-b border-line py-3.5 first:pt-0">
      <ProductPicture
        image={item.productImage}
        name={item.productName}
        category={category}
        sizes="72px"
        decorative
        className={cx('size-18 shrink-0 rounded-control', isGone && 'opacity-50')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <p className={cx('line-clamp-2 leading-5 font-semibold', isGone ? 'text-muted' : 'text-text')}>
            {item.productName}
          </p>
          <p className={cx('shrink-0 font-semibold', isGone ? 'text-muted line-through' : 'text-text')}>
            {formatPrice(item.totalPrice)}
          </p>
        </div>
        <p className="mt-0.5 flex justify-between gap-3 text-sm text-muted">
          <span className="truncate">{[item.productBrand, item.productStrain].filter(Boolean).join(' · ')}</span>
          {item.quantity > 1 && <span className="shrink-0">{formatPrice(item.unitPrice)} each</span>}
        </p>
        {words.map(({ text, kind }) => (
          <p key={text} className={cx('mt-1 flex items-start gap-1.5 text-sm', WORD_LOOKS[kind])}>
            {kind === 'problem' && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
            {kind === 'moved' && <Info aria-hidden className="mt-0.5 size-4 shrink-0" />}
            {text}
          </p>
        ))}
        <div className="mt-1.5 flex items-center justify-between">
          <Stepper
            label={`Quantity of ${item.productName}`}
            size="sm"
            value={item.quantity}
            min={1}
            // A line that fell short leads down to what is left in one step, never further up.
            max={Math.max(item.available, 1)}
            disabled={isGone}
            onChange={(quantity) => {
              if (quantity > item.quantity) onQuantity(quantity);
              else if (canDecrease(item.quantity)) onQuantity(isShort ? Math.max(item.available, 1) : quantity);
            }}
          />
          <IconButton
            label={`Remove ${item.productName}`}
            size="sm"
            onClick={(event) => onRemove(event.currentTarget.closest('li')!)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
    </li>
  );
};
