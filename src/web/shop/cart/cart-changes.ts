import type { CartItem, CartResponse } from '#contract/cart.ts';
import { cartTotals } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION, SHIPPING_CENTS, type ShippingOption } from '#domain/constants.ts';
import { shownSize } from '#domain/facts.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { productStrain } from '#domain/tags.ts';
import { atQuantity, pricesOfProduct } from './line-prices.ts';

/** A change that a member makes, and the moment of the press that made it. */
export type CartChange = Change & { pressedAt?: number };

/** Lines are identified by their product, because a cart has one line per product. */
type Change =
  | { kind: 'add'; product: Product; quantity: number }
  | { kind: 'quantity'; productId: number; quantity: number }
  | { kind: 'remove'; productId: number }
  /** Adds without a toast. With `addedAt` a removed line returns to its place. */
  | { kind: 'restore'; product: Product; quantity: number; addedAt?: string }
  /** Empties lines and notes. */
  | { kind: 'clear' }
  | { kind: 'shipping'; option: ShippingOption }
  /** Lets the order use points, at most as many as it takes. */
  | { kind: 'points'; points: number }
  | { kind: 'notes'; notes: string };

/** The shop's prices and rules that the totals depend on. */
export interface ShopTerms {
  /** The prices of the shipping options, such as "15.00". */
  shipping: Record<ShippingOption, string>;
  /** Dollars for 100 points; 0 if points cannot be spent. */
  pointsValue: number;
}

const DEFAULT_TERMS: ShopTerms = {
  shipping: { standard: centsToAmount(SHIPPING_CENTS.standard), express: centsToAmount(SHIPPING_CENTS.express) },
  pointsValue: 0,
};

/** The cart before the server has responded. */
export const emptyCart = ({ shipping }: ShopTerms = DEFAULT_TERMS): CartResponse => ({
  cart: {
    subtotal: '0.00',
    points: 0,
    pointsDiscount: '0.00',
    shippingCost: shipping[DEFAULT_SHIPPING_OPTION],
    total: shipping[DEFAULT_SHIPPING_OPTION],
    notes: '',
    shippingOption: DEFAULT_SHIPPING_OPTION,
  },
  items: [],
});

/** The cart as it will be after these changes. Shown until the server has responded. */
export const withChanges = (
  stored: CartResponse,
  changes: readonly CartChange[],
  { shipping, pointsValue }: ShopTerms = DEFAULT_TERMS,
): CartResponse => {
  if (changes.length === 0) return stored;
  const after = changes.reduce(withChange, stored);
  const shippingCost = after.cart.shippingOption === stored.cart.shippingOption ? stored.cart.shippingCost : null;
  const totals = cartTotals(
    after.items.map(({ quantity, unitPrice, problem }) => ({ quantity, unitPriceCents: cents(unitPrice), problem })),
    cents(shippingCost ?? shipping[after.cart.shippingOption]),
    { points: after.cart.points, pointsValue },
  );
  return {
    items: after.items,
    cart: {
      ...after.cart,
      subtotal: centsToAmount(totals.subtotalCents),
      points: totals.points,
      pointsDiscount: centsToAmount(totals.pointsDiscountCents),
      shippingCost: centsToAmount(totals.shippingCents),
      total: centsToAmount(totals.totalCents),
    },
  };
};

const cents = (amount: string): number => toCents(amount) ?? 0;

const withChange = ({ cart, items }: CartResponse, change: CartChange): CartResponse => {
  switch (change.kind) {
    case 'shipping':
      return { cart: { ...cart, shippingOption: change.option }, items };
    case 'points':
      return { cart: { ...cart, points: change.points }, items };
    case 'notes':
      return { cart: { ...cart, notes: change.notes }, items };
    case 'clear':
      return { cart: { ...cart, notes: '' }, items: [] };
    case 'remove':
      return { cart, items: items.filter(({ productId }) => productId !== change.productId) };
    case 'quantity':
      return {
        cart,
        items: items.map((item) => (item.productId === change.productId ? withQuantity(item, change.quantity) : item)),
      };
    case 'add':
    case 'restore': {
      const { product, quantity } = change;
      const addedAt = change.kind === 'restore' ? change.addedAt : undefined;
      const line = items.find(({ productId }) => productId === product.id);
      if (!line) return { cart, items: inPlace(items, newLine(product, quantity, addedAt)) };
      return withChange(
        { cart, items },
        { kind: 'quantity', productId: product.id, quantity: line.quantity + quantity },
      );
    }
  }
};

const withQuantity = (item: CartItem, quantity: number): CartItem => {
  const problem = item.problem === 'gone' ? 'gone' : quantity > item.available ? 'short' : null;
  return { ...atQuantity(item, quantity), problem };
};

/** The lines with one more. They are in the order in which they were added (behavior 6.3). */
export const inPlace = (items: readonly CartItem[], line: CartItem): CartItem[] => {
  const later = items.findIndex(({ addedAt }) => addedAt > line.addedAt);
  return items.toSpliced(later === -1 ? items.length : later, 0, line);
};

/** After every time of the server: a line that it does not have yet comes last. */
const NOT_STORED = '9999-12-31T23:59:59.999Z';

/** A line without an id yet. The negative product id replaces it. */
const newLine = (product: Product, quantity: number, addedAt: string = NOT_STORED): CartItem =>
  withQuantity(
    {
      id: -product.id,
      productId: product.id,
      productName: product.name,
      size: shownSize(product),
      productBrand: product.brand,
      productStrain: productStrain(product),
      productCategory: product.category,
      productImage: product.images[0] ?? null,
      unitPrice: centsToAmount(cents(String(product.finalPrice))),
      ...pricesOfProduct(product),
      unitPriceWhenAdded: centsToAmount(cents(String(product.finalPrice))),
      addedAt,
      quantity: 0,
      totalPrice: '0.00',
      problem: null,
      available: product.quantity,
    },
    quantity,
  );

/**
 * Adds a change to those that wait. It is merged with the last waiting change of the same subject and kind, so that
 * five quick presses are one call. `waiting` must not contain changes that are being sent.
 */
export const enqueue = (waiting: readonly CartChange[], change: CartChange): CartChange[] => {
  // An empty cart needs no waiting changes of lines and notes.
  if (change.kind === 'clear')
    return [...waiting.filter(({ kind }) => kind === 'shipping' || kind === 'points'), change];
  const index = waiting.findLastIndex((other) => subjectOf(other) === subjectOf(change));
  const last = waiting[index];
  if (!last) return [...waiting, change];
  const merged = merge(last, change);
  return merged ? waiting.with(index, merged) : [...waiting, change];
};

/** The subject of a change. Changes of different subjects do not affect each other. */
export const subjectOf = (change: CartChange): string => {
  if ('product' in change) return `product ${change.product.id}`;
  return 'productId' in change ? `product ${change.productId}` : change.kind;
};

const merge = (earlier: CartChange, later: CartChange): CartChange | null => {
  if (earlier.kind === 'add' && later.kind === 'add') {
    return { ...later, quantity: earlier.quantity + later.quantity };
  }
  if (later.kind === 'add' || later.kind === 'restore') return null;
  // These replace the earlier change, whatever it was.
  if (earlier.kind === later.kind || (earlier.kind === 'quantity' && later.kind === 'remove')) return later;
  return null;
};
