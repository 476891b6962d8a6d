import type { Receipt } from '#contract/receipts.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { enteredAt, lastStep } from './order-progress.ts';

/** Replaces the path of an order that was canceled or has expired, and says that nothing is to be paid. */
export const OrderEnd = ({ receipt }: { receipt: Receipt }) => {
  const isExpired = receipt.status === 'expired';
  const step = lastStep(receipt.events, receipt.status);
  const wasPaid = enteredAt(receipt, 'paid') !== null || receipt.received !== null || receipt.paymentSentAt !== null;
  return (
    <Notice
      tone={isExpired ? 'warning' : 'danger'}
      title={isExpired ? 'This order has expired.' : 'This order was canceled.'}
      className="print:hidden"
    >
      <p>
        {step && `${formatDateTime(step.at)}. `}
        {step?.note && `${step.note.replace(/\.$/, '')}. `}
        {wasPaid
          ? 'Please message the seller about your payment.'
          : "Please don't pay for this order. You can order the same again below."}
      </p>
    </Notice>
  );
};
