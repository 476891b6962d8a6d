import { memo, useId } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { formatPrice } from '#domain/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { AddToCart } from './add-to-cart.tsx';
import { ROW_COLUMNS } from './list-head.tsx';
import type { ProductItemProps } from './product-card.tsx';
import { hueOf, Quantity, ReplicaBadge, WeightBadge } from './product-facts.tsx';
import { ProductPicture } from './product-picture.tsx';
import { UnitPrice } from './unit-price.tsx';
import { useChosenVariant } from './use-chosen-variant.ts';
import { VariantSelect } from './variant-select.tsx';

/** One group as a row of the list: all on one line on a desktop, a picture with four short lines on a phone. */
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
      sizes={compact ? '80px' : '56px'}
      eager={props.eager}
      className={cx('shrink-0 rounded-control', compact ? 'size-20' : 'size-14', isGone && 'opacity-50')}
    />
  );
  const name = (
    <h2 id={titleId} className="truncate font-semibold text-text">
      {group.name}
    </h2>
  );
  const description = <p className="truncate text-xs text-muted">{product.description ?? group.description}</p>;
  const hasChoice = group.variants.length > 1 || group.variants[0].id !== product.id;
  const select = hasChoice && (
    <VariantSelect group={group} chosen={variant} onChange={choose} className="min-w-0 flex-1" />
  );
  const stock = isGone ? (
    <span className="text-muted">No longer available</span>
  ) : product.quantity === 0 ? (
    <span className="text-muted">Out of Stock</span>
  ) : (
    <Quantity quantity={product.quantity} />
  );
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
          <p className="flex h-6 items-center gap-2 overflow-hidden text-sm text-muted">
            <Badge>{product.brand}</Badge>
            <span className="shrink-0">{stock}</span>
            <WeightBadge product={product} />
            <ReplicaBadge product={product} />
          </p>
          {description}
          <div className="mt-auto flex items-center justify-end gap-1.5">
            {select}
            {view}
            <AddToCart
              product={product}
              disabled={isGone}
              describedBy={titleId}
              iconOnly
              className="w-11 px-0! shadow-none!"
            />
          </div>
        </div>
      </article>
    );
  }
  return (
    <article
      aria-labelledby={titleId}
      data-hue={hueOf(product)}
      className={cx('grid h-full items-center gap-4 border-b border-line text-sm hover:bg-surface', ROW_COLUMNS)}
    >
      {picture}
      <div className="min-w-0">
        {name}
        {description}
      </div>
      <div className="min-w-0">
        <Badge>{product.brand}</Badge>
      </div>
      <div className="flex min-w-0 flex-wrap gap-1">
        <WeightBadge product={product} />
        <ReplicaBadge product={product} />
      </div>
      <div>{select}</div>
      <div className="text-right">{stock}</div>
      <div className="flex flex-col text-right">
        <span className="text-base font-semibold text-text">{formatPrice(product.finalPrice)}</span>
        <UnitPrice product={product} />
      </div>
      <div className="flex justify-end gap-1.5">
        {view}
        <AddToCart
          product={product}
          disabled={isGone}
          describedBy={titleId}
          className="gap-1.5! px-3! text-sm shadow-none!"
        />
      </div>
    </article>
  );
});
