import type { CartItem, CartResponse } from '#contract/cart.ts';
import { cartTotals } from '#domain/cart.ts';
import { DEFAULT_SHIPPING_OPTION, SHIPPING_CENTS, type ShippingOption } from '#domain/constants.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { productStrain } from '#domain/tags.ts';

/** One thing a member does to the cart. Lines are named by their product: a cart has one line for each. */
export type CartChange =
  | { kind: 'add'; product: Product; quantity: number }
  | { kind: 'quantity'; productId: number; quantity: number }
  | { kind: 'remove'; productId: number }
  /** Puts a removed line back: as adding, but nothing new to tell. */
  | { kind: 'restore'; product: Product; quantity: number }
  /** Empties lines and notes. */
  | { kind: 'clear' }
  | { kind: 'shipping'; option: ShippingOption }
  | { kind: 'notes'; notes: string };

/** What an option costs here, as the shop tells it ("15.00"). */
export type ShippingPrices = Record<ShippingOption, string>;

const DEFAULT_PRICES: ShippingPrices = {
  standard: centsToAmount(SHIPPING_CENTS.standard),
  express: centsToAmount(SHIPPING_CENTS.express),
};

/** The cart before the server has said anything (specification §9: shipping is 15 when there is no cart). */
export const emptyCart = (prices: ShippingPrices = DEFAULT_PRICES): CartResponse => ({
  cart: {
    subtotal: '0.00',
    shippingCost: prices[DEFAULT_SHIPPING_OPTION],
    total: prices[DEFAULT_SHIPPING_OPTION],
    notes: '',
    shippingOption: DEFAULT_SHIPPING_OPTION,
  },
  items: [],
});

/** The cart as it will be once the server has taken these changes; shown until its answer is here. */
export const withChanges = (
  stored: CartResponse,
  changes: readonly CartChange[],
  prices: ShippingPrices = DEFAULT_PRICES,
): CartResponse => {
  if (changes.length === 0) return stored;
  const after = changes.reduce(withChange, stored);
  const shippingCost = after.cart.shippingOption === stored.cart.shippingOption ? stored.cart.shippingCost : null;
  const totals = cartTotals(
    after.items.map(({ quantity, unitPrice, problem }) => ({ quantity, unitPriceCents: cents(unitPrice), problem })),
    cents(shippingCost ?? prices[after.cart.shippingOption]),
  );
  return {
    items: after.items,
    cart: {
      ...after.cart,
      subtotal: centsToAmount(totals.subtotalCents),
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
      const line = items.find(({ productId }) => productId === product.id);
      if (!line) return { cart, items: [...items, newLine(product, quantity)] };
      return withChange(
        { cart, items },
        { kind: 'quantity', productId: product.id, quantity: line.quantity + quantity },
      );
    }
  }
};

const withQuantity = (item: CartItem, quantity: number): CartItem => {
  const short = item.problem === 'gone' ? 'gone' : quantity > item.available ? 'short' : null;
  return {
    ...item,
    quantity,
    totalPrice: centsToAmount(quantity * cents(item.unitPrice)),
    problem: short,
  };
};

/** A line whose real id is not known yet; the negative product id holds its place. */
const newLine = (product: Product, quantity: number): CartItem =>
  withQuantity(
    {
      id: -product.id,
      productId: product.id,
      productName: product.name,
      productBrand: product.brand,
      productStrain: productStrain(product),
      productCategory: product.category,
      productImage: product.images[0] ?? null,
      unitPrice: centsToAmount(cents(String(product.finalPrice))),
      unitPriceWhenAdded: centsToAmount(cents(String(product.finalPrice))),
      quantity: 0,
      totalPrice: '0.00',
      problem: null,
      available: product.quantity,
    },
    quantity,
  );

/**
 * Puts a change behind those that wait. Where the last waiting one on the same thing says the same kind of it, they
 * become one: five quick presses are one call. `waiting` holds only changes that have not been sent.
 */
export const enqueue = (waiting: readonly CartChange[], change: CartChange): CartChange[] => {
  // Emptying the cart makes what waits on its lines and notes pointless.
  if (change.kind === 'clear') return [...waiting.filter(({ kind }) => kind === 'shipping'), change];
  const at = waiting.findLastIndex((other) => subjectOf(other) === subjectOf(change));
  const last = waiting[at];
  if (!last) return [...waiting, change];
  const merged = merge(last, change);
  return merged ? waiting.with(at, merged) : [...waiting, change];
};

/** What a change is about: changes on different things do not disturb each other. */
const subjectOf = (change: CartChange): string => {
  if (change.kind === 'shipping' || change.kind === 'notes' || change.kind === 'clear') return change.kind;
  return `product ${'product' in change ? change.product.id : change.productId}`;
};

const merge = (earlier: CartChange, later: CartChange): CartChange | null => {
  if (earlier.kind === 'add' && later.kind === 'add') {
    return { ...later, quantity: earlier.quantity + later.quantity };
  }
  if (later.kind === 'add' || later.kind === 'restore') return null;
  // A quantity, a removal, shipping and notes each say how it is to be, whatever was to be before.
  if (earlier.kind === later.kind || (earlier.kind === 'quantity' && later.kind === 'remove')) return later;
  return null;
};
