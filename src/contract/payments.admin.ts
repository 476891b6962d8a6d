import * as z from 'zod/mini';
import { toCents } from '#domain/money.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { PAYMENT_KINDS } from '#domain/payments.ts';
import { csvEndpoint, endpoint } from './endpoint.ts';
import { adminReceipt } from './receipts.admin.ts';
import { coin, txid } from './shared-fields.ts';
import { idParam, isoDate, publicIdParam, trimmedText } from './values.ts';

const DOLLARS_RULE = 'This must be an amount above 0 such as 615.00';
const COIN_RULE = 'This must be an amount such as 0.00615';

export const paymentInput = z.object({
  kind: z.enum(PAYMENT_KINDS),
  coin: z.optional(z.nullable(coin)),
  /** At most 8 decimals. */
  coinAmount: z.optional(
    z.nullable(
      trimmedText(40, COIN_RULE).check(z.overwrite(plainNumber), z.regex(/^(\d{1,9}(\.\d{1,8})?)?$/, COIN_RULE)),
    ),
  ),
  dollars: trimmedText(40, DOLLARS_RULE).check(
    z.overwrite(plainNumber),
    z.regex(/^\d{1,9}(\.\d{1,2})?$/, DOLLARS_RULE),
    z.refine((dollars) => toCents(dollars) !== 0, DOLLARS_RULE),
  ),
  txid: z.optional(z.nullable(txid)),
  note: z.optional(z.nullable(trimmedText(1000))),
});

/**
 * Adds a payment or a refund to the books of a receipt (behavior 7.26). null or an empty text is none. The coin and the
 * transaction of the receipt stay as they are.
 */
export const addPayment = endpoint({
  method: 'POST',
  path: '/api/admin/receipts/:id/payments',
  access: 'orders.write',
  summary: 'Add a payment or a refund',
  takesIdempotencyKey: true,
  params: publicIdParam,
  input: paymentInput,
  output: z.object({ receipt: adminReceipt }),
  status: 201,
  errors: ['not_found', 'refund_too_large'],
});

/** Takes an entry back with an entry of its own. One that was undone already is refused. */
export const undoPayment = endpoint({
  method: 'POST',
  path: '/api/admin/receipts/:id/payments/:paymentId/undo',
  access: 'orders.write',
  summary: 'Take a payment or a refund back',
  takesIdempotencyKey: true,
  params: z.extend(publicIdParam, { paymentId: idParam.shape.id }),
  input: z.object({}),
  output: z.object({ receipt: adminReceipt }),
  errors: ['not_found', 'already_reverted', 'refund_too_large'],
});

/** The books of these days in the shop's time zone, both included, as a table for the books of the seller. */
export const paymentsCsv = csvEndpoint(
  'payments',
  { query: z.object({ from: z.optional(isoDate), to: z.optional(isoDate) }) },
  { access: 'orders.read' },
);
