import type { CartItem } from '#contract/cart.ts';
import { lineTotalCents } from '#domain/cart.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { type LinePrices, savingOfOneMore, unitPriceCents } from '#domain/pricing.ts';
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

/** Returns a text about the saving by one more piece; null if it saves nothing or there is none (behavior 4.11). */
export const oneMoreText = (item: CartItem): string | null => {
  if (item.problem !== null || item.quantity >= item.available) return null;
  const saving = savingOfOneMore(linePricesOf(item), item.quantity);
  if (!saving) return null;
  const { savedCents, unitPriceCents: each } = saving;
  return `One more and each costs ${formatPrice(centsToAmount(each))}. You save ${formatPrice(centsToAmount(savedCents))}.`;
};
