import type { Receipt } from '#contract/receipts.ts';
import { toCents } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';

type Line = Receipt['lines'][number];

/** What ordering one line of an old receipt again comes to today. */
export interface ReorderLine {
  line: Line;
  /** The product as it is sold now; null where it is gone. */
  product: Product | null;
  /** How many can be added; fewer than were ordered where the stock is short. */
  quantity: number;
  /** What stands in the way, or null. */
  missing: 'gone' | 'out' | 'short' | null;
  /** Cents that a piece costs more or less than then. */
  priceChangeCents: number;
}

interface Shelf {
  products: readonly Product[];
  /** Pieces of a product that are in the cart already: what is in stock must do for both. */
  inCart: (productId: number) => number;
}

/** Looks up what of an old order can be had today (issue: members "reorder at today's prices"). */
export const planReorder = (lines: readonly Line[], { products, inCart }: Shelf): ReorderLine[] => {
  const sold = new Map(products.filter(({ isActive }) => isActive).map((product) => [product.id, product]));
  return lines.map((line) => {
    const product = sold.get(line.productId);
    if (!product) return { line, product: null, quantity: 0, missing: 'gone', priceChangeCents: 0 };
    const left = Math.max(0, product.quantity - inCart(product.id));
    const quantity = Math.min(line.quantity, left);
    return {
      line,
      product,
      quantity,
      missing: quantity === line.quantity ? null : quantity === 0 ? 'out' : 'short',
      priceChangeCents: (toCents(product.finalPrice) ?? 0) - (toCents(line.unitPrice) ?? 0),
    };
  });
};

/** What a line lacks, in words; null where nothing. */
export const missingInWords = ({ missing, quantity, line }: ReorderLine): string | null => {
  switch (missing) {
    case null:
      return null;
    case 'gone':
      return 'No longer available';
    case 'out':
      return 'Out of Stock';
    case 'short':
      return `Only ${quantity} of ${line.quantity} can be added`;
  }
};
