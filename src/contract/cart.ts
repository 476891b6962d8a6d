import * as z from 'zod/mini';
import { LINE_PROBLEMS } from '#domain/cart.ts';
import { onlyLeft, SHIPPING_OPTIONS } from '#domain/constants.ts';
import { LIMIT_KINDS, LIMIT_UNITS } from '#domain/purchase-limits.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { amount, idParam, moment, trimmedText } from './values.ts';

export const shippingOption = z.enum(SHIPPING_OPTIONS);

/** One line, with its problem if it has one (behavior 6.3). */
export const cartItem = z.object({
  id: z.number(),
  productId: z.number(),
  productName: z.string(),
  /** The size of the product, else its label. The line is named with it (`lineName`). */
  size: z.nullable(z.string()),
  productBrand: z.string(),
  productStrain: z.nullable(z.string()),
  productCategory: z.string(),
  productImage: z.nullable(z.string()),
  /** The price of each piece, with the tier that the line has reached (behavior 4.11). */
  unitPrice: amount,
  /** The price of each piece in a line that reaches no tier. */
  singlePrice: amount,
  tiers: z.array(z.object({ from: z.number(), unitPrice: amount })),
  /** The price of one piece when the line was added, so that the page can say that it changed. */
  unitPriceWhenAdded: amount,
  /** When the line was added. Lines are in this order. A removed line that is put back keeps it. */
  addedAt: moment,
  quantity: z.number(),
  totalPrice: amount,
  problem: z.nullable(z.enum(LINE_PROBLEMS)),
  /** The total that this member can have. */
  available: z.number(),
});
export type CartItem = z.infer<typeof cartItem>;

/** The text for a line's problem; null if it has none. */
export const lineProblemText = ({ problem, available }: Pick<CartItem, 'problem' | 'available'>): string | null => {
  if (problem === null) return null;
  return problem === 'gone' ? 'No longer available' : onlyLeft(available);
};

const cart = z.object({
  subtotal: amount,
  /** The points that the order uses, at most those that the member has, and their discount. */
  points: z.number(),
  pointsDiscount: amount,
  /** Subtotal minus discount, plus shipping. */
  total: amount,
  shippingCost: amount,
  notes: z.string(),
  shippingOption,
});

/** How much of a purchase limit receipts and cart use, in the unit of the limit (behavior 6.11). */
export const cartLimit = z.object({
  kind: z.enum(LIMIT_KINDS),
  unit: z.enum(LIMIT_UNITS),
  /** As it is written in the rule, such as "1d". */
  window: z.string(),
  max: z.number(),
  used: z.number(),
  inCart: z.number(),
  /** When the cart would fit; null if it fits now or never will. */
  opensAt: z.nullable(moment),
});
export type CartLimit = z.infer<typeof cartLimit>;

/** The reasons why a cart makes no order, in the order of the checks. The first that holds is returned. */
export const ORDER_REFUSALS = [
  'not_verified',
  'shop_closed',
  'cart_empty',
  'cart_blocked',
  'not_enough_stock',
  'amount_unknown',
  'limit_reached',
  'too_many_open_orders',
  'first_order_limit',
  'address_needed',
  'points_short',
] as const satisfies ErrorCode[];
export type OrderRefusalCode = (typeof ORDER_REFUSALS)[number];

/** Every cart call returns the whole cart. Only reading it tells the limits too, and why it could not be confirmed. */
export const cartResponse = z.object({ cart, items: z.array(cartItem) });
const wholeCart = z.extend(cartResponse, {
  limits: z.array(cartLimit),
  /** The error that `POST /api/receipts` would return now. It is null if a receipt would be made (behavior 6.5). */
  blocked: z.nullable(z.object({ code: z.enum(ORDER_REFUSALS), message: z.string() })),
});
export type WholeCart = z.infer<typeof wholeCart>;
export type CartResponse = z.infer<typeof cartResponse> & Partial<Pick<WholeCart, 'limits' | 'blocked'>>;

/** The id of no product: a malformed id is not found (behavior 2.4). */
const NO_PRODUCT = 0;

/** A product id as a number or as text. Number() alone would read "0x10" as 16. */
const productId = z.pipe(
  z.union([z.number(), z.string()], 'A product is needed'),
  z.transform((id) => {
    const text = String(id).trim();
    return z.safeParse(idParam.shape.id, text).success ? Number(text) : NO_PRODUCT;
  }),
);
const quantity = z
  .number('Quantity must be a whole number')
  .check(
    z.int('Quantity must be a whole number'),
    z.minimum(1, 'Quantity must be at least 1'),
    z.maximum(100_000, 'Quantity is too large'),
  );

export const getCart = endpoint({
  method: 'GET',
  path: '/api/cart',
  access: 'member',
  summary: "The member's cart",
  output: wholeCart,
  errors: [],
});

export const addToCart = endpoint({
  method: 'POST',
  path: '/api/cart/add',
  access: 'member',
  takesIdempotencyKey: true,
  summary: 'Put a product in the cart',
  input: z.object({
    productId,
    quantity: z._default(quantity, 1),
    /** `addedAt` of a removed line, which is put back to its place. */
    addedAt: z.optional(z.iso.datetime('This must be a time such as 2026-11-22T09:30:00.000Z')),
  }),
  output: cartResponse,
  errors: ['not_found', 'not_enough_stock'],
});

export const updateCartItem = endpoint({
  method: 'PATCH',
  path: '/api/cart/items/:id',
  access: 'member',
  summary: "Change a line's quantity",
  params: idParam,
  input: z.object({ quantity }),
  output: cartResponse,
  errors: ['not_found', 'not_enough_stock'],
});

export const removeCartItem = endpoint({
  method: 'DELETE',
  path: '/api/cart/items/:id',
  access: 'member',
  summary: 'Remove a line',
  params: idParam,
  output: cartResponse,
  errors: ['not_found'],
});

export const clearCart = endpoint({
  method: 'DELETE',
  path: '/api/cart',
  access: 'member',
  summary: 'Empty the cart, notes included',
  output: cartResponse,
  errors: [],
});

export const setCartShipping = endpoint({
  method: 'PATCH',
  path: '/api/cart/shipping',
  access: 'member',
  summary: 'Choose standard or express shipping',
  input: z.object({ shippingOption }),
  output: cartResponse,
  errors: [],
});

export const setCartNotes = endpoint({
  method: 'PATCH',
  path: '/api/cart/notes',
  access: 'member',
  summary: 'Notes to the seller',
  input: z.object({ notes: trimmedText(2000) }),
  output: cartResponse,
  errors: [],
});

const POINTS_RULE = 'Points must be a whole number of 0 or more';

export const setCartPoints = endpoint({
  method: 'PATCH',
  path: '/api/cart/points',
  access: 'member',
  summary: 'Spend points on the order',
  input: z.object({
    points: z.number(POINTS_RULE).check(z.int(POINTS_RULE), z.minimum(0, POINTS_RULE)),
  }),
  output: cartResponse,
  errors: ['points_short'],
});
