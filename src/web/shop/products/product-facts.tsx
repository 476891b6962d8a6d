import { categoryHue, displayCategory } from '#domain/categories.ts';
import { LOW_STOCK } from '#domain/constants.ts';
import type { Product } from '#domain/product.ts';
import { isReplica } from '#domain/tags.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

/** The colour a product wears wherever it appears. */
export const hueOf = (product: Product) => categoryHue(displayCategory(product));

export const BrandBadge = ({ brand, className }: { brand: string; className?: string }) => (
  <Badge onPicture className={className}>
    {brand}
  </Badge>
);

/** The weight label, else the size (specification §2); a label known to be doubtful is not repeated (decisions §5). */
export const WeightBadge = ({ product }: { product: Product }) => {
  if (product.labelDoubtful) {
    return <Badge tone="warning">weight being confirmed</Badge>;
  }
  const text = product.weightLabel ?? product.size;
  if (!text) return null;
  return <Badge hue={hueOf(product)}>{text}</Badge>;
};

/** Said to every member who looks at a replica (decisions §4). */
export const ReplicaBadge = ({ product }: { product: Product }) =>
  isReplica(product.tags) ? <Badge tone="notice">Replica</Badge> : null;

interface StockBadgeProps {
  quantity: number;
  isGone?: boolean;
  className?: string;
}

/** Loud only where it matters: the last pieces; quiet that there are none. */
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
      Qty {quantity}
    </span>
  );
};
