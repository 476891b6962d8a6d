import type { CartItem, CartResponse } from '#contract/cart.ts';
import { cartTotals, lineProblem, lineTotalCents, orderable } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import { finalPriceCents, type LinePrices, linePrices, unitPriceCents } from '#domain/pricing.ts';
import { UNKNOWN } from '#domain/product.ts';
import { productStrain } from '#domain/tags.ts';
import type { Tier } from '#domain/tiers.ts';
import type { Settings } from '../../settings.ts';
import { imageAddress } from '../images/image-address.ts';
import { type CartLineRow, stockedItem } from './cart.queries.ts';

/** The price of a shipping option in this shop, in cents. */
export const shippingCents = (settings: Settings, option: ShippingOption): number =>
  toCents(option === 'express' ? settings.SHIPPING_EXPRESS : settings.SHIPPING_STANDARD)!;

/** A cart as the member sees it: current prices, and the problem of each line (behavior 6.3). */
export const presentCart = (
  settings: Settings,
  lines: readonly CartLineRow[],
  choices: { shipping_option: ShippingOption; notes: string } | undefined,
): CartResponse => {
  const shippingOption = choices?.shipping_option ?? DEFAULT_SHIPPING_OPTION;
  const priced = lines.map((row) => ({ row, ...priceLine(row) }));
  const totals = cartTotals(priced, shippingCents(settings, shippingOption));
  return {
    cart: {
      subtotal: centsToAmount(totals.subtotalCents),
      shippingCost: centsToAmount(totals.shippingCents),
      total: centsToAmount(totals.totalCents),
      notes: choices?.notes ?? '',
      shippingOption,
    },
    items: priced.map(presentLine),
  };
};

/** What one piece of a line costs, and what more pieces cost each (behavior 4.11). */
export const pricesOf = (row: Pick<CartLineRow, 'price_cents' | 'markup_cents' | 'tiers'>): LinePrices =>
  linePrices({
    priceCents: row.price_cents,
    markupCents: row.markup_cents,
    tiers: row.tiers === '[]' ? [] : (JSON.parse(row.tiers) as Tier[]),
  });

const priceLine = (row: CartLineRow) => {
  const item = stockedItem(row);
  const prices = pricesOf(row);
  return {
    quantity: row.quantity,
    prices,
    unitPriceCents: unitPriceCents(prices, row.quantity),
    available: orderable(item),
    problem: lineProblem(item, row.quantity),
  };
};

type PricedRow = { row: CartLineRow } & ReturnType<typeof priceLine>;

const presentLine = ({ row, ...line }: PricedRow): CartItem => {
  const image = (JSON.parse(row.images) as string[])[0];
  return {
    id: row.id,
    productId: row.item_id,
    productName: row.name,
    productBrand: row.brand ?? UNKNOWN,
    productStrain: productStrain({ tags: JSON.parse(row.tags) as string[], description: row.description }),
    productCategory: row.category ?? UNKNOWN,
    productImage: image === undefined ? null : imageAddress(image),
    unitPrice: centsToAmount(line.unitPriceCents),
    singlePrice: centsToAmount(line.prices.singlePriceCents),
    tiers: line.prices.tierPrices.map(({ from, unitPriceCents: cents }) => ({ from, unitPrice: centsToAmount(cents) })),
    unitPriceWhenAdded: centsToAmount(finalPriceCents(row.added_price_cents, 0)),
    quantity: row.quantity,
    totalPrice: centsToAmount(lineTotalCents(line)),
    problem: line.problem,
    available: line.available,
  };
};
