import { memo, useId } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { formatPrice } from '#domain/money.ts';
import { UNKNOWN } from '#domain/product.ts';
import { cx } from '../../ui/cx.ts';
import { usePiecesOf } from '../cart/cart-store.ts';
import { FavoriteButton } from '../marks/favorite-button.tsx';
import { NotifyButton } from '../marks/notify-button.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { useChosenVariant } from './chosen-variant.ts';
import { Marked } from './matches.tsx';
import type { ProductItemProps } from './product-card.tsx';
import {
  ArrivalMark,
  CardText,
  FactsLine,
  hueOf,
  LimitNote,
  LimitOrUnitPrice,
  Quantity,
  ReplicaMark,
  StockNote,
  StockWarning,
  textOf,
  ViewButton,
} from './product-facts.tsx';
import { cheaperTiers, TierLine } from './tier-prices.tsx';
import { VariantChoice } from './variant-choice.tsx';

/** The columns of head and rows on a desktop. */
const ROW_COLUMNS = 'gap-3 grid-cols-[3.5rem_minmax(11rem,1fr)_7rem_7rem_12.5rem_4.5rem_5.5rem_6.75rem_2.75rem]';

/** The heads of the columns. Hidden from screen readers, because each row is complete without them. */
export const ListHead = () => (
  <div
    aria-hidden
    className={cx('grid h-9 items-center border-b border-line text-xs font-semibold text-muted', ROW_COLUMNS)}
  >
    <span className="col-start-2">Product</span>
    <span>Brand</span>
    <span>Size and facts</span>
    <span>Variant</span>
    <span className="col-start-7 text-right">Price</span>
  </div>
);

/** In rem. */
const STEPPER_GROWTH = 2.625;

