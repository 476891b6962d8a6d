import type { Receipt } from '#contract/receipts.ts';
import { lineName } from '#domain/line-name.ts';
import { amountLess, centsToAmount } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { counted } from '#domain/text.ts';
import { priceOfPieces } from '../cart/line-prices.ts';

type Line = Receipt['lines'][number];

/** A line of an old receipt, as it can be ordered again today (behavior 7.5). */
export interface ReorderLine {
  line: Line;
  /** The current product, or null if it is gone. */
  product: Product | null;
  /** How many pieces can be added: fewer than before if the stock is short. */
  quantity: number;
  /** Why not all pieces can be added, or null. */
  missing: 'gone' | 'out' | 'short' | null;
  /** The price of each piece in the line that the cart will have, in cents. */
  unitPriceCents: number;
  /** Its change since the receipt was made, such as "-0.50". */
  priceChange: string;
}

interface Availability {
  products: readonly Product[];
  /** Pieces of a product that are in the cart already. They count against the stock too. */
  inCart: (productId: number) => number;
}

/** The lines of an old receipt, with what can be ordered again at today's prices. */
export const planReorder = (lines: readonly Line[], { products, inCart }: Availability): ReorderLine[] => {
  const sold = new Map(products.filter(({ isActive }) => isActive).map((product) => [product.id, product]));
  return lines.map((line) => {
    const product = sold.get(line.productId);
    if (!product) return { line, product: null, quantity: 0, missing: 'gone', unitPriceCents: 0, priceChange: '0.00' };
    const left = Math.max(0, product.quantity - inCart(product.id));
    const quantity = Math.min(line.quantity, left);
    const each = priceOfPieces(product, inCart(product.id) + Math.max(1, quantity));
    return {
      line,
      product,
      quantity,
      missing: quantity === line.quantity ? null : quantity === 0 ? 'out' : 'short',
      unitPriceCents: each,
      priceChange: amountLess(centsToAmount(each), line.unitPrice),
    };
  });
};

/** The label of a line that cannot be added completely, or null. */
export const missingLabel = ({ missing, quantity, line }: ReorderLine): string | null => {
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

/**
 * The result of one press of "Buy again", in sentences: how much is in the cart, and which parts of the order are
 * missing. `added` is the number of pieces that the cart has taken.
 */
export const reorderOutcome = (plan: readonly ReorderLine[], added: number): string[] => {
  const first = added === 0 ? 'Nothing was added to your cart.' : `${counted(added)} added to your cart.`;
  const missing = plan.flatMap((entry) => {
    const label = missingLabel(entry);
    return label === null ? [] : `${lineName(entry.line)}: ${label.toLowerCase()}.`;
  });
  return [first, ...missing];
};
