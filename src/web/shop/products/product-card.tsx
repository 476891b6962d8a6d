import { memo, useId } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { formatPrice } from '#domain/money.ts';
import type { Sort } from '#domain/sorting.ts';
import { cx } from '../../ui/cx.ts';
import { Deferred } from '../../ui/scheduler/deferred.tsx';
import { FavoriteButton } from '../marks/favorite-button.tsx';
import { NotifyButton } from '../marks/notify-button.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { type Choices, useChosenVariant } from './chosen-variant.ts';
import type { ListGroup } from './list-groups.ts';
import { Marked } from './matches.tsx';
import {
  ArrivalBadge,
  BrandBadge,
  FactsLine,
  hueOf,
  LimitNote,
  LimitOrUnitPrice,
  Quantity,
  ReplicaBadge,
  StockNote,
  StockWarning,
  UnitPrice,
} from './product-facts.tsx';
import { CARD_PICTURE, cardTitle } from './product-placeholder.tsx';
import { TierNote } from './tier-prices.tsx';
import { VariantChoice } from './variant-choice.tsx';

export interface ProductItemProps {
  group: ListGroup;
  sort: Sort;
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
        brand={product.brand}
        sizes={`${Math.round(pictureWidth)}px`}
        eager={eager}
        onPress={view}
        className={cx(CARD_PICTURE, 'cursor-pointer', isGone && '[&>img]:opacity-50')}
      >
        <BrandBadge
          brand={product.brand}
          className={cx(
            'absolute',
            // It ends before the heart.
            compact ? 'top-2 left-2 max-w-[calc(100%-3.5rem)]!' : 'top-3 left-3 max-w-[calc(100%-4rem)]!',
          )}
        />
        <FavoriteButton product={product} look="picture" className={compact ? 'top-2 right-2' : 'top-3 right-3'} />
        <ViewButton onView={view} titleId={titleId} compact={compact} />
      </ProductPicture>
      <div className={cx('flex min-h-0 flex-1 flex-col justify-between gap-1.5', compact ? 'p-2' : 'p-3.5')}>
        <div className={cx('overflow-hidden', textHeight(compact, hasChoice))}>
          <h2 id={titleId} className={cardTitle(compact)}>
            <Marked text={group.name} />
          </h2>
          <div className={cx('flex items-center gap-1.5 empty:hidden', compact ? 'h-4.5 text-xs' : 'h-5 text-sm')}>
            <ArrivalBadge product={product} />
            <FactsLine product={product} cardText={`${group.name} ${variant.name}`} className="min-w-0 flex-1" />
            <ReplicaBadge product={product} />
            {compact && <StockWarning quantity={product.quantity} isGone={isGone} className="ml-auto" />}
            {!compact && <LimitNote product={product} className="ml-auto text-xs" />}
          </div>
          <p
            className={cx(
              'text-wrap text-muted',
              compact ? 'text-xs leading-4.5' : 'text-sm leading-5',
              hasChoice ? (compact ? 'line-clamp-2' : 'line-clamp-3') : 'line-clamp-5',
            )}
          >
            <TierNote product={product} />
            <Marked text={product.description ?? group.description ?? ''} />
          </p>
        </div>
        <Deferred when>
          {() => <Controls {...{ group, variant, isGone, choose, hasChoice, compact, titleId }} />}
        </Deferred>
      </div>
    </article>
  );
});

/**
 * The height of name, facts and description: a whole number of lines, which have one height. So a short name leaves a
 * line to the description, and so does a card without a choice.
 */
const textHeight = (compact: boolean, hasChoice: boolean): string => {
  if (compact) return hasChoice ? 'h-18' : 'h-31.5';
  return hasChoice ? 'h-25' : 'h-35';
};

interface ViewButtonProps {
  onView: () => void;
  /** The heading that names the product. */
  titleId: string;
  compact: boolean;
}

/** On the picture, so that the rows below have room for price and Add to Cart. */
const ViewButton = ({ onView, titleId, compact }: ViewButtonProps) => (
  <button
    type="button"
    onClick={(event) => {
      // The picture around it does the same.
      event.stopPropagation();
      onView();
    }}
    aria-describedby={titleId}
    className={cx(
      'absolute rounded-full border border-transparent bg-shade/85 font-semibold text-shade-ink hover:border-shade-ink',
      // The touch target is 44 px.
      'after:absolute after:-inset-1.5 after:content-[""]',
      compact ? 'right-2 bottom-2 h-8 px-3 text-xs' : 'right-3 bottom-3 h-9 px-4 text-sm',
    )}
  >
    View
  </button>
);

/** "$1,234.00" is long next to the button. */
const LONG_PRICE = 8;

interface ControlsProps extends ReturnType<typeof useChosenVariant>, Pick<ProductItemProps, 'group' | 'compact'> {
  hasChoice: boolean;
  /** The heading that names the product. */
  titleId: string;
}

const Controls = ({ group, variant, isGone, choose, hasChoice, compact, titleId }: ControlsProps) => {
  const { product } = variant;
  const amount = formatPrice(product.finalPrice);
  const isLong = !compact && amount.length > LONG_PRICE;
  const price = (
    <span
      className={cx(
        'leading-6! font-semibold whitespace-nowrap text-text',
        isLong ? 'text-base tracking-tight' : 'text-lg',
      )}
    >
      {amount}
    </span>
  );
  const button =
    product.quantity === 0 && !isGone ? (
      <NotifyButton product={product} look="narrow" className={cx(compact && 'w-full')} />
    ) : (
      <AddToCart
        product={product}
        disabled={isGone}
        describedBy={titleId}
        textOnly={compact}
        wide={compact}
        className={cx('text-sm shadow-none!', compact ? 'px-1.5!' : 'gap-1.5! px-3!')}
      />
    );
  return (
    <>
      {hasChoice && (
        <div className="flex h-11 items-center justify-between gap-3">
          <VariantChoice
            group={group}
            chosen={variant}
            onChange={choose}
            compact={compact}
            className="min-w-0 flex-1"
          />
        </div>
      )}
      {compact ? (
        // The price has the line to itself, and the button the width of the card.
        <>
          <div className="flex h-10 flex-col">
            {price}
            <span className="flex h-4 items-baseline justify-between gap-2 overflow-hidden text-[0.6875rem] leading-4">
              <LimitOrUnitPrice product={product} className="tracking-tight" />
              <Quantity quantity={isGone ? 0 : product.quantity} className="ml-auto" />
            </span>
          </div>
          {button}
        </>
      ) : (
        <div className="flex h-11 items-center justify-between gap-2">
          <div className="flex min-w-0 flex-col">
            {price}
            {/* What does not fit wraps and is hidden, rather than running under the button. The quantity comes first. */}
            <span className="flex h-4 flex-wrap gap-x-2 overflow-hidden text-xs leading-4">
              <StockNote quantity={product.quantity} isGone={isGone} className="justify-start!" />
              <UnitPrice product={product} />
            </span>
          </div>
          {button}
        </div>
      )}
    </>
  );
};
