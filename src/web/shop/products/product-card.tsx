import { memo, type ReactNode, useId } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import type { Placing } from '#domain/sorting.ts';
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
  ArrivalMark,
  BrandBadge,
  CardText,
  FactsLine,
  hasFactsLine,
  hasStockWarning,
  hueOf,
  LimitOrUnitPrice,
  Quantity,
  ReplicaMark,
  StockNote,
  StockWarning,
  ViewButton,
} from './product-facts.tsx';
import { cardTitle, PICTURE_CORNERS } from './product-placeholder.tsx';
import { LINES_OF_CHOICE } from './row-lines.ts';
import { cheaperTiers, TierLine } from './tier-prices.tsx';
import { VariantChoice } from './variant-choice.tsx';

export interface ProductItemProps {
  group: ListGroup;
  placing: Placing;
  choices: Choices;
  /** Opens the details of a product. */
  onView: (productId: number) => void;
  /** Narrow, with smaller text. */
  compact: boolean;
  /** In pixels. Chooses the width of the image file. */
  pictureWidth: number;
  /** The width for the choice among variants, in rem. */
  choiceRoom: number;
  /** The shape of the row (row-lines.ts). */
  lines: number;
  rowHasChoice: boolean;
  /** Among the first in view: its picture is loaded first. */
  eager: boolean;
}

/**
 * A group in the grid. All rows have one height (list-measures.ts), and the cards of a row have one shape, so that their
 * pictures are of one height. Picture, text and price are drawn first and the controls later: a slow device can draw half a
 * card in a frame.
 */
export const ProductCard = memo(function ProductCard({
  group,
  placing,
  choices,
  onView,
  compact,
  pictureWidth,
  choiceRoom,
  lines,
  rowHasChoice,
  eager,
}: ProductItemProps) {
  const { variant, isGone, choose } = useChosenVariant(group, placing, choices);
  const { product } = variant;
  const titleId = useId();
  const cardText = `${group.name} ${variant.name}`;
  const hasChoice = group.variants.length > 1 || group.variants[0].id !== product.id;
  const view = <ViewButton onView={() => onView(product.id)} titleId={titleId} />;
  // In the place of the choice that others of the row have are more lines of text.
  const hasMoreText = rowHasChoice && !hasChoice;
  const lineHeight = compact ? 1.125 : 1.25;
  const facts = (!compact || hasFactsLine(product, cardText)) && (
    <div className={cx('flex items-center gap-1.5', compact ? 'text-xs' : 'text-sm')}>
      <FactsLine
        product={product}
        cardText={cardText}
        className={cx('min-w-0 flex-1', compact ? 'h-4.5 leading-4.5' : 'h-5')}
      >
        <ArrivalMark product={product} />
        <ReplicaMark product={product} />
      </FactsLine>
      {!compact && view}
    </div>
  );
  return (
    <article
      aria-labelledby={titleId}
      data-hue={hueOf(product)}
      className="relative flex h-full flex-col rounded-card border border-line bg-surface hover:border-category-text/45"
    >
      <ProductPicture
        image={product.images[0] ?? group.images[0]}
        name={product.name}
        category={displayCategory(product)}
        brand={product.brand}
        tags={product.tags}
        sizes={`${Math.round(pictureWidth)}px`}
        eager={eager}
        className={cx(PICTURE_CORNERS, 'min-h-0 flex-1', isGone && '[&>img]:opacity-50')}
      >
        <BrandBadge
          brand={product.brand}
          className={cx(
            'absolute',
            // In a narrow card it is below the heart, else it ends before it.
            compact
              ? 'bottom-1.5 left-1.5 h-5! max-w-[calc(100%-0.75rem)]! rounded-control! px-1.5! text-[0.6875rem]! leading-4.5! tracking-tight'
              : 'top-3 left-3 max-w-[calc(100%-4rem)]!',
          )}
        />
        <FavoriteButton
          product={product}
          look="picture"
          className={cx('z-1', compact ? 'top-2 right-2' : 'top-3 right-3')}
        />
      </ProductPicture>
      <div
        style={{
          height: `${(lines + (hasMoreText ? LINES_OF_CHOICE : 0)) * lineHeight}rem`,
          marginBottom: hasMoreText
            ? `${CHOICE_HEIGHT + (compact ? 0.375 : 0.5) - LINES_OF_CHOICE * lineHeight}rem`
            : 0,
        }}
        className={cx(
          // A whole number of lines: a short name leaves one to the description.
          'shrink-0 overflow-hidden',
          compact ? 'm-2 text-xs leading-4.5' : 'm-3.5 text-sm leading-5',
        )}
      >
        <h2 id={titleId} translate="no" className={cardTitle(compact)}>
          <Marked text={group.name} />
        </h2>
        {facts}
        <TierLine product={product} />
        <p
          className={cx(
            'text-wrap text-muted',
            hasMoreText ? 'line-clamp-5' : cheaperTiers(product).length > 0 ? 'line-clamp-2' : 'line-clamp-3',
          )}
        >
          <CardText {...{ group, product, cardText }} />
        </p>
      </div>
      <div className={cx('flex shrink-0 flex-col', compact ? 'gap-1.5 p-2 pt-1.5' : 'gap-2 p-3.5 pt-2.5')}>
        {hasChoice && (
          <div className="relative z-1 flex h-11 items-center">
            <Deferred when>
              {() => <VariantChoice group={group} chosen={variant} onChange={choose} room={choiceRoom} />}
            </Deferred>
          </div>
        )}
        {/* In a narrow card the price has the line to itself, and the button the width of the card. */}
        <div className={compact ? 'flex flex-col gap-1.5' : 'flex h-11 items-center justify-between gap-2'}>
          <CardPrice product={product} isGone={isGone} view={compact ? view : null} compact={compact} />
          <div className={cx('relative z-1 flex h-11', !compact && 'w-25 shrink-0')}>
            <Deferred when>
              {() =>
                product.quantity === 0 && !isGone ? (
                  <NotifyButton product={product} look="narrow" className="w-full" />
                ) : (
                  <AddToCart
                    product={product}
                    disabled={isGone}
                    describedBy={titleId}
                    textOnly
                    wide
                    className="px-1.5! text-sm shadow-none!"
                  />
                )
              }
            </Deferred>
          </div>
        </div>
      </div>
    </article>
  );
});

