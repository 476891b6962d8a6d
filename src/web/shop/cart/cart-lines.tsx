import { CircleAlert, Info, Trash2, TrendingDown } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { CartItem } from '#contract/cart.ts';
import { canDecrease } from '#domain/cart.ts';
import { IN_HOUSE } from '#domain/categories.ts';
import { onlyLeft } from '#domain/constants.ts';
import { isInHouseBrand } from '#domain/inventory-item.ts';
import { lineName } from '#domain/line-name.ts';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { GlasshouseArch } from '../../shared/glasshouse-arch.tsx';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { inPlace, subjectOf } from './cart-changes.ts';
import { changeCart, lineOf, putBack } from './cart-store.ts';
import { type LineMessage, lineDetails, lineMessages } from './line-messages.ts';
import { useLostChange } from './lost-changes.ts';
import { LostText, NotSaved, SaveAgain } from './not-saved.tsx';
import {
  clearLines,
  forgetRemovedLines,
  type RemovedLine,
  removeFromOpenCart,
  useRemovedLines,
  useShownCart,
} from './open-cart.ts';

/** A second press on the same place must not meet what has moved there. */
const REST_MS = 400;

const restPresses = (element: Element | null | undefined): void =>
  void element?.animate({ pointerEvents: ['none', 'none'] }, REST_MS);

/**
 * The lines of the cart, or a text if there are none. Removing and clearing can be undone. Until the drawer is closed, a
 * removed line keeps its place among the others.
 */
export const CartLines = ({ items }: { items: readonly CartItem[] }) => {
  const products = useCatalogue().data?.products;
  const { isOpen, failure } = useShownCart();
  const removed = useRemovedLines();
  /** Brings the cart back that was cleared. */
  const [refill, setRefill] = useState<{ run: () => void } | null>(null);
  useEffect(() => {
    if (isOpen) return;
    forgetRemovedLines();
    setRefill(null);
  }, [isOpen]);
  const productOf = ({ productId }: CartItem) => products?.find(({ id }) => id === productId);
  const gone = new Map(removed.map((line) => [line.item.productId, line]));
  for (const { productId } of items) gone.delete(productId);
  const lines = [...gone.values()].reduce((all: readonly CartItem[], { item }) => inPlace(all, item), items);

  const remove = (item: CartItem, line: HTMLElement, focused: boolean) => {
    // Leaving a field that says 0 would remove the line once more.
    if (!lineOf(item.productId)) return;
    restPresses(line.closest('ul')?.parentElement?.parentElement);
    removeFromOpenCart(item, { focused });
    if (!focused && line.contains(document.activeElement)) focusNeighbor(line);
  };
  const clear = (button: HTMLElement) => {
    button.closest('dialog')?.focus();
    forgetRemovedLines();
    setRefill({ run: clearLines(items, products) });
    announce('Cart cleared');
  };
  return (
    <div>
      {lines.length > 0 && (
        <ul aria-label="Items">
          {lines.map((item) => {
            const line = gone.get(item.productId);
            const product = productOf(item);
            return line ? (
              <RemovedRow key={item.productId} {...line} product={product} />
            ) : (
              <CartLine
                key={item.productId}
                item={item}
                image={product?.images[0] ?? item.productImage}
                onQuantity={(quantity) => changeCart({ kind: 'quantity', productId: item.productId, quantity })}
                onRemove={(element, focused) => remove(item, element, focused)}
              />
            );
          })}
        </ul>
      )}
      {items.length === 0 && !failure && (
        <div className="relative isolate">
          <GlasshouseArch className="top-2 h-44" />
          <EmptyState
            title="Your cart is empty"
            text={refill ? 'You have just cleared it.' : 'Items you add will show up here.'}
            action={
              refill && (
                <Button
                  aria-description="Bring the cart back"
                  onClick={(event) => {
                    event.currentTarget.closest('dialog')?.focus();
                    setRefill(null);
                    refill.run();
                  }}
                >
                  Undo
                </Button>
              )
            }
            className="pt-36 pb-8"
          />
        </div>
      )}
      {items.length > 1 && (
        <Button variant="ghost" size="sm" onClick={(event) => clear(event.currentTarget)} className="-mb-3 -ml-3">
          Clear cart
        </Button>
      )}
      <NotSaved subject="clear" />
    </div>
  );
};

/** Says what was removed, in one low row, with Undo. */
const RemovedRow = ({ item, focused, comesIntoView, product }: RemovedLine & { product: Product | undefined }) => {
  const name = lineName(item);
  const undo = (button: HTMLElement) => {
    button.closest('dialog')?.focus();
    putBack(item, product!);
  };
  return (
    <li
      ref={(row) => {
        if (comesIntoView) row?.scrollIntoView({ block: 'nearest' });
      }}
      className="border-b border-line py-0.5 text-sm text-muted"
    >
      <div className="flex min-h-11 items-center justify-between gap-3">
        <span className="flex min-w-0">
          <span className="truncate">{name}</span>
          <span className="shrink-0 whitespace-pre"> removed</span>
        </span>
        {product && (
          <Button
            size="sm"
            autoFocus={focused}
            aria-description={name}
            onClick={(event) => undo(event.currentTarget)}
            className="shrink-0"
          >
            Undo
          </Button>
        )}
      </div>
      <NotSaved subject={subjectOf({ kind: 'remove', productId: item.productId })} />
    </li>
  );
};

