import { memo, useId } from 'react';
import { displayCategory } from '#domain/categories.ts';
import type { PriceSort } from '#domain/grouping.ts';
import { formatPrice } from '#domain/money.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Deferred } from '../../ui/scheduler/deferred.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { type Choices, useChosenVariant } from './chosen-variant.ts';
import type { ListGroup } from './list-groups.ts';
import { BrandBadge, hueOf, Quantity, ReplicaBadge, StockBadge, UnitPrice, WeightBadge } from './product-facts.tsx';
import { CARD_PICTURE, cardTitle } from './product-placeholder.tsx';
import { TierBadge } from './tier-prices.tsx';
import { VariantSelect } from './variant-select.tsx';

export interface ProductItemProps {
  group: ListGroup;
  sort: PriceSort;
  choices: Choices;
  /** Opens the details of a product. */
  onView: (productId: number) => void;
  /** Narrow, with smaller text. */
  compact: boolean;
  /** In pixels. Chooses the width of the image file. */
  pictureWidth: number;
  /** Among the first in view: its picture is loaded first. */
  eager: boolean;
}

/**
 * A group in the grid. All rows have one height (list-measures.ts), so every text has a fixed number of lines. Picture
 * and text are drawn first and the controls later: a slow device can draw half a card in a frame.
 */
export const ProductCard = memo(function ProductCard({
  group,
  sort,
  choices,
  onView,
  compact,
  pictureWidth,
  eager,
}: ProductItemProps) {
  const { variant, isGone, choose } = useChosenVariant(group, sort, choices);
  const { product } = variant;
  const titleId = useId();
  const hasChoice = group.variants.length > 1 || group.variants[0].id !== product.id;
  const view = () => onView(product.id);
  return (
    <article
      aria-labelledby={titleId}
      data-hue={hueOf(product)}
      className="flex h-full flex-col rounded-card border border-line bg-surface hover:border-category-text/45"
    >
      {/* The whole picture opens the details. Keyboards and screen readers use the View button. */}
      <ProductPicture
        image={product.images[0] ?? group.images[0]}
        name={product.name}
        category={displayCategory(product)}
        sizes={`${Math.round(pictureWidth)}px`}
        eager={eager}
        onPress={view}
        className={cx(CARD_PICTURE, 'cursor-pointer', isGone && '[&>img]:opacity-50')}
      >
        <BrandBadge
          brand={product.brand}
          className={cx(
            'absolute',
            compact ? 'top-2 left-2 max-w-[calc(100%-1rem)]' : 'top-3 left-3 max-w-[calc(100%-1.5rem)]',
          )}
        />
        <div
          className={cx(
            'absolute flex flex-wrap items-end gap-1',
            compact ? 'inset-x-2 bottom-2' : 'inset-x-3 bottom-3',
          )}
        >
          {hasChoice && <WeightBadge product={product} />}
          <ReplicaBadge product={product} />
          <TierBadge product={product} />
          <StockBadge quantity={product.quantity} isGone={isGone} className="ml-auto" />
        </div>
      </ProductPicture>
      <div className={cx('flex min-h-0 flex-1 flex-col justify-between gap-2', compact ? 'p-2.5' : 'p-3.5')}>
        <div className={compact ? 'h-19' : 'h-21'}>
          <h2 id={titleId} className={cardTitle(compact)}>
            {group.name}
          </h2>
          <p className={cx('mt-1 line-clamp-2 text-wrap text-muted', compact ? 'text-xs' : 'text-sm')}>
            {product.description ?? group.description}
          </p>
        </div>
        <Deferred when>
          {() => <Controls {...{ group, variant, isGone, choose, hasChoice, compact, titleId }} onView={view} />}
        </Deferred>
      </div>
    </article>
  );
});

interface ControlsProps extends ReturnType<typeof useChosenVariant>, Pick<ProductItemProps, 'group' | 'compact'> {
  hasChoice: boolean;
  /** The heading that names the product. */
  titleId: string;
  onView: () => void;
}

const Controls = ({ group, variant, isGone, choose, hasChoice, compact, titleId, onView }: ControlsProps) => {
  const { product } = variant;
  const quantity = isGone ? 0 : product.quantity;
  return (
    <>
      <div className="flex h-11 items-center justify-between gap-3">
        {hasChoice ? (
          <VariantSelect
            group={group}
            chosen={variant}
            onChange={choose}
            compact={compact}
            className="min-w-0 flex-1"
          />
        ) : (
          <WeightBadge product={product} />
        )}
        {!compact && <Quantity quantity={quantity} className="ml-auto shrink-0 text-sm" />}
      </div>
      <div className={cx('flex gap-2', compact ? 'flex-col' : 'items-center')}>
        <div className={cx('flex min-w-0 flex-1', compact ? 'items-center justify-between gap-2' : 'flex-col')}>
          <span className="text-lg font-semibold text-text">{formatPrice(product.finalPrice)}</span>
          <span className={cx('flex flex-col text-xs', compact && 'items-end')}>
            {compact && <Quantity quantity={quantity} />}
            <UnitPrice product={product} />
          </span>
        </div>
        <div className="flex gap-1.5">
          <Button
            onClick={onView}
            aria-describedby={titleId}
            className={cx('text-sm', compact ? 'px-2.5!' : 'px-3.5!')}
          >
            View
          </Button>
          <AddToCart
            product={product}
            disabled={isGone}
            describedBy={titleId}
            textOnly={compact}
            className={cx('text-sm shadow-none!', compact ? 'flex-1 px-0!' : 'gap-1.5! px-3!')}
          />
        </div>
      </div>
    </>
  );
};
