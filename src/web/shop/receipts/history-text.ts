import type { ReceiptEvent } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { RECEIPT_STATUS_LABELS, receiptEventLabel } from '../../shared/receipt-parts.tsx';

type Change = ReceiptEvent['changes'][number];

/** An entry of a receipt's history in the words for its member. */
export const historyText = (event: ReceiptEvent): string => {
  const parts = [titleOf(event), event.changes.map(changeText).join(', ')].filter(Boolean);
  return [parts.join(': '), event.note].filter(Boolean).join(': ');
};

const titleOf = ({ kind, status }: ReceiptEvent): string => {
  switch (kind) {
    case 'step':
      return receiptEventLabel(status);
    case 'undo':
      return `Back to ${RECEIPT_STATUS_LABELS[status].toLowerCase()}`;
    case 'payment_sent':
      return 'You told the seller that you paid';
    case 'lines':
      return 'The seller changed the order';
    default:
      return '';
  }
};

const changeText = ({ what, before, after }: Change): string => {
  switch (what) {
    case 'received':
      return after ? `Received ${formatPrice(after)}` : 'Received amount removed';
    case 'coin':
      return after ? `Paid with ${after}` : 'Coin removed';
    case 'txid':
      return after ? `Transaction ${after}` : 'Transaction removed';
    case 'tracking':
      return after ? `Tracking ${after}` : 'Tracking removed';
    case 'total':
      return `total ${formatPrice(before ?? '')} → ${formatPrice(after ?? '')}`;
    // The name of a product whose quantity changed.
    default:
      return `${what} ${before ?? 0} → ${after ?? 0}`;
  }
};
