import * as z from 'zod/mini';
import { plainNumber } from '#domain/number-rules.ts';
import { PAYMENT_FILTERS } from '#domain/payments.ts';
import { manualSteps, type ReceiptStatus } from '#domain/receipt-state.ts';
import { csvEndpoint, endpoint } from './endpoint.ts';
import { payment } from './payments.ts';
import { orderAddress, receipt } from './receipts.ts';
import { coin, receiptStatus, txid } from './shared-fields.ts';
import { amount, flag, isoDate, page, publicIdParam, search, text, trimmedText, userFilter } from './values.ts';

export const adminReceipt = z.extend(receipt, {
  username: z.string(),
  memberType: z.string(),
  userId: z.string(),
  /** The member's Telegram name as the member typed it; empty if there is none. */
  signalUsername: z.string(),
  /** The seller's note, which members never get. */
  panelNote: z.nullable(z.string()),
  payments: z.array(payment),
  /** With the index of each below the account key. */
  addresses: z.array(z.extend(orderAddress, { index: z.number() })),
});
export type AdminReceipt = z.infer<typeof adminReceipt>;

/** The recall list of a batch: receipts from paid on (behavior 7.20). */
const batchFilter = { batch: z.optional(trimmedText(60)) };

const AMOUNT_RULE = 'This must be an amount such as 615.00';
/** Dollars that somebody typed, with at most two decimals. */
const dollars = trimmedText(40, AMOUNT_RULE).check(
  z.overwrite(plainNumber),
  z.regex(/^(\d{1,9}(\.\d{1,2})?)?$/, AMOUNT_RULE),
);

/** The orders of the list: by time, total, state or the member's name, each in both directions (behavior 7.21). */
export const RECEIPT_SORTS = [
  'newest',
  'oldest',
  'total-high',
  'total-low',
  'state',
  'state-last',
  'member',
  'member-last',
] as const;
export type ReceiptSort = (typeof RECEIPT_SORTS)[number];

export const listAllReceipts = endpoint({
  method: 'GET',
  path: '/api/admin/receipts',
  access: 'orders.read',
  summary: 'Receipts, searched by number, member, product, total, address and transaction',
  query: z.object({
    ...page,
    ...search,
    status: z.optional(receiptStatus),
    ...userFilter,
    ...batchFilter,
    /** Only receipts that await payment and whose member says that they are paid. */
    paymentSent: z.optional(flag),
    sort: z._default(z.enum(RECEIPT_SORTS), 'newest'),
    /** The first and the last day on which they were confirmed, in the shop's time zone. */
    from: z.optional(isoDate),
    to: z.optional(isoDate),
    /**
     * The first and the last day on which they were first marked paid. With one of them, only receipts that count as sales
     * are listed: paid, shipped or completed (behavior 10.17).
     */
    paidFrom: z.optional(isoDate),
    paidTo: z.optional(isoDate),
    /** Only receipts with pieces of this item. */
    item: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    /** Dollars; empty means none. */
    minTotal: z.optional(dollars),
    maxTotal: z.optional(dollars),
    /** Only open receipts that the stock on hand no longer covers. */
    short: z.optional(flag),
    /** Only receipts whose payment disappeared, is a part, is too much, came after the end, or is not in the books. */
    payment: z.optional(z.enum(PAYMENT_FILTERS)),
  }),
  output: z.object({
    receipts: z.array(adminReceipt),
    /** Those of them that the stock on hand no longer covers, with the pieces that are missing (behavior 7.4). */
    short: z.array(z.object({ id: z.string(), missing: z.number() })),
    total: z.number(),
    nextCursor: z.nullable(z.string()),
    /** The number of receipts in each state, regardless of the filter. */
    counts: z.record(receiptStatus, z.number()),
    /** The number of receipts that await payment and whose member says that they are paid. */
    paymentSent: z.number(),
    /** The income of the receipts that match: their totals minus shipping. null without a filter of paid days. */
    sales: z.nullable(amount),
  }),
  errors: [],
});

export const getAnyReceipt = endpoint({
  method: 'GET',
  path: '/api/admin/receipts/:id',
  access: 'orders.read',
  summary: 'One receipt, the items it is short of, and orders that a payment could be mixed up with',
  params: publicIdParam,
  output: z.object({
    receipt: adminReceipt,
    /** The items that the stock no longer covers, with the pieces that are missing (behavior 7.4). */
    short: z.array(z.object({ productId: z.number(), missing: z.number() })),
    /** Unpaid orders that ask for the same amount at the same address. */
    alike: z.array(z.object({ id: z.string(), number: z.number() })),
  }),
  errors: ['not_found'],
});

/**
 * Facts that the seller writes down about a receipt (behavior 7.10). null or an empty text removes one. `received` writes an
 * entry over the difference, and null undoes all entries by hand (behavior 7.26).
 */
const facts = {
  /** Dollars, such as "615" or "614.50". */
  received: z.optional(z.nullable(dollars)),
  coin: z.optional(z.nullable(coin)),
  txid: z.optional(z.nullable(txid)),
  tracking: z.optional(z.nullable(trimmedText(200))),
  panelNote: z.optional(z.nullable(trimmedText(2000))),
};

export const receiptChange = z
  .object({
    status: z.optional(receiptStatus),
    note: z.optional(trimmedText(1000)),
    /** The state that the caller saw. In another state nothing happens. */
    from: z.optional(receiptStatus),
    ...facts,
  })
  .check(
    z.refine(
      ({ note: _note, from: _from, ...changes }) => Object.keys(changes).length > 0,
      'There is nothing to change',
    ),
    z.refine(({ status, note }) => !note || status !== undefined, 'A note belongs to a step'),
  );

