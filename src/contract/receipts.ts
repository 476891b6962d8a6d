import * as z from 'zod/mini';
import { COINS } from '#domain/quotes.ts';
import { RECEIPT_EVENT_KINDS } from '#domain/receipt-state.ts';
import { delivery } from './addresses.ts';
import { ORDER_REFUSALS, shippingOption } from './cart.ts';
import { endpoint } from './endpoint.ts';
import { ownPayment, paymentState } from './payments.ts';
import { coin, receiptStatus, txid } from './shared-fields.ts';
import { amount, moment, page, publicIdParam, text } from './values.ts';

/** A change of a receipt without a step, such as the quantity of a line. `before` or `after` is null for nothing. */
const receiptChange = z.object({
  /** `received` and the act if it is one of `refunded` and `undone` (of a kind of payment), `coin`, `txid`, `tracking`, `panelNote`, `total`, or the name of a product whose quantity changed. */
  what: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

/** One entry of a receipt's history. */
const receiptEvent = z.object({
  kind: z.enum(RECEIPT_EVENT_KINDS),
  /** The state after it. */
  status: receiptStatus,
  at: moment,
  /** A user name, or "system". */
  by: z.string(),
  note: z.nullable(z.string()),
  /** Empty for a step and for its undo. */
  changes: z.array(receiptChange),
});
export type ReceiptEvent = z.infer<typeof receiptEvent>;

/** The price of a receipt in a coin, valid for a limited time (behavior 7.15). */
const quote = z.object({
  coin: z.enum(COINS),
  /** Coins, with 8 decimals. */
  amount: z.string(),
  /** Dollars per coin. */
  rate: z.string(),
  at: moment,
  expiresAt: moment,
});
export type Quote = z.infer<typeof quote>;

/** The address where the member of an order pays in a coin, and no other member (behavior 7.27). */
export const orderAddress = z.object({ coin: z.enum(COINS), address: z.string() });

/** A receipt: prices and shipping as they were when it was made. Its seller can reduce lines until it is shipped. */
export const receipt = z.object({
  id: z.string(),
  number: z.number(),
  status: receiptStatus,
  lines: z.array(
    z.object({
      productId: z.number(),
      productName: z.string(),
      /** The size of the product when the receipt was made, else its label. null on lines of older versions. */
      size: z.nullable(z.string()),
      productBrand: z.string(),
      quantity: z.number(),
      unitPrice: amount,
      totalPrice: amount,
      /** The batch that left the shop, until then the one when the receipt was made (behavior 7.20). */
      batch: z.nullable(z.string()),
      /** The one when the receipt was made. Not known of lines that an older version shipped. */
      batchConfirmed: z.nullable(z.string()),
    }),
  ),
  subtotal: amount,
  /** The points spent on it, and their discount. */
  points: z.number(),
  pointsDiscount: amount,
  shippingOption,
  shippingCost: amount,
  total: amount,
  notes: z.string(),
  /** Its destination: a copy of the member's address. null without one, and once it is erased (behavior 6.14). */
  delivery: z.nullable(delivery),
  createdAt: moment,
  /** When the receipt expires if it is not paid; null once enough was received, or it is paid, cancelled or expired. */
  expiresAt: z.nullable(moment),
  /** When its member said that it is paid. */
  paymentSentAt: z.nullable(moment),
  /** The coin or way of the payment, and its transaction, as the member or the seller wrote them down. */
  coin: z.nullable(z.string()),
  txid: z.nullable(z.string()),
  /**
   * The amount received minus the amount refunded, and that minus the total: "-5.00" if too little came. Both are null
   * without an entry in its books that is not undone.
   */
  received: z.nullable(amount),
  difference: z.nullable(amount),
  /** The amount still to be paid. */
  due: amount,
  payment: paymentState,
  /** The entries of its books, oldest first. Members get none that was undone. */
  payments: z.array(ownPayment),
  /** The addresses of this order alone. Empty without an account key (behavior 7.27). */
  addresses: z.array(orderAddress),
  /** Empty without a rate, and if there is nothing to pay. They may have expired. */
  quotes: z.array(quote),
  /** How the parcel can be followed. */
  tracking: z.nullable(z.string()),
  /** The history, oldest first. Members do not get entries about the private note. */
  events: z.array(receiptEvent),
});
export type Receipt = z.infer<typeof receipt>;

/**
 * Confirms the order: one transaction makes the receipt, reserves the stock and empties the cart (behavior 6.5). The same
 * `Idempotency-Key` header returns the same receipt with 200. `chatUrl` opens the chat with the message filled in; it is
 * null without a seller. `expectedTotal` is the total that the page showed. If prices have changed since, the order is
 * refused with `total_moved`, so that nobody orders at a price they have not seen. `addressId` is one of the member's
 * delivery addresses. Without `DELIVERY_ADDRESSES` it is ignored.
 */
export const confirmOrder = endpoint({
  method: 'POST',
  path: '/api/receipts',
  access: 'member',
  summary: 'Confirm the order',
  takesIdempotencyKey: true,
  input: z.object({ expectedTotal: z.optional(amount), addressId: z.optional(z.nullable(text(100))) }),
  output: z.object({ receipt, chatUrl: z.nullable(z.string()), message: z.string() }),
  status: 201,
  errors: [...ORDER_REFUSALS, 'total_moved'],
});

export const listReceipts = endpoint({
  method: 'GET',
  path: '/api/receipts',
  access: 'member',
  summary: "The member's receipts, newest first",
  query: z.object({ ...page }),
  output: z.object({ receipts: z.array(receipt), nextCursor: z.nullable(z.string()) }),
  errors: [],
});

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/:id',
  access: 'member',
  summary: 'One receipt of the member',
  params: publicIdParam,
  output: z.object({ receipt, chatUrl: z.nullable(z.string()), message: z.string() }),
  errors: ['not_found'],
});

/** Products that the member has received, to buy them again (behavior 7.16). */
export const getBuyAgain = endpoint({
  method: 'GET',
  path: '/api/buy-again',
  access: 'member',
  summary: "Products of the member's shipped and completed receipts",
  /** Ids of products in the catalogue, those of the newest receipt first. */
  output: z.object({ ids: z.array(z.number()) }),
  errors: [],
});

/** The member says that the payment is on its way (behavior 7.8). Saying it again replaces coin and transaction only. */
export const sayPaymentSent = endpoint({
  method: 'POST',
  path: '/api/receipts/:id/payment-sent',
  access: 'member',
  summary: "Tell the seller that one's receipt is paid",
  params: publicIdParam,
  input: z.object({ coin: z.optional(coin), txid: z.optional(txid) }),
  output: z.object({ receipt }),
  errors: ['step_not_allowed'],
});

/** The member cancels a receipt that awaits payment (behavior 7.9). */
export const cancelOwnReceipt = endpoint({
  method: 'POST',
  path: '/api/receipts/:id/cancel',
  access: 'member',
  summary: "Cancel one's receipt while it awaits payment",
  params: publicIdParam,
  input: z.object({}),
  output: z.object({ receipt }),
  errors: ['step_not_allowed'],
});

/** "Get today's amount" (behavior 7.15). Quotes that are still valid stay as they are. */
export const renewQuotes = endpoint({
  method: 'POST',
  path: '/api/receipts/:id/quote',
  access: 'member',
  summary: "What one's receipt costs in coins today",
  params: publicIdParam,
  input: z.object({}),
  output: z.object({ receipt }),
  errors: ['step_not_allowed'],
});
