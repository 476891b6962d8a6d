import * as z from 'zod/mini';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import { shippingOption } from './cart.ts';
import { endpoint } from './endpoint.ts';
import { amount, moment, page, publicIdParam } from './values.ts';

export const receiptStatus = z.enum(RECEIPT_STATUSES);

/** A receipt: lines, prices and shipping as they were when it was made. */
export const receipt = z.object({
  id: z.string(),
  number: z.number(),
  status: receiptStatus,
  lines: z.array(
    z.object({
      productId: z.number(),
      productName: z.string(),
      productBrand: z.string(),
      quantity: z.number(),
      unitPrice: amount,
      totalPrice: amount,
      /** The batch when the receipt was made, and then when it was shipped (behavior 7.20). */
      batch: z.nullable(z.string()),
    }),
  ),
  subtotal: amount,
  shippingOption,
  shippingCost: amount,
  total: amount,
  notes: z.string(),
  createdAt: moment,
  /** When the receipt expires if it is not paid; null once it is paid, cancelled or expired. */
  expiresAt: z.nullable(moment),
  /** `by` is a user name, or "system". */
  events: z.array(z.object({ status: receiptStatus, at: moment, by: z.string(), note: z.nullable(z.string()) })),
});
export type Receipt = z.infer<typeof receipt>;

/**
 * Confirms the order: one transaction makes the receipt, reserves the stock and empties the cart (behavior 6.5). The same
 * `Idempotency-Key` header returns the same receipt with 200. `chatUrl` opens the chat with the message filled in; it is
 * null without a seller. `expectedTotal` is the total that the page showed. If prices have changed since, the order is
 * refused with `total_moved`, so that nobody orders at a price they have not seen.
 */
export const confirmOrder = endpoint({
  method: 'POST',
  path: '/api/receipts',
  access: 'member',
  summary: 'Confirm the order',
  takesIdempotencyKey: true,
  input: z.object({ expectedTotal: z.optional(amount) }),
  output: z.object({ receipt, chatUrl: z.nullable(z.string()), message: z.string() }),
  status: 201,
  errors: ['cart_empty', 'cart_blocked', 'not_enough_stock', 'total_moved', 'not_verified'],
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