/** In rem. */
const CHOICE_HEIGHT = 2.75;

/** "$1,234.00" is long next to the button. */
const LONG_PRICE = 8;

interface CardPriceProps extends Pick<ProductItemProps, 'compact'> {
  product: Product;
  isGone: boolean;
  view: ReactNode;
}

/** The price, and below it the quantity with a warning, a limit or the price per unit. */
const CardPrice = ({ product, isGone, view, compact }: CardPriceProps) => {
  const amount = formatPrice(product.finalPrice);
  const quantity = isGone ? 0 : product.quantity;
  const price = (
    <span
      className={cx(
        'leading-6! font-semibold whitespace-nowrap text-text',
        !compact && amount.length > LONG_PRICE ? 'text-base tracking-tight' : 'text-lg',
      )}
    >
      {amount}
    </span>
  );
  if (!compact) {
    return (
      <div className="flex min-w-0 flex-col">
        {price}
        {/* Parts that do not fit wrap out of sight, not under the button. The quantity comes first. */}
        <span className="flex h-4 flex-wrap gap-x-2 overflow-hidden text-xs leading-4">
          <StockNote quantity={product.quantity} isGone={isGone} className="justify-start!" />
          <LimitOrUnitPrice product={product} />
        </span>
      </div>
    );
  }
  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-1 text-xs">
        {price}
        {view}
      </div>
      <span className="flex h-4 items-baseline justify-between gap-2 overflow-hidden text-[0.6875rem] leading-4">
        {hasStockWarning(quantity, isGone) ? (
          <StockWarning quantity={quantity} isGone={isGone} />
        ) : (
          <LimitOrUnitPrice product={product} className="tracking-tight" />
        )}
        <Quantity quantity={quantity} className="ml-auto" />
      </span>
    </div>
  );
};
