import type { Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { isReported } from '#domain/unpaid-orders.ts';
import { paymentGap, refundedSum } from '#domain/unrecorded-payment.ts';
import { useShop } from '../api/queries/settings.ts';
import type { Tone } from '../ui/badge.tsx';
import { RECEIPT_STATUS_LABELS } from './receipt-parts.tsx';

/** The state of an order and its payment, in the words that every page of its member uses. */
export interface PaymentWords {
  /** Short enough for the path of a card: "Paid in part". */
  stage: string;
  /** Another fact for the member: "$67.00 missing". */
  detail: string | null;
  tone: Tone;
}

/** The state of a payment on the chain: "0 of 2 confirmations". Null if everything came by hand. */
export const confirmationsText = (confirmations: number | null, needed: number): string | null => {
  if (confirmations === null) return null;
  if (confirmations >= needed) return counted(confirmations, 'confirmation');
  return `${confirmations} of ${counted(needed, 'confirmation')}`;
};

const GAPS = { missing: 'missing', over: 'too much', refunded: 'refunded' } as const;

/** Returns the words about the payment of a receipt (behavior 7.13). `needed` is how many confirmations the shop waits for. */
export const paymentWords = (
  receipt: Pick<Receipt, 'status' | 'due' | 'difference' | 'received' | 'payment' | 'paymentSentAt' | 'payments'>,
  needed: number,
): PaymentWords => {
  const { status, due, payment } = receipt;
  const words = (stage: string, tone: Tone, detail: string | null = null): PaymentWords => ({ stage, detail, tone });
  const label = RECEIPT_STATUS_LABELS[status];
  if (hasEnded(receipt)) {
    const [isHeld, refunded] = [Number(receipt.received) > 0, refundedSum(receipt.payments)];
    if (!isHeld && Number(refunded) > 0) return words(label, 'plain', `${formatPrice(refunded)} refunded`);
    if (payment.late) return words(label, 'warning', 'paid afterwards');
    return isHeld ? words(label, 'warning', `${formatPrice(receipt.received)} to come back`) : words(label, 'plain');
  }
  const gap = paymentGap(receipt);
  const isSaid = gap !== null && (payment.amount !== 'none' || gap.kind === 'refunded');
  const difference = isSaid ? `${formatPrice(gap.amount)} ${GAPS[gap.kind]}` : null;
  if (status !== 'awaiting_payment')
    return words(label, isSaid && gap.kind === 'missing' ? 'warning' : 'good', difference);
  const chain = confirmationsText(payment.confirmations, needed);
  switch (payment.amount) {
    case 'enough':
    case 'over':
      return payment.confirmed ? words('Payment received', 'good', difference) : words('Payment seen', 'notice', chain);
    case 'part':
      return isReported(receipt)
        ? words('Payment reported', 'notice', difference)
        : words('Paid in part', 'warning', difference);
    case 'none':
      if (isReported(receipt)) return words('Payment reported', 'notice');
      // Coins without a rate have no dollars.
      if (chain !== null) return words('Payment seen', 'notice', chain);
      return words(label, 'plain', Number(due) === 0 ? 'nothing to pay' : `${formatPrice(due)} to pay`);
  }
};

/** The same, as this shop waits for confirmations. */
export const usePaymentWords = (receipt: Parameters<typeof paymentWords>[0]): PaymentWords =>
  paymentWords(receipt, useShop().paymentConfirmations);
