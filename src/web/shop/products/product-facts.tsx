import { categoryHue, displayCategory } from '#domain/categories.ts';
import { LOW_STOCK } from '#domain/constants.ts';
import { centsToAmount, formatPrice } from '#domain/money.ts';
import { type PriceUnit, pricePerUnit } from '#domain/pricing.ts';
import type { Product } from '#domain/product.ts';
import { isReplica, productStrain } from '#domain/tags.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

/** The color of a product's category. */
export const hueOf = (product: Product) => categoryHue(displayCategory(product));

export const BrandBadge = ({ brand, className }: { brand: string; className?: string }) => (
  <Badge onPicture className={className}>
    {brand}
  </Badge>
);

/** The weight label, otherwise the size. A doubtful label is not shown (behavior 4.7). */
export const WeightBadge = ({ product }: { product: Product }) => {
  if (product.labelDoubtful) {
    return <Badge tone="warning">weight being confirmed</Badge>;
  }
  const text = product.weightLabel ?? product.size;
  if (!text) return null;
  return <Badge hue={hueOf(product)}>{text}</Badge>;
};

export const ReplicaBadge = ({ product }: { product: Product }) =>
  isReplica(product.tags) ? <Badge tone="notice">Replica</Badge> : null;

interface StockBadgeProps {
  quantity: number;
  isGone?: boolean;
  className?: string;
}

/** Warns of the last pieces, and says that a product is sold out or gone. */
export const StockBadge = ({ quantity, isGone, className }: StockBadgeProps) => {
  if (isGone || quantity === 0) {
    return (
      <Badge onPicture className={className}>
        {isGone ? 'No longer available' : 'Out of Stock'}
      </Badge>
    );
  }
  if (quantity > LOW_STOCK) return null;
  return (
    <Badge tone="warning" loud className={className}>
      Only {quantity} left
    </Badge>
  );
};

export const Quantity = ({ quantity, className }: { quantity: number; className?: string }) => {
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

/** The price per gram, piece or 10 mg, if weight or pack are known (behavior 5.13). */
export const UnitPrice = ({ product }: { product: Product }) => {
  const price = pricePerUnit(product);
  if (!price) return null;
  return (
    <span className="text-xs whitespace-nowrap text-muted">
      {formatPrice(centsToAmount(price.amountCents)) + UNIT_LABELS[price.unit]}
    </span>
  );
};

/** The heading of a choice among variants: what all of them differ in, if that is clear. */
export const choiceLabel = (products: readonly Product[]): 'Size' | 'Strain' | 'Flavor' | 'Options' => {
  const areDistinct = (values: (string | null)[]) => !values.includes(null) && new Set(values).size === values.length;
  const sizes = products.map(({ size, weightLabel }) => size ?? weightLabel);
  const differInSize = areDistinct(sizes);
  const differInStrain = areDistinct(products.map(productStrain));
  if (differInSize && !differInStrain) return 'Size';
  if (differInStrain && !differInSize) return 'Strain';
  const areEdibles = products.every(({ category }) => category === 'Edibles');
  return areEdibles && new Set(sizes).size === 1 ? 'Flavor' : 'Options';
};
