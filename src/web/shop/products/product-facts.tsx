import { Fragment, type ReactNode } from 'react';
import { categoryHue, displayCategory } from '#domain/categories.ts';
import { LOW_STOCK } from '#domain/constants.ts';
import { cardDescription, cardFacts } from '#domain/facts.ts';
import type { ProductGroup } from '#domain/grouping.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { type PriceUnit, pricePerUnit } from '#domain/pricing.ts';
import { type Product, UNKNOWN } from '#domain/product.ts';
import { isReplica } from '#domain/tags.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { useCart } from '../cart/cart-store.ts';
import { wouldPassLimit } from '../cart/limit-amounts.ts';
import { Marked } from './matches.tsx';

/** The color of a product's category. */
export const hueOf = (product: Product) => categoryHue(displayCategory(product));

/** The brand on a picture. A product without a brand has no badge. */
export const BrandBadge = ({ brand, className }: { brand: string; className?: string }) =>
  brand === UNKNOWN ? null : (
    <Badge onPicture className={className}>
      <Marked text={brand} />
    </Badge>
  );

/** As high as a line of a card, and never cut. */
const IN_LINE = 'shrink-0 rounded-full px-1.5 text-xs leading-4.5 font-semibold';

/** The same in a line of a card or row. */
export const ReplicaMark = ({ product }: { product: Product }) =>
  isReplica(product.tags) ? <span className={cx(IN_LINE, 'bg-notice-wash text-notice-text')}>Replica</span> : null;

/** "New" or "Back", as the shop says (behavior 5.21). */
export const ArrivalMark = ({ product: { badge } }: { product: Product }) =>
  badge ? (
    <span className={cx(IN_LINE, 'bg-accent-wash text-accent-text')}>
      {badge === 'new' ? 'New' : 'Back'}
      {badge === 'back' && <span className="sr-only"> in stock</span>}
    </span>
  ) : null;

const sizeOf = (product: Product): string | null =>
  product.labelDoubtful ? 'weight being confirmed' : (product.weightLabel ?? product.size);

/** Returns whether the line of facts says anything. */
export const hasFactsLine = (product: Product, cardText: string): boolean =>
  Boolean(sizeOf(product) ?? product.badge) || isReplica(product.tags) || cardFacts(product, cardText).length > 0;

interface FactsLineProps {
  product: Product;
  cardText: string;
  /** Ends with the brand, if the card does not name it, and has one fact beside it. */
  withBrand?: boolean;
  /** Each fact on a line of its own. */
  stacked?: boolean;
  /** States the height: what does not fit in it is left out as a whole. */
  className: string;
  /** Marks before the facts. */
  children?: ReactNode;
}

/** Size and facts of a product: "1G · THC 82% · Blue Hour". A doubtful size says so (behavior 4.7). */
export const FactsLine = ({ product, cardText, withBrand, stacked, className, children }: FactsLineProps) => {
  const size = sizeOf(product);
  const isNamed = product.brand === UNKNOWN || cardText.toLowerCase().includes(product.brand.toLowerCase());
  const brand = withBrand && !isNamed ? product.brand : null;
  const facts = cardFacts(product, cardText).slice(0, brand ? 1 : undefined);
  const parts = [size, ...facts, brand].filter((part) => part !== null);
  return (
    <div
      className={cx(
        'flex overflow-hidden text-muted *:max-w-full *:truncate',
        stacked ? 'flex-col items-start' : 'dotted',
        className,
      )}
    >
      <span className="flex shrink-0 items-center gap-1.5 empty:hidden">{children}</span>
      {parts.map((part, index) => (
        <span
          key={part}
          className={
            part === size
              ? product.labelDoubtful
                ? 'text-warning-text max-[24rem]:tracking-tighter'
                : 'font-semibold text-category-text'
              : undefined
          }
        >
          {index > 0 && !stacked && (
            <span aria-hidden className="font-normal text-muted">
              ·{' '}
            </span>
          )}
          <Marked text={part} />
        </span>
      ))}
    </div>
  );
};

interface CardTextProps {
  group: ProductGroup;
  product: Product;
  /** What the rest of the card says. */
  cardText: string;
}

