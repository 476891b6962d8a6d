import type { Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { receivedSum, refundedSum } from '#domain/unrecorded-payment.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { enteredAt, lastStep } from './order-progress.ts';

/** Replaces the path of an order that was canceled or has expired, and says that nothing is to be paid. */
export const OrderEnd = ({ receipt }: { receipt: Receipt }) => {
  const isExpired = receipt.status === 'expired';
  const step = lastStep(receipt.events, receipt.status);
  const money = moneyText(receipt);
  // Coins without a rate came, but have no dollars.
  const wasPaid = enteredAt(receipt, 'paid') !== null || receipt.paymentSentAt !== null || receipt.payments.length > 0;
  const cameBack = money !== null && Number(receipt.received) <= 0;
  const isToAsk = money ? Number(receipt.received) > 0 : wasPaid;
  return (
    <Notice
      tone={cameBack ? 'notice' : isExpired ? 'warning' : 'danger'}
      title={isExpired ? 'This order has expired.' : 'This order was canceled.'}
      className="print:hidden"
    >
      <p>
        {step && `${formatDateTime(step.at)}. `}
        {step?.note && `${step.note.replace(/\.$/, '')}. `}
        {money && `${money} `}
        {isToAsk
          ? 'Please message the seller about your payment.'
          : !money && "Please don't pay for this order. You can order the same again below."}
      </p>
    </Notice>
  );
};

/** What came for the order, and what of it came back. Null if nothing came. */
const moneyText = (receipt: Receipt): string | null => {
  const [came, back] = [receivedSum(receipt), refundedSum(receipt.payments)];
  if (Number(came) <= 0) return null;
  const received = `The shop received ${formatPrice(came)}`;
  if (Number(receipt.received) <= 0) return `${received}, and the seller has sent all of it back.`;
  if (Number(back) <= 0) return `${received}, which has to go back to you.`;
  return `${received}, and the seller has sent ${formatPrice(back)} back. ${formatPrice(receipt.received)} is still to come.`;
};