/** Moves the focus away from a line that is removed: to the next one, the one before, or the cart. */
const focusNeighbor = (line: HTMLElement): void => {
  const buttons = [...line.parentElement!.querySelectorAll<HTMLElement>('[aria-label^="Remove "]')];
  const at = buttons.findIndex((button) => line.contains(button));
  (buttons[at + 1] ?? buttons[at - 1] ?? line.closest('dialog'))?.focus();
};

interface CartLineProps {
  item: CartItem;
  /** The product's picture in this theme; once it has left the catalogue, the one it was added with. */
  image: string | null;
  onQuantity: (quantity: number) => void;
  /** `focused`: the focus stays with the line. */
  onRemove: (line: HTMLElement, focused: boolean) => void;
}

const MESSAGE_COLORS = {
  problem: 'text-danger-text',
  rise: 'text-warning-text',
  fall: 'text-good-text',
  hint: 'text-muted',
} as const;
const MESSAGE_ICONS = { problem: CircleAlert, rise: Info, fall: TrendingDown, hint: null } as const;

const CartLine = ({ item, image, onQuantity, onRemove }: CartLineProps) => {
  const isGone = item.problem === 'gone';
  const isShort = item.problem === 'short';
  const maxQuantity = Math.max(item.available, 1);
  const lost = useLostChange(subjectOf({ kind: 'remove', productId: item.productId }));
  const trash = useRef<HTMLButtonElement>(null);
  return (
    <li className="flex gap-3 border-b border-line py-3 first:pt-0">
      <ProductPicture
        image={image}
        name={lineName(item)}
        category={isInHouseBrand(item.productBrand) ? IN_HOUSE : item.productCategory}
        brand={item.productBrand}
        sizes="72px"
        decorative
        className={cx('size-18 shrink-0 rounded-control', isGone && 'opacity-50')}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <p translate="no" className={cx('min-w-0 leading-5 font-semibold', isGone ? 'text-muted' : 'text-text')}>
            {lineName(item)}
          </p>
          <p className={cx('shrink-0 font-semibold', isGone ? 'text-muted line-through' : 'text-text')}>
            {formatPrice(item.totalPrice)}
          </p>
        </div>
        <div className="mt-0.5 flex justify-between gap-3 text-sm text-muted">
          {/* In place of the details, so that nothing moves. */}
          {lost ? <LostText>{lost.message}</LostText> : <span className="truncate">{lineDetails(item)}</span>}
          {item.quantity > 1 && <span className="shrink-0">{formatPrice(item.unitPrice)} each</span>}
        </div>
        {lineMessages(item).map((message) => (
          <Message key={message.text} {...message} />
        ))}
        <div className="mt-1.5 flex items-center justify-between gap-1">
          <Stepper
            label={`Quantity of ${lineName(item)}`}
            size="sm"
            value={item.quantity}
            min={1}
            max={maxQuantity}
            disabled={isGone}
            onChange={(quantity) => {
              if (quantity > item.quantity) onQuantity(quantity);
              // One step brings a short line down to the available stock.
              else if (canDecrease(item.quantity)) onQuantity(isShort ? maxQuantity : quantity);
            }}
          >
            <TypedQuantity item={item} max={maxQuantity} onQuantity={onQuantity} onRemove={onRemove} />
          </Stepper>
          {lost && (
            <SaveAgain
              lost={lost}
              of={lineName(item)}
              onTryAgain={lost.change.kind === 'remove' ? () => trash.current?.click() : undefined}
            />
          )}
          <IconButton
            ref={trash}
            label={`Remove ${lineName(item)}`}
            size="sm"
            onClick={(event) => onRemove(event.currentTarget.closest('li')!, false)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
    </li>
  );
};

interface TypedQuantityProps extends Pick<CartLineProps, 'item' | 'onQuantity' | 'onRemove'> {
  max: number;
}

/** The quantity as a field: what is typed counts when it is left, at most what is in stock. 0 removes the line. */
const TypedQuantity = ({ item: { productName, quantity, problem }, max, onQuantity, onRemove }: TypedQuantityProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = ({ currentTarget }: SyntheticEvent<HTMLElement>, next: EventTarget | null) => {
    const asked = typed ? Number(typed) : quantity;
    const wanted = Math.min(asked, max);
    setTyped(null);
    // The line shows it.
    if (typed && asked > max) announce(`${productName}: that's all we have. ${onlyLeft(max)}`);
    const line = currentTarget.closest('li')!;
    if (wanted === 0) onRemove(line, next instanceof Node && line.contains(next));
    else if (wanted !== quantity) onQuantity(wanted);
  };
  return (
    <input
      aria-label={`Pieces of ${productName}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      disabled={problem === 'gone'}
      value={typed ?? quantity}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // It must not press the button that has the focus after a removal.
        event.preventDefault();
        leave(event, event.currentTarget);
      }}
      onBlur={(event) => leave(event, event.relatedTarget)}
      className="w-10 rounded-small bg-transparent text-center text-base font-semibold text-text"
    />
  );
};

const Message = ({ text, kind }: LineMessage) => {
  const Icon = MESSAGE_ICONS[kind];
  return (
    <p className={cx('mt-1 flex items-start gap-1.5 text-sm', MESSAGE_COLORS[kind])}>
      {Icon && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
      {text}
    </p>
  );
};
