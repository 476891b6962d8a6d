import { memo, useId } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { formatPrice } from '#domain/money.ts';
import { UNKNOWN } from '#domain/product.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NotifyButton } from '../marks/notify-button.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { useChosenVariant } from './chosen-variant.ts';
import { Marked } from './matches.tsx';
import type { ProductItemProps } from './product-card.tsx';
import {
  ArrivalBadge,
  FactsLine,
  hueOf,
  LimitNote,
  LimitOrUnitPrice,
  ReplicaBadge,
  StockNote,
} from './product-facts.tsx';
import { TierNote } from './tier-prices.tsx';
import { VariantChoice } from './variant-choice.tsx';

/** The columns of head and rows on a desktop. */
const ROW_COLUMNS = 'gap-3 grid-cols-[3.5rem_minmax(11rem,1fr)_7.5rem_8.5rem_minmax(9rem,15rem)_5rem_5.5rem_10.75rem]';

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
    <span className="text-right">Qty</span>
    <span className="text-right">Price</span>
  </div>
);

/** A group as a row: one line on a desktop, a picture with four short lines on a phone. */
export const ProductRow = memo(function ProductRow(props: ProductItemProps) {
  const { group, sort, choices, onView, compact } = props;
  const { variant, isGone, choose } = useChosenVariant(group, sort, choices);
  const { product } = variant;
  const titleId = useId();
  const picture = (
    <ProductPicture
      image={product.images[0] ?? group.images[0]}
      name={product.name}
      category={displayCategory(product)}
      brand={product.brand}
      sizes={compact ? '80px' : '56px'}
      eager={props.eager}
      className={cx('shrink-0 rounded-control', compact ? 'size-20' : 'size-14', isGone && 'opacity-50')}
    />
  );
  const name = (
    <h2 id={titleId} className="truncate font-semibold text-text">
      <Marked text={group.name} />
    </h2>
  );
  const description = (
    <p className="truncate text-xs text-muted">
      {compact && <LimitNote product={product} className="mr-1.5" />}
      <TierNote product={product} />
      <Marked text={product.description ?? group.description ?? ''} />
    </p>
  );
  const facts = <FactsLine product={product} cardText={`${group.name} ${variant.name}`} className="min-w-0 text-xs" />;
  const brand = product.brand !== UNKNOWN && (
    <Badge>
      <Marked text={product.brand} />
    </Badge>
  );
  const hasChoice = group.variants.length > 1 || group.variants[0].id !== product.id;
  const select = hasChoice && (
    <VariantChoice group={group} chosen={variant} onChange={choose} className="min-w-0 flex-1" />
  );
  const isSoldOut = product.quantity === 0 && !isGone;
  const stock = <StockNote quantity={product.quantity} isGone={isGone} />;
  const view = (
    <Button onClick={() => onView(product.id)} aria-describedby={titleId} className="px-3! text-sm">
      View
    </Button>
  );

  if (compact) {
    return (
      <article
        aria-labelledby={titleId}
        data-hue={hueOf(product)}
        className="flex h-full gap-3 border-b border-line py-2.5"
      >
        {picture}
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <div className="flex items-baseline justify-between gap-3">
            {name}
            <span className="shrink-0 font-semibold text-text">{formatPrice(product.finalPrice)}</span>
          </div>
          <div className="flex h-6 items-center gap-2 overflow-hidden text-sm text-muted">
            {brand}
            <ArrivalBadge product={product} />
            {facts}
            <ReplicaBadge product={product} />
            <span className="ml-auto shrink-0 text-xs">{stock}</span>
          </div>
          {description}
          <div className="mt-auto flex items-center justify-end gap-1.5">
            {select}
            {view}
            {isSoldOut ? (
              <NotifyButton product={product} look="icon" />
            ) : (
              <AddToCart
                product={product}
                disabled={isGone}
                describedBy={titleId}
                iconOnly
                className="w-11 px-0! shadow-none!"
              />
            )}
          </div>
        </div>
      </article>
    );
  }
  return (
    <article
      aria-labelledby={titleId}
      data-hue={hueOf(product)}
      className={cx('grid h-full items-center border-b border-line text-sm hover:bg-surface', ROW_COLUMNS)}
    >
      {picture}
      <div className="min-w-0">
        {name}
        {description}
      </div>
      <div className="min-w-0">{brand}</div>
      <div className="flex min-w-0 flex-col gap-1">
        {facts}
        <span className="flex items-center gap-1.5 empty:hidden">
          <ArrivalBadge product={product} />
          <ReplicaBadge product={product} />
        </span>
      </div>
      <div>{select}</div>
      <div className="text-right text-xs">{stock}</div>
      <div className="flex flex-col text-right">
        <span className="text-base font-semibold text-text">{formatPrice(product.finalPrice)}</span>
        <LimitOrUnitPrice product={product} />
      </div>
      <div className="flex justify-end gap-1.5">
        {view}
        {isSoldOut ? (
          <NotifyButton product={product} look="narrow" className="w-25" />
        ) : (
          <AddToCart
            product={product}
            disabled={isGone}
            describedBy={titleId}
            textOnly
            className="px-3! text-sm shadow-none!"
          />
        )}
      </div>
    </article>
  );
});
