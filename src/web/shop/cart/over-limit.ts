import type { CartItem, CartLimit, WholeCart } from '#contract/cart.ts';
import type { Product } from '#domain/product.ts';
import { formatLimitAmount, formatWindow, type LimitKind } from '#domain/purchase-limits.ts';
import { countsProduct } from '#domain/purchase-limits-amounts.ts';
import { formatMinute, lastTime } from '#domain/purchase-limits-usage.ts';
import { amountsOf, inParts } from './limit-amounts.ts';

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

/** Without a network nothing can be confirmed. */
export const OFFLINE = "You're offline. Your cart is saved; you can confirm once you're back online.";

const MARKED_LINES = 'Please change or remove the marked items first.';

/** The amount that earlier orders count, in words; null if they count nothing. */
export const earlierText = ({ used, unit }: CartLimit): string | null =>
  used > 0 ? `${formatLimitAmount(used, unit)} from earlier orders` : null;

/** Pieces to take out of a line. */
export interface Reduction {
  item: CartItem;
  product: Product;
  pieces: number;
}

/** What a reduction does: how many limits it keeps, and how much of the excess it takes, 1 if exactly that. */
interface Effect extends Reduction {
  kept: number;
  share: number;
}

/** 21 g are six times 3.5 g, and no more. */
const ROUNDING = 1e-9;

const effectOf = (item: CartItem, product: Product, broken: readonly CartLimit[]): Effect | null => {
  const amounts = amountsOf(product);
  const counted = broken.filter((limit) => countsProduct(limit, amounts) && amounts[limit.unit] !== 0);
  if (counted.length === 0) return null;
  // Of one piece, as a part of the excess. The shop alone knows what an unknown weight counts: one piece at a time.
  const shares = counted.map((limit) => (amounts[limit.unit] ?? 0) / amountOver(limit));
  const needed = shares.map((share) => Math.ceil(1 / share - ROUNDING));
  const most = Math.max(...needed);
  const pieces = most === Number.POSITIVE_INFINITY ? 1 : Math.min(item.quantity, most);
  return {
    item,
    product,
    pieces,
    kept: needed.filter((each) => each <= pieces).length,
    share: pieces * Math.min(...shares),
  };
};

/**
 * Returns the smallest change of one line that keeps the broken limits, or most of them, as far as products are known. If
 * no line is enough, it is the one that helps most. Of lines that help alike, it is the largest, then the last one.
 */
export const reductionFor = (
  { blocked, limits, items }: Pick<WholeCart, 'blocked' | 'limits'> & { items: readonly CartItem[] },
  products: readonly Product[] = [],
): Reduction | null => {
  if (blocked?.code !== 'limit_reached') return null;
  const broken = limits.filter((limit) => amountOver(limit) > 0);
  const effects = items.toReversed().flatMap((item) => {
    const product = products.find(({ id }) => id === item.productId);
    return (product && effectOf(item, product, broken)) ?? [];
  });
  const [best] = effects.sort(
    (a, b) =>
      b.kept - a.kept || (a.kept > 0 ? a.share - b.share : b.share - a.share) || b.item.quantity - a.item.quantity,
  );
  return best ? { item: best.item, product: best.product, pieces: best.pieces } : null;
};
