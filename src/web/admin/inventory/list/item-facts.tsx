import type { AdminItem } from '#contract/inventory.ts';
import { categoryHue } from '#domain/categories.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { finalPriceCents } from '#domain/pricing.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { useCell } from '../edits/pending-edits.ts';
import { brandName, categoryName } from './filter-items.ts';

export const BrandName = ({ item }: { item: AdminItem }) => (
  <span className={cx('truncate', !item.brand && 'text-muted')}>{brandName(item)}</span>
);

export const CategoryChip = ({ item }: { item: AdminItem }) => {
  const name = categoryName(item);
  return <Badge hue={categoryHue(name)}>{name}</Badge>;
};

/** Stock on hand, and what of it is promised to open receipts. */
export const StockFigure = ({ item: { quantity, reserved } }: { item: AdminItem }) => (
  <>
    <span className={cx('font-medium', quantity === 0 ? 'text-muted' : 'text-text')}>{quantity}</span>
    {reserved > 0 && (
      <span className="block text-xs leading-3 whitespace-nowrap text-notice-text">{reserved} reserved</span>
    )}
  </>
);

/** What members pay, with the markup that is being saved. */
export const FinalPrice = ({ item }: { item: AdminItem }) => {
  const { value: markup } = useCell(item, 'markupDollars');
  const cents = finalPriceCents(toCents(item.price) ?? 0, toCents(markup) ?? 0);
  return <span className="font-semibold text-text">{formatPrice(cents / 100)}</span>;
};