/** What the name of the group leaves out of the products' own, and what the description adds to the rest of the card. */
const textParts = ({ group, product, cardText }: CardTextProps): string[] =>
  [group.ownName, (product.description ? cardDescription(product, cardText) : group.description) ?? ''].filter(Boolean);

const BETWEEN = ' · ';

export const textOf = (props: CardTextProps): string => textParts(props).join(BETWEEN);

/** The text of a card. */
export const CardText = (props: CardTextProps) =>
  textParts(props).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && BETWEEN}
      <span className={part === props.group.ownName ? 'text-text' : undefined}>
        <Marked text={part} />
      </span>
    </Fragment>
  ));

interface ViewButtonProps {
  onView: () => void;
  /** The heading that names the product. */
  titleId: string;
}

/** A quiet word. Its area is that of the positioned element around it: a press anywhere there opens the details. */
export const ViewButton = ({ onView, titleId }: ViewButtonProps) => (
  <button
    type="button"
    onClick={onView}
    aria-describedby={titleId}
    className='ml-auto shrink-0 font-semibold text-text underline decoration-edge underline-offset-3 after:absolute after:inset-0 after:content-[""] forced-colors:border forced-colors:px-1 hover:decoration-text'
  >
    View
  </button>
);

interface StockProps {
  quantity: number;
  /** The product has left the shop. */
  isGone: boolean;
  className?: string;
}

/** Shows "Qty 18" in every place and at every width. A warning is next to it, if there is one. */
export const StockNote = ({ quantity, isGone, className }: StockProps) => (
  <span className={cx('inline-flex flex-wrap justify-end gap-x-2', className)}>
    <Quantity quantity={isGone ? 0 : quantity} />
    <StockWarning {...{ quantity, isGone }} />
  </span>
);

export const hasStockWarning = (quantity: number, isGone: boolean): boolean => isGone || quantity === 0;

/** Says that a product is sold out or gone. */
export const StockWarning = ({ quantity, isGone }: StockProps) =>
  hasStockWarning(quantity, isGone) && (
    <span className="whitespace-nowrap text-muted">{isGone ? 'No longer available' : 'Out of Stock'}</span>
  );

/** Loud if few are left. */
export const Quantity = ({ quantity, className }: { quantity: number; className?: string | undefined }) => {
  const isLow = quantity > 0 && quantity <= LOW_STOCK;
  return (
    <span className={cx('whitespace-nowrap', isLow ? 'font-semibold text-warning-text' : 'text-muted', className)}>
      <QuantityText quantity={quantity} />
    </span>
  );
};

/** "Qty 18", which screen readers read as "18 in stock". */
export const QuantityText = ({ quantity }: { quantity: number }) => (
  <>
    <span aria-hidden>Qty {quantity}</span>
    <span className="sr-only">{quantity} in stock</span>
  </>
);

const UNIT_LABELS: Record<PriceUnit, string> = { piece: ' each', g: '/g', '10mg': '/10mg' };

interface LimitNoteProps {
  product: Product;
  pieces?: number;
  className?: string;
}

const useIsOverLimit = ({ product, pieces }: LimitNoteProps): boolean =>
  useCart(({ limits }) => limits.length > 0 && wouldPassLimit(limits, product, pieces));

/** Says that more pieces would pass a purchase limit (behavior 6.11). Nothing while they fit. */
export const LimitNote = ({ className = 'text-xs', ...props }: LimitNoteProps) =>
  useIsOverLimit(props) && (
    <span className={cx('font-semibold whitespace-nowrap text-warning-text', className)}>Over your limit</span>
  );

/** The note on limits has the place of the price per unit. */
export const LimitOrUnitPrice = (props: { product: Product; className?: string }) => {
  const isOver = useIsOverLimit(props);
  return isOver ? <LimitNote {...props} /> : <UnitPrice {...props} />;
};

/** The price per gram, piece or 10 mg, if weight or pack are known (behavior 5.13). */
export const UnitPrice = ({ product, className = 'text-xs' }: { product: Product; className?: string }) => {
  const price = pricePerUnit(product);
  // For one gram it would repeat the price.
  if (!price || price.amountCents === toCents(product.finalPrice)) return null;
  return (
    <span className={cx('whitespace-nowrap text-muted', className)}>
      {formatPrice(centsToAmount(price.amountCents)) + UNIT_LABELS[price.unit]}
    </span>
  );
};
