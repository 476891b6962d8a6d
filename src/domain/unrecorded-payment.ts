import { centsToAmount, toCents } from './money.ts';
import { isSold, type ReceiptStatus } from './receipt-state.ts';

/** A receipt, as far as its books and its state may disagree. */
interface Booked {
  status: ReceiptStatus;
  /** The amount still to be paid, dollars as text. */
  due: string;
  payments: readonly { counts: boolean; chain: object | null }[];
}

/**
 * Returns whether a receipt is a sale, and a part of its total is not in the books (behavior 7.26). What the chain took back
 * was in them.
 */
export const isUnrecorded = ({ status, due, payments }: Booked): boolean =>
  isSold(status) && toCents(due) !== 0 && payments.every(({ counts, chain }) => counts || chain === null);

/** Returns what the books of these receipts lack, dollars as text. */
export const unrecordedSum = (receipts: readonly Pick<Booked, 'due'>[]): string =>
  centsToAmount(receipts.reduce((cents, { due }) => cents + (toCents(due) ?? 0), 0));