/** A group as a row: one line on a desktop, a picture with a few lines on a phone. A press beside its controls opens it. */
export const ProductRow = memo(function ProductRow(props: ProductItemProps) {
  const { group, placing, choices, onView, compact, choiceRoom } = props;
  const { variant, isGone, choose } = useChosenVariant(group, placing, choices);
  const { product } = variant;
  const titleId = useId();
  const quantity = isGone ? 0 : product.quantity;
  // The stepper of a product in the cart is wider than the button.
  const isInCart = usePiecesOf(product.id) > 0;
  const room = compact && isInCart ? choiceRoom - STEPPER_GROWTH : choiceRoom;
  const hasTier = cheaperTiers(product).length > 0;
  const hasChoice = group.variants.length > 1 || group.variants[0].id !== product.id;
  const cardText = `${group.name} ${variant.name}`;
  const picture = (
    <ProductPicture
      image={product.images[0] ?? group.images[0]}
      name={product.name}
      category={displayCategory(product)}
      brand={product.brand}
      tags={product.tags}
      sizes={compact ? '72px' : '56px'}
      eager={props.eager}
      className={cx('shrink-0 rounded-control', compact ? 'h-17' : 'size-14', isGone && '[&>img]:opacity-50')}
    />
  );
  const name = (
    <h2
      id={titleId}
      translate="no"
      className={cx(
        'min-w-0 font-semibold text-text',
        compact && 'text-sm',
        compact && hasChoice && hasTier ? 'truncate leading-4.5' : 'line-clamp-2 leading-4.5',
      )}
    >
      <Marked text={group.name} />
    </h2>
  );
  const description = textOf({ group, product, cardText }) && (
    <p className={cx('text-xs leading-4 text-muted', compact && !hasChoice && !hasTier ? 'line-clamp-2' : 'truncate')}>
      <CardText {...{ group, product, cardText }} />
    </p>
  );
  const view = <ViewButton onView={() => onView(product.id)} titleId={titleId} />;
  const add =
    quantity === 0 && !isGone ? (
      <NotifyButton product={product} look={compact ? 'icon' : 'narrow'} className={cx(!compact && 'w-full')} />
    ) : (
      <AddToCart
        product={product}
        disabled={isGone}
        describedBy={titleId}
        iconOnly={compact}
        textOnly={!compact}
        className={cx('shadow-none!', compact ? 'w-11 px-0!' : 'px-3! text-sm')}
      />
    );

  if (compact) {
    return (
      <article
        aria-labelledby={titleId}
        data-hue={hueOf(product)}
        className="relative flex h-full items-center gap-2.5 border-b border-line"
      >
        <div className="flex w-18 shrink-0 flex-col text-xs leading-5">
          {picture}
          <div className="flex h-5 items-center justify-between *:ml-0">
            {view}
            <FavoriteButton product={product} look="quiet" className="z-1 size-5! after:-inset-3! [&>svg]:size-4.5!" />
          </div>
        </div>
        <div className="flex h-21 min-w-0 flex-1 flex-col">
          <div className="flex justify-between gap-2">
            {/* Beside the end of the facts is the button, or the stepper. */}
            <div className={cx('min-w-0 flex-1', isInCart && 'pr-7', hasChoice && 'max-h-13 overflow-hidden')}>
              {name}
              <FactsLine
                product={product}
                cardText={cardText}
                withBrand
                // The line below belongs to the tier.
                className={cx('text-xs leading-4', hasChoice && hasTier ? 'max-h-4' : 'max-h-8')}
              >
                <ArrivalMark product={product} />
                <LimitNote product={product} />
                {isGone && <StockWarning quantity={0} isGone />}
                <ReplicaMark product={product} />
              </FactsLine>
            </div>
            <div className="flex shrink-0 flex-col items-end text-xs leading-4">
              <span className="text-base leading-4.5 font-semibold text-text">{formatPrice(product.finalPrice)}</span>
              <Quantity quantity={quantity} />
            </div>
          </div>
          <div className={cx('flex min-h-0 flex-1 flex-col', isInCart ? 'pr-24' : 'pr-13')}>
            <div className="min-h-0 flex-1 overflow-hidden">
              <TierLine product={product} className="text-xs leading-4" />
              {!(hasChoice && hasTier) && description}
            </div>
            {hasChoice && (
              <div className="relative z-1 flex shrink-0">
                <VariantChoice group={group} chosen={variant} onChange={choose} room={room} low />
              </div>
            )}
          </div>
          <div className="absolute right-0 bottom-1.5 z-1">{add}</div>
        </div>
      </article>
    );
  }
  return (
    <article
      aria-labelledby={titleId}
      data-hue={hueOf(product)}
      className={cx('relative grid h-full items-center border-b border-line text-sm hover:bg-surface', ROW_COLUMNS)}
    >
      {picture}
      <div className="max-h-13 min-w-0 overflow-hidden">
        {name}
        <TierLine product={product} className="text-xs leading-4" />
        <div className="flex items-baseline gap-2 text-xs leading-4">
          {description}
          {/* In a box of its own it is not pushed to the end. */}
          <div className="shrink-0">{view}</div>
        </div>
      </div>
      <div className="line-clamp-3 min-w-0 leading-4.5 text-muted">
        {product.brand !== UNKNOWN && <Marked text={product.brand} />}
      </div>
      <FactsLine product={product} cardText={cardText} stacked className="max-h-15 text-xs leading-5">
        <ArrivalMark product={product} />
        <ReplicaMark product={product} />
      </FactsLine>
      <div className="relative z-1 flex">
        {hasChoice && <VariantChoice group={group} chosen={variant} onChange={choose} room={room} />}
      </div>
      <div className="text-right text-xs">
        <StockNote quantity={product.quantity} isGone={isGone} />
      </div>
      <div className="flex flex-col text-right">
        <span className="text-base font-semibold text-text">{formatPrice(product.finalPrice)}</span>
        <LimitOrUnitPrice product={product} />
      </div>
      <div className="relative z-1 flex flex-col">{add}</div>
      <FavoriteButton product={product} look="quiet" className="z-1" />
    </article>
  );
});
