import { formatPrice } from '#domain/money.ts';
import type { Product, ProductTier } from '#domain/product.ts';
import { cx } from '../../ui/cx.ts';

/** "3 or more: $40 each", with `of` after "more". Final prices are whole dollars. */
export const tierText = ({ from, finalPrice }: ProductTier, of = ''): string =>
  `${from} or more${of}: ${formatPrice(finalPrice).replace('.00', '')} each`;

/** The tiers that make a piece cheaper. A tier may cost as much as the pieces before it (behavior 4.11). */
export const cheaperTiers = ({ finalPrice, tiers }: Pick<Product, 'finalPrice' | 'tiers'>): ProductTier[] =>
  tiers.filter((tier, index) => tier.finalPrice < (tiers[index - 1]?.finalPrice ?? finalPrice));

/** The first tier of a product, as a line of its card or row. */
export const TierLine = ({ product, className }: { product: Product; className?: string }) => {
  const [first] = cheaperTiers(product);
  if (!first) return null;
  return <p className={cx('truncate font-semibold text-accent-text', className)}>{tierText(first)}</p>;
};
