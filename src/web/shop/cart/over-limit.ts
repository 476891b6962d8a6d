import type { CartItem, CartLimit, WholeCart } from '#contract/cart.ts';
import type { Product } from '#domain/product.ts';
import { formatLimitAmount, formatWindow, type LimitKind } from '#domain/purchase-limits.ts';
import { countsProduct, type ProductAmounts, productAmounts } from '#domain/purchase-limits-amounts.ts';
import { formatMinute, lastTime } from '#domain/purchase-limits-usage.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';

/** Sums are whole thousandths, so that 0.1 + 0.2 is 0.3. */
const inParts = (amount: number): number => Math.round(amount * 1000);

/** How far the cart is over a limit, in its unit. A cart without products of its kind never is. */
export const amountOver = ({ max, used, inCart }: CartLimit): number =>
  inCart === 0 ? 0 : Math.max(0, inParts(used) + inParts(inCart) - inParts(max)) / 1000;

/**
 * For each limit that the cart breaks, "7 g over your limit of 28 g in 24 hours." If waiting helps, the last one also
 * says when the cart will keep all of them.
 */
export const overTexts = (limits: readonly CartLimit[], timeZone?: string): { kind: LimitKind; text: string }[] => {
  const broken = limits.filter((limit) => amountOver(limit) > 0);
  const opensAt = lastTime(broken.map((limit) => (limit.opensAt === null ? null : Date.parse(limit.opensAt))));
  return broken.map((limit, index) => {
    const [over, max] = [amountOver(limit), limit.max].map((amount) => formatLimitAmount(amount, limit.unit));
    const sentence = `${over} over your limit of ${max} in ${formatWindow(limit.window)}.`;
    const isLast = index === broken.length - 1 && opensAt !== null;
    return { kind: limit.kind, text: isLast ? `${sentence} More from ${formatMinute(opensAt, timeZone)}.` : sentence };
  });
};

/** The block of a cart: a sentence of the shop, or one of the page's own for each broken limit. */
export interface BlockedTexts {
  /** To show above the confirm button. */
  shown: readonly { kind: LimitKind | null; text: string }[];
  /** The same in one text, for who presses the button or does not see it. */
  message: string;
}

/** Why a cart cannot be confirmed now; null if it can. An empty cart needs no words. */
export const blockedTexts = (
  { blocked, limits }: Pick<WholeCart, 'blocked' | 'limits'>,
  timeZone?: string,
): BlockedTexts | null => {
  if (blocked === null || blocked.code === 'cart_empty') return null;
  const { code, message } = blocked;
  const over = code === 'limit_reached' ? overTexts(limits, timeZone) : [];
  if (over.length > 0) return { shown: over, message: over.map(({ text }) => text).join(' ') };
  // The lines themselves say what is wrong with them.
  const isAboutLines = code === 'not_enough_stock' || code === 'cart_blocked';
  return { shown: [{ kind: null, text: isAboutLines ? MARKED_LINES : message }], message };
};

const MARKED_LINES = 'Please change or remove the marked items first.';

/** The amount that earlier orders count, in words; null if they count nothing. */
export const earlierText = ({ used, unit }: CartLimit): string | null =>
  used > 0 ? `${formatLimitAmount(used, unit)} from earlier orders` : null;

/** The amounts of one piece never change while the product is the same. */
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
 * Returns if the cart with more pieces of a product would be over a limit. It uses the usual kinds of categories, and
 * says nothing about a product of unknown weight: the shop alone knows the rest.
 */
export const wouldPassLimit = (limits: readonly CartLimit[], product: Product, pieces = 1): boolean =>
  limits.some((limit) => {
    const amounts = amountsOf(product);
    const amount = countsProduct(limit, amounts) ? amounts[limit.unit] : null;
    return amount !== null && amount > 0 && inParts(limit.used + limit.inCart + amount * pieces) > inParts(limit.max);
  });

export interface LineOfProduct {
  item: CartItem;
  product: Product;
}

/** The line of which a piece less helps: the last one that a broken limit counts, as far as its product is known. */
export const lineToReduce = (
  { blocked, limits, items }: Pick<WholeCart, 'blocked' | 'limits'> & { items: readonly CartItem[] },
  products: readonly Product[] = [],
): LineOfProduct | null => {
  if (blocked?.code !== 'limit_reached') return null;
  const broken = limits.filter((limit) => amountOver(limit) > 0);
  for (const item of items.toReversed()) {
    const product = products.find(({ id }) => id === item.productId);
    if (product && broken.some((limit) => countsProduct(limit, amountsOf(product)))) return { item, product };
  }
  return null;
};
