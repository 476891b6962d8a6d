import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { isUnrecorded, missingSum, paymentGap } from '#domain/unrecorded-payment.ts';
import { confirmationsText } from '../../shared/payment-words.ts';
import { gapText } from '../../shared/receipt-facts.ts';

/** How far an order is paid, in one sentence of the panel. */
export interface PaymentLine {
  text: string;
  tone: 'notice' | 'warning' | 'good';
}

type Booked = Pick<AdminReceipt, 'status' | 'total' | 'due' | 'difference' | 'received' | 'payment' | 'payments'>;

/** The confirmations of what came, in the words of its entries. */
const seenText = ({ payment, payments }: Booked): string | null => {
  const needed = Math.max(...payments.map(({ chain }) => chain?.needed ?? 0));
  return confirmationsText(payment.confirmations, needed);
};

/** Returns how far a receipt is paid (behavior 7.26). Null while nothing came, and when nothing has to go back. */
export const paymentLine = (receipt: Booked): PaymentLine | null => {
  const { status, received, payment } = receipt;
  const line = (tone: PaymentLine['tone'], text: string): PaymentLine => ({ tone, text });
  if (hasEnded(receipt)) {
    if (Number(received) <= 0) return null;
    const state = status === 'cancelled' ? 'is canceled' : 'has expired';
    return line('warning', `The order ${state}: ${formatPrice(received)} has to go back.`);
  }
  const isToPay = status === 'awaiting_payment';
  const gap = paymentGap(receipt);
  switch (payment.amount) {
    case 'over':
      return (
        gap && line('warning', `${formatPrice(received)} received for ${formatPrice(receipt.total)}: ${gapText(gap)}.`)
      );
    case 'enough':
      if (!isToPay) return line('good', 'Fully paid.');
      return payment.confirmed
        ? line('good', 'Fully paid. You can mark the order as paid.')
        : line('notice', `Enough was seen: ${seenText(receipt)}.`);
    default:
      if (gap?.kind === 'refunded') return line('notice', `Refunded ${formatPrice(gap.amount)}.`);
      if (gap && payment.amount === 'part')
        return line('warning', `${formatPrice(received)} received for ${formatPrice(receipt.total)}: ${gapText(gap)}.`);
      if (isUnrecorded(receipt))
        return line('warning', `Marked paid, but ${formatPrice(missingSum(receipt))} is not recorded.`);
      // What came is gone from the chain.
      return gap && !isToPay ? line('warning', gapText(gap)) : null;
  }
};
