import type { CartItem, CartLimit, CartResponse } from '#contract/cart.ts';
import { cartTotals, lineProblem, lineTotalCents, orderable } from '#domain/cart.ts';
import type { CategoryMap } from '#domain/category-map.ts';
import { DEFAULT_SHIPPING_OPTION, type ShippingOption } from '#domain/constants.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import { finalPriceCents, type LinePrices, linePrices, unitPriceCents } from '#domain/pricing.ts';
import { UNKNOWN } from '#domain/product.ts';
import type { LimitUsage } from '#domain/purchase-limits-usage.ts';
import { productStrain } from '#domain/tags.ts';
import type { Tier } from '#domain/tiers.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import type { PictureAddresses } from '../pictures/picture-addresses.ts';
import { sizeOf } from '../purchase-limits/purchase-limits.ts';
import { type CartLineRow, stockedItem } from './cart.queries.ts';

/** The price of a shipping option in this shop, in cents. */
export const shippingCents = (settings: Settings, option: ShippingOption): number =>
  toCents(option === 'express' ? settings.SHIPPING_EXPRESS : settings.SHIPPING_STANDARD)!;

/** A member's choices for the whole cart. */
interface CartChoicesRow {
  shipping_option: ShippingOption;
  notes: string;
  points: number;
}

/** How much of a limit is used, as the member sees it. */
export const presentLimit = ({ rule, used, inCart, opensAt }: LimitUsage): CartLimit => ({
  kind: rule.kind,
  unit: rule.unit,
  window: rule.window,
  max: rule.max,
  used,
  inCart,
  opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
});

/** A cart as the member sees it: current prices, and the problem of each line (behavior 6.3). */
export const presentCart = (
  { settings, pictures, categories }: Pick<Shop, 'settings' | 'pictures' | 'categories'>,
  lines: readonly CartLineRow[],
  choices: CartChoicesRow | undefined,
  /** The member's points. */
  balance: number,
): CartResponse => {
  const shippingOption = choices?.shipping_option ?? DEFAULT_SHIPPING_OPTION;
  const priced = lines.map((row) => ({ row, ...priceLine(row) }));
  const points = Math.min(choices?.points ?? 0, balance);
  const totals = cartTotals(priced, shippingCents(settings, shippingOption), {
    points,
    pointsValue: settings.POINTS_VALUE,
  });
  return {
    cart: {
      subtotal: centsToAmount(totals.subtotalCents),
      points: totals.points,
      pointsDiscount: centsToAmount(totals.pointsDiscountCents),
      shippingCost: centsToAmount(totals.shippingCents),
      total: centsToAmount(totals.totalCents),
      notes: choices?.notes ?? '',
      shippingOption,
    },
    items: priced.map((line) => presentLine(line, pictures, categories.current)),
  };
};

/** Returns the price of a single piece of a line, and of each piece if the line has more (behavior 4.11). */
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

const presentLine = ({ row, ...line }: PricedRow, pictures: PictureAddresses, categories: CategoryMap): CartItem => {
  const [image = null] = pictures.of(JSON.parse(row.images) as string[]);
  return {
    id: row.id,
    productId: row.item_id,
    productName: row.name,
    size: sizeOf(row, categories),
    productBrand: row.brand ?? UNKNOWN,
    productStrain: productStrain({ tags: JSON.parse(row.tags) as string[], description: row.description }),
    productCategory: categories.of(row.category).name,
    productImage: image,
    unitPrice: centsToAmount(line.unitPriceCents),
    singlePrice: centsToAmount(line.prices.singlePriceCents),
    tiers: line.prices.tierPrices.map(({ from, unitPriceCents: cents }) => ({ from, unitPrice: centsToAmount(cents) })),
    unitPriceWhenAdded: centsToAmount(finalPriceCents(row.added_price_cents, 0)),
    addedAt: new Date(row.created_at).toISOString(),
    quantity: row.quantity,
    totalPrice: centsToAmount(lineTotalCents(line)),
    problem: line.problem,
    available: line.available,
  };
};
