import { formatPrice, toCents } from './money.ts';
import type { ReceiptStatus } from './receipt-state.ts';

/** A receipt, as far as it matters for what its member has to pay. */
export interface Payable {
  id: string;
  number: number;
  status: ReceiptStatus;
  /** The amount still to be paid, dollars as text. */
  due: string;
  /** An ISO time. */
  paymentSentAt: string | null;
  /** The entries of its books that were not undone. */
  payments: readonly { at: string }[];
  /** An ISO time. */
  expiresAt: string | null;
}

/** An order that its member has to pay. */
export interface UnpaidOrder {
  id: string;
  number: number;
  /** The amount still to be paid, dollars as text. */
  due: string;
  /** When it ends, an ISO time; null if it does not end by itself. */
  expiresAt: string | null;
}

/** Returns whether the time of an order has not run out. */
const isOnTime = ({ expiresAt }: Pick<UnpaidOrder, 'expiresAt'>, now: number): boolean =>
  expiresAt === null || Date.parse(expiresAt) > now;

/** Returns whether one of these payments has answered a member who said that an order is paid; epoch milliseconds. */
export const isAnswered = (saidAt: number, paidAt: readonly number[]): boolean => paidAt.some((at) => at >= saidAt);

/** Returns whether its member has said that an order is paid, and no payment has answered that since. */
export const isReported = ({
  status,
  paymentSentAt,
  payments,
}: Pick<Payable, 'status' | 'paymentSentAt' | 'payments'>): boolean =>
  status === 'awaiting_payment' &&
  paymentSentAt !== null &&
  !isAnswered(
    Date.parse(paymentSentAt),
    payments.map(({ at }) => Date.parse(at)),
  );

/** Returns whether the next thing to do for an order is to pay it, or the rest of it. */
export const isToPay = (receipt: Payable, now: number): boolean =>
  receipt.status === 'awaiting_payment' && !isReported(receipt) && toCents(receipt.due) !== 0 && isOnTime(receipt, now);

const endOf = ({ expiresAt }: UnpaidOrder): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);

const byEnd = (a: UnpaidOrder, b: UnpaidOrder): number =>
  endOf(a) === endOf(b) ? a.number - b.number : endOf(a) - endOf(b);

/** The orders among these receipts that are to be paid, the one that ends next first (behavior 7.25). */
export const unpaidOrders = (receipts: readonly Payable[], now: number): UnpaidOrder[] =>
  receipts
    .filter((receipt) => isToPay(receipt, now))
    .map(({ id, number, due, expiresAt }) => ({ id, number, due, expiresAt }))
    .sort(byEnd);

/** What is to be paid, after some of the receipts were read again. */
export const unpaidBy = (known: readonly UnpaidOrder[], receipts: readonly Payable[], now: number): UnpaidOrder[] => {
  const read = new Set(receipts.map(({ id }) => id));
  return [...known.filter(({ id }) => !read.has(id)), ...unpaidOrders(receipts, now)].sort(byEnd);
};

/** Those of them whose time has not run out since. */
export const stillUnpaid = (orders: readonly UnpaidOrder[], now: number): UnpaidOrder[] =>
  orders.filter((order) => isOnTime(order, now));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The last hour should be noticed. */
export const isUrgent = (left: number): boolean => left < HOUR_MS;

/** A time in milliseconds in full hours, or minutes of the last hour: "23 h", "45 min". */
export const hoursOf = (ms: number): string =>
  ms < HOUR_MS ? `${Math.max(0, Math.floor(ms / MINUTE_MS))} min` : `${Math.floor(ms / HOUR_MS)} h`;

/**
 * The line about unpaid orders, without its last word: "#1004 · $177.00 · 23 h left" or "2 orders to pay · next in 23 h".
 * Null if there are none. The orders come as `unpaidOrders` sorts them.
 */
export const unpaidText = (orders: readonly UnpaidOrder[], now: number): string | null => {
  const [next] = orders;
  if (!next) return null;
  const time = next.expiresAt === null ? null : hoursOf(Date.parse(next.expiresAt) - now);
  const parts =
    orders.length === 1
      ? [`#${next.number}`, formatPrice(next.due), time && `${time} left`]
      : [`${orders.length} orders to pay`, time && `next in ${time}`];
  return parts.filter(Boolean).join(' · ');
};
