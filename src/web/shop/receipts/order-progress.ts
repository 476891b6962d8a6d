import type { Receipt, ReceiptEvent } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';

/** The three steps of an order, as its member sees them (behavior 7.13). */
export const ORDER_STEPS = ['message', 'pay', 'ship'] as const;
export type OrderStep = (typeof ORDER_STEPS)[number];

/** A step is behind the member, what comes next, or still to come. */
export type StepState = 'done' | 'current' | 'ahead';

/** How a page and a message name a receipt: it is an order until it is paid (behavior 7.13). */
export const receiptName = ({ number, status }: Pick<Receipt, 'number' | 'status'>): string =>
  `${status === 'awaiting_payment' ? 'Order' : 'Receipt'} #${number}`;

const PAID: readonly ReceiptStatus[] = ['paid', 'shipped', 'completed'];

/** True if enough has come for an order that is not marked paid yet. */
export const hasEnough = ({ status, payment }: Pick<Receipt, 'status' | 'payment'>): boolean =>
  status === 'awaiting_payment' && (payment.amount === 'enough' || payment.amount === 'over');

/** True if it is also confirmed: only the seller's mark is missing. */
export const hasArrived = (receipt: Pick<Receipt, 'status' | 'payment'>): boolean =>
  hasEnough(receipt) && receipt.payment.confirmed;

/**
 * The state of each step. Sending the message is done if a button of it was pressed on this device (`wasSent`), or if a
 * later step is. Paying is done when an admin has marked the receipt paid. A member who says that they paid, maybe on
 * another device, is at that step, and so is one whose payment has come.
 */
export const stepStates = (
  { status, paymentSentAt, payments }: Pick<Receipt, 'status' | 'paymentSentAt' | 'payments'>,
  wasSent: boolean,
): Readonly<Record<OrderStep, StepState>> => {
  const isPaid = PAID.includes(status);
  const isAtPaying = wasSent || paymentSentAt !== null || payments.length > 0;
  return {
    message: wasSent || isPaid ? 'done' : isAtPaying ? 'ahead' : 'current',
    pay: isPaid ? 'done' : isAtPaying ? 'current' : 'ahead',
    ship: status === 'completed' ? 'done' : isPaid ? 'current' : 'ahead',
  };
};

/** When the receipt last entered a state, or null if it never did. */
export const enteredAt = ({ events }: Pick<Receipt, 'events'>, status: ReceiptStatus): string | null =>
  lastStep(events, status)?.at ?? null;

/** The last step into a state. Other entries of the history have the state too, but did not change it. */
export const lastStep = (events: Receipt['events'], status: ReceiptStatus): ReceiptEvent | undefined =>
  events.findLast((event) => event.status === status && (event.kind === 'step' || event.kind === 'undo'));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The countdown is shown for the last hours of a reservation. Before that, the time it ends is enough. */
export const COUNTDOWN_MS = 6 * HOUR_MS;
const SECONDS_MS = 10 * MINUTE_MS;

/** The time that is left, such as "5 h 59 min", "29 min" or, in the last ten minutes, "4:05". */
export const formatTimeLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (ms < SECONDS_MS) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
