import { centsToAmount, toCents } from './money.ts';
import type { PaymentKind } from './payments.ts';
import { isSold, type ReceiptStatus } from './receipt-state.ts';

/** A receipt, as far as its books and its state may disagree. Amounts are dollars as text. */
interface Booked {
  status: ReceiptStatus;
  /** The amount still to be paid. */
  due: string;
  payments: readonly Given[];
}

interface Given {
  kind: PaymentKind;
  dollars: string | null;
}

/** Corrections and undone entries are below 0. */
const centsOf = (dollars: string | null): number =>
  dollars?.startsWith('-') ? -(toCents(dollars.slice(1)) ?? 0) : (toCents(dollars ?? 0) ?? 0);

/** Returns what was given back, dollars as text. An undone refund and its undo cancel each other out. */
export const refundedSum = (payments: readonly Given[]): string =>
  centsToAmount(payments.reduce((cents, { kind, dollars }) => cents + (kind === 'refunded' ? centsOf(dollars) : 0), 0));

/** Returns what came of a receipt before anything was given back, dollars as text. */
export const receivedSum = ({ received, payments }: { received: string | null; payments: readonly Given[] }): string =>
  centsToAmount(Math.max(0, centsOf(received) + centsOf(refundedSum(payments))));

/**
 * Returns what never came of a receipt's total, dollars as text. What a sale gave back did come, so it is not to be entered
 * again; an order that is still to be paid asks for all that is due.
 */
export const missingSum = ({ status, due, payments }: Booked): string =>
  isSold(status) ? centsToAmount(Math.max(0, centsOf(due) - centsOf(refundedSum(payments)))) : due;

/**
 * Returns whether a receipt is a sale, and a part of its total was never in the books (behavior 7.26). What the chain took
 * back was in them, and so was what was refunded.
 */
export const isUnrecorded = (
  receipt: Omit<Booked, 'payments'> & { payments: readonly (Given & { counts: boolean; chain: object | null })[] },
): boolean =>
  isSold(receipt.status) &&
  centsOf(missingSum(receipt)) > 0 &&
  receipt.payments.every(({ counts, chain }) => counts || chain === null);

/** Returns what the books of these receipts lack, dollars as text. */
export const unrecordedSum = (receipts: readonly Booked[]): string =>
  centsToAmount(receipts.reduce((cents, receipt) => cents + centsOf(missingSum(receipt)), 0));

/** Why what was received is not the total: a part never came, too much came, or a part was given back. */
export interface PaymentGap {
  kind: 'missing' | 'over' | 'refunded';
  amount: string;
}

/** Returns why what was received is not the total; null if it is, or if nothing is in the books. */
export const paymentGap = (receipt: Booked & { difference: string | null }): PaymentGap | null => {
  if (receipt.difference === null) return null;
  const difference = centsOf(receipt.difference);
  if (difference > 0) return { kind: 'over', amount: receipt.difference };
  if (difference === 0) return null;
  const missing = missingSum(receipt);
  return centsOf(missing) > 0
    ? { kind: 'missing', amount: missing }
    : { kind: 'refunded', amount: refundedSum(receipt.payments) };
};
