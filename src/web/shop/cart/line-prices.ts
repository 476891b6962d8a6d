import type { CartItem } from '#contract/cart.ts';
import { lineTotalCents } from '#domain/cart.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { type LinePrices, nextTier, unitPriceCents } from '#domain/pricing.ts';
import type { Product } from '#domain/product.ts';

const cents = (amount: string | number): number => toCents(amount) ?? 0;

/** The prices of a product as those of a cart line. */
export const pricesOfProduct = ({ finalPrice, tiers }: Pick<Product, 'finalPrice' | 'tiers'>) => ({
  singlePrice: centsToAmount(cents(finalPrice)),
  tiers: tiers.map((tier) => ({ from: tier.from, unitPrice: centsToAmount(cents(tier.finalPrice)) })),
});

/** Returns the price of each piece of a product in a line with so many pieces, in cents (behavior 4.11). */
export const priceOfPieces = ({ finalPrice, tiers }: Pick<Product, 'finalPrice' | 'tiers'>, quantity: number): number =>
  unitPriceCents(
    {
      singlePriceCents: cents(finalPrice),
      tierPrices: tiers.map((tier) => ({ from: tier.from, unitPriceCents: cents(tier.finalPrice) })),
    },
    quantity,
  );

/** The prices of a line in cents. A line that an older page stored has no tiers. */
const linePricesOf = ({ unitPrice, singlePrice, tiers }: CartItem): LinePrices => ({
  singlePriceCents: cents(singlePrice ?? unitPrice),
  tierPrices: (tiers ?? []).map((tier) => ({ from: tier.from, unitPriceCents: cents(tier.unitPrice) })),
});

/** The line with another quantity, at the price that this many pieces cost (behavior 4.11). */
export const atQuantity = (item: CartItem, quantity: number): CartItem => {
  const each = unitPriceCents(linePricesOf(item), quantity);
  return {
    ...item,
    quantity,
    unitPrice: centsToAmount(each),
    totalPrice: centsToAmount(lineTotalCents({ quantity, unitPriceCents: each })),
  };
};

/** Returns a text about the next tier and what it saves; null if the stock does not reach one (behavior 4.11). */
export const nextTierText = (item: CartItem): string | null => {
  const next = item.problem === null ? nextTier(linePricesOf(item), item.quantity) : null;
  if (!next || item.quantity + next.more > item.available) return null;
  const [each, saved] = [next.unitPriceCents, next.savedCents].map((amount) => formatPrice(centsToAmount(amount)));
  return `${next.more === 1 ? 'One' : next.more} more and each costs ${each}. You save ${saved}.`;
};
