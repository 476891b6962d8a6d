import * as z from 'zod/mini';
import { PAID_AMOUNTS, PAYMENT_KINDS } from '#domain/payments.ts';
import { amount, moment } from './values.ts';

/** How far a receipt is paid (behavior 7.26). */
export const paymentState = z.object({
  /** `over` from one cent too much, `enough` from less than one cent too little. */
  amount: z.enum(PAID_AMOUNTS),
  /** True if the confirmed entries alone are enough. An entry by hand is confirmed. */
  confirmed: z.boolean(),
  /** The least of its entries; null if all are by hand. */
  confirmations: z.nullable(z.number()),
  /** Money came after the receipt was cancelled or had expired. */
  late: z.boolean(),
});

/** A payment as the member of the receipt sees it. */
export const ownPayment = z.object({
  kind: z.enum(PAYMENT_KINDS),
  /** The coin or way, and the amount in it. */
  coin: z.nullable(z.string()),
  coinAmount: z.nullable(z.string()),
  /** Null for coins without a rate. A correction to a lower figure is negative. */
  dollars: z.nullable(amount),
  txid: z.nullable(z.string()),
  at: moment,
});
export type OwnPayment = z.infer<typeof ownPayment>;

/** An entry of the books. An undo is an entry of the same kind with the opposite amounts. */
export const payment = z.extend(ownPayment, {
  id: z.number(),
  receiptId: z.string(),
  /** Which output of the transaction it is; null for an entry by hand. */
  output: z.nullable(z.number()),
  /** A user name, or "system". */
  by: z.string(),
  note: z.nullable(z.string()),
  /** The entry that this one takes back. */
  reverses: z.nullable(z.number()),
  /** False if the chain no longer has it, or if the shop has seen the same payment itself. */
  counts: z.boolean(),
  /**
   * Its state on the chain: its block, its confirmations, and how many the shop asks for. Null for an entry by hand.
   */
  chain: z.nullable(z.object({ height: z.nullable(z.number()), confirmations: z.number(), needed: z.number() })),
});
export type Payment = z.infer<typeof payment>;
