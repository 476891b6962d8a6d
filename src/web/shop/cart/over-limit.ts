import type { CartLimit } from '#contract/cart.ts';
import type { Product } from '#domain/product.ts';
import { formatLimitAmount, formatWindow } from '#domain/purchase-limits.ts';
import { countsProduct, type ProductAmounts, productAmounts } from '#domain/purchase-limits-amounts.ts';
import { formatMinute } from '#domain/purchase-limits-usage.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';

/** Sums are whole thousandths, so that 0.1 + 0.2 is 0.3. */
const inParts = (amount: number): number => Math.round(amount * 1000);

/** How far the cart is over a limit, in its unit. A cart without products of its kind never is. */
export const amountOver = ({ max, used, inCart }: CartLimit): number =>
  inCart === 0 ? 0 : Math.max(0, inParts(used) + inParts(inCart) - inParts(max)) / 1000;

/** The first limit that the cart breaks, as the shop names it when it refuses the order. */
export const brokenLimit = (limits: readonly CartLimit[]): CartLimit | undefined =>
  limits.find((limit) => amountOver(limit) > 0);

/** "7 g over your limit of 28 g in 24 hours.", and from when on more is possible, if waiting helps. */
export const overText = (limit: CartLimit, timeZone?: string): string => {
  const over = formatLimitAmount(amountOver(limit), limit.unit);
  const sentence = `${over} over your limit of ${formatLimitAmount(limit.max, limit.unit)} in ${formatWindow(limit.window)}.`;
  return limit.opensAt === null
    ? sentence
    : `${sentence} More from ${formatMinute(Date.parse(limit.opensAt), timeZone)}.`;
};

/** What earlier orders count, in words; null if they count nothing. */
export const earlierText = ({ used, unit }: CartLimit): string | null =>
  used > 0 ? `${formatLimitAmount(used, unit)} from earlier orders` : null;

/** What a piece of a product counts never changes while the product is the same. */
const known = new WeakMap<Product, ProductAmounts>();

const amountsOf = (product: Product): ProductAmounts => {
  let amounts = known.get(product);
  if (amounts === undefined) {
    const { weightLabel } = product;
    amounts = productAmounts({ ...product, weightLabel: isWeightLabel(weightLabel) ? weightLabel : null });
    known.set(product, amounts);
  }
  return amounts;
};

/**
 * Whether the cart with more pieces of a product would be over a limit. It goes by the usual kinds of categories, and
 * says nothing about a product of unknown weight: the shop alone knows the rest.
 */
export const wouldPassLimit = (limits: readonly CartLimit[], product: Product, pieces = 1): boolean =>
  limits.some((limit) => {
    const amounts = amountsOf(product);
    const amount = countsProduct(limit, amounts) ? amounts[limit.unit] : null;
    return amount !== null && amount > 0 && inParts(limit.used + limit.inCart + amount * pieces) > inParts(limit.max);
  });
