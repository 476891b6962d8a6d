import type { Payment } from '#contract/payments.ts';
import type { ReceiptEvent } from '#contract/receipts.ts';
import { amountLess, formatPrice } from '#domain/money.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import type { PaymentGap } from '#domain/unrecorded-payment.ts';
import { confirmationsText } from './payment-words.ts';
import { RECEIPT_STATUS_LABELS } from './receipt-parts.tsx';

/** How what came of a payment compares with the total, in the panel's words: "$5.00 too little". */
export const gapText = ({ kind, amount }: PaymentGap): string => {
  const size = formatPrice(amount);
  return kind === 'refunded' ? `${size} refunded` : `${size} too ${kind === 'missing' ? 'little' : 'much'}`;
};

const lowerCase = (status: ReceiptStatus): string => RECEIPT_STATUS_LABELS[status].toLowerCase();

/** Returns the title of an entry in a receipt's history. */
export const eventTitle = ({ kind, status, changes }: ReceiptEvent): string => {
  switch (kind) {
    case 'step':
      return status === 'awaiting_payment' ? 'Order confirmed' : RECEIPT_STATUS_LABELS[status];
    case 'undo':
      return `Step undone, ${lowerCase(status)} again`;
    case 'payment_sent':
      return 'Payment reported';
    case 'lines':
      return 'Order changed';
    case 'panel_note':
      return 'Private note';
    default:
      return factsTitle(changes);
  }
};

/** The title of an entry of money that was given back. */
export const REFUNDED = 'Payment refunded';

const factsTitle = (changes: ReceiptEvent['changes']): string => {
  const find = (wanted: string) => changes.find(({ what }) => what === wanted);
  const undone = find('undone');
  if (undone) return undone.before === 'refunded' ? 'Refund undone' : 'Payment undone';
  if (find('refunded')) return REFUNDED;
  const received = find('received');
  if (received) {
    const more = Number(received.after ?? 0) - Number(received.before ?? 0);
    return more > 0 ? 'Payment received' : 'Payment refunded or undone';
  }
  return changes.length > 0 && changes.every(({ what }) => what === 'tracking') ? 'Tracking' : 'Payment details';
};

/** What came and what that makes in all, or what was taken back and what that leaves. */
const receivedText = (before: number, after: number): string => {
  if (before === 0) return formatPrice(after);
  if (after > before) return `${formatPrice(amountLess(after, before))}, ${formatPrice(after)} in all`;
  return `${formatPrice(amountLess(before, after))}, which leaves ${after === 0 ? 'nothing' : formatPrice(after)} paid`;
};

const WHAT: Readonly<Record<string, string>> = {
  coin: 'Paid with',
  txid: 'Transaction',
  tracking: 'Tracking',
  total: 'Total',
};
/** The changes of an entry, one line each: "Total: $100.00 → $70.00". */
export const changeLines = ({ kind, changes }: ReceiptEvent): string[] =>
  changes.flatMap(({ what, before, after }) => {
    // The title says these.
    if (kind === 'facts' && (what === 'undone' || what === 'refunded')) return [];
    if (kind === 'panel_note') return after ?? 'Removed';
    // The title says what this amount is.
    if (kind !== 'lines' && what === 'received') {
      return receivedText(Number(before ?? 0), Number(after ?? 0));
    }
    // The title is the name.
    const isNamed = kind === 'facts' && what === 'tracking' && factsTitle(changes) === WHAT.tracking;
    if (isNamed) return after === null ? 'Removed' : [before, after].flatMap((value) => value ?? []).join(' → ');
    const text = (value: string) => (what === 'total' ? formatPrice(value) : value);
    const name = kind === 'lines' && what !== 'total' ? what : (WHAT[what] ?? what);
    if (after === null) return `${name}: removed`;
    return `${name}: ${before === null ? '' : `${text(before)} → `}${text(after)}`;
  });

/** The state of a payment on the chain in words; null for one by hand. */
export const chainWords = ({ counts, chain }: Pick<Payment, 'counts' | 'chain'>): string | null => {
  if (!counts) return chain ? 'No longer counts: the chain does not have it any more' : 'Counted once, as it was seen';
  if (!chain) return null;
  return confirmationsText(chain.confirmations, chain.needed);
};