/** Moves a receipt to its next state, writes down facts about it, or both at once. */
export const moveReceipt = endpoint({
  method: 'PATCH',
  path: '/api/admin/receipts/:id',
  access: 'orders.write',
  summary: 'Move a receipt to its next state, or write down payment, tracking and a private note',
  params: publicIdParam,
  input: receiptChange,
  output: z.object({ receipt: adminReceipt }),
  errors: ['not_found', 'step_not_allowed'],
});

/** The most receipts that one call moves. */
export const MOST_RECEIPTS = 500;

/** Receipts to move, and the state of each that the caller saw. One in another state is refused. */
const manyReceipts = {
  ids: z
    .array(text(100, 'An id must be a text'), 'The ids must be a list')
    .check(
      z.minLength(1, 'Name at least one receipt'),
      z.maxLength(MOST_RECEIPTS, `At most ${MOST_RECEIPTS} receipts can be moved at once`),
    ),
  from: z.optional(z.record(z.string(), receiptStatus)),
};

const eachReceipt = z.object({
  /** The ids that were moved, in the order of the call. */
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type EachReceipt = z.infer<typeof eachReceipt>;

/**
 * Moves many receipts to a state, each for itself (behavior 7.22): one that cannot go there is refused with the reason, and
 * the others are done. An id that comes twice counts once. A repeated call moves nothing again, and says the same of what
 * it moved.
 */
export const moveReceipts = endpoint({
  method: 'POST',
  path: '/api/admin/receipts/bulk',
  access: 'orders.write',
  summary: 'Move many receipts to a state',
  takesIdempotencyKey: true,
  input: z.object({ ...manyReceipts, status: receiptStatus }),
  output: eachReceipt,
  errors: [],
});

/** Takes the last step of many receipts back, each for itself (behavior 7.22). */
export const undoReceiptSteps = endpoint({
  method: 'POST',
  path: '/api/admin/receipts/bulk-undo',
  access: 'orders.write',
  summary: 'Take the last step of many receipts back',
  takesIdempotencyKey: true,
  input: z.object(manyReceipts),
  output: eachReceipt,
  errors: [],
});

const IS: Readonly<Record<ReceiptStatus, string>> = {
  awaiting_payment: 'awaiting payment',
  paid: 'paid',
  shipped: 'shipped',
  completed: 'completed',
  cancelled: 'canceled',
  expired: 'expired',
};
const CANNOT: Partial<Record<ReceiptStatus, string>> = {
  paid: 'be marked paid',
  shipped: 'be marked shipped',
  completed: 'be completed',
  cancelled: 'be canceled',
};

/** Why a receipt was not moved to a state: a sentence with its number. */
export const stepRefusal = (
  { number, status }: { number: number; status: ReceiptStatus },
  to: ReceiptStatus,
): string => {
  if (status === to) return `Receipt #${number} is already ${IS[status]}.`;
  // The step is still possible, but the caller saw another state.
  if (manualSteps(status).includes(to)) return `Receipt #${number} is ${IS[status]} by now.`;
  return `Receipt #${number} is ${IS[status]}. It can't ${CANNOT[to] ?? `go back to ${IS[to]}`}.`;
};

/** Why the last step of a receipt was not taken back: a sentence with its number. `from` is the state that was seen. */
export const undoRefusal = (
  { number, status }: { number: number; status: ReceiptStatus },
  from: ReceiptStatus | undefined,
): string =>
  from === undefined || from === status
    ? `Receipt #${number} is ${IS[status]}. There is no step to take back.`
    : `Receipt #${number} is ${IS[status]} by now.`;

/** Why the lines of a receipt were not changed. */
export const linesRefusal = ({ number, status }: { number: number; status: ReceiptStatus }): string =>
  `Receipt #${number} is ${IS[status]} by now. Its items can't be changed.`;

/**
 * Takes the last step of a receipt back, with its stock and points (behavior 7.7). `from` is the state that the caller
 * saw. If the receipt has moved since, nothing happens.
 */
export const undoReceiptStep = endpoint({
  method: 'POST',
  path: '/api/admin/receipts/:id/undo',
  access: 'orders.write',
  summary: 'Take the last step of a receipt back',
  takesIdempotencyKey: true,
  params: publicIdParam,
  input: z.object({ reason: z.optional(trimmedText(1000)), from: z.optional(receiptStatus) }),
  output: z.object({ receipt: adminReceipt }),
  errors: ['step_not_allowed', 'not_enough_stock', 'points_spent'],
});

/**
 * Reduces or removes lines of a receipt until it is shipped (behavior 7.11). Lines that are not named stay as they are, and
 * a quantity of 0 removes a line.
 */
export const changeReceiptLines = endpoint({
  method: 'PATCH',
  path: '/api/admin/receipts/:id/lines',
  access: 'orders.write',
  summary: 'Reduce or remove lines of a receipt',
  params: publicIdParam,
  input: z.object({
    lines: z
      .array(
        z.object({
          productId: z.number().check(z.int(), z.minimum(1)),
          quantity: z.number().check(z.int(), z.minimum(0)),
        }),
      )
      .check(z.minLength(1, 'Name at least one line'), z.maxLength(200)),
  }),
  output: z.object({ receipt: adminReceipt }),
  errors: ['step_not_allowed'],
});

export const receiptsCsv = csvEndpoint('receipts', listAllReceipts, { access: 'orders.read' });
