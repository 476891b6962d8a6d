import type { Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { walletsOf } from '../payment/wallets.ts';
import { enteredAt } from './order-progress.ts';
import { PaymentDifference } from './payment-difference.tsx';
import { PaymentNote } from './payment-note.tsx';
import { QuotedPayment } from './quoted-payment.tsx';
import { Reservation } from './reservation.tsx';

/** Step 2: the wallets and the time that is left, and afterwards when it was paid. */
export const PayStep = ({ receipt }: { receipt: Receipt }) => {
  const hasWallets = walletsOf(useShop()).length > 0;
  if (receipt.status !== 'awaiting_payment') {
    const at = enteredAt(receipt, 'paid');
    return (
      <>
        <p className="text-muted">
          Paid{at && ` ${formatDateTime(at)}`}
          {receipt.received && ` · Received ${formatPrice(receipt.received)}`}
        </p>
        <PaymentDifference receipt={receipt} />
      </>
    );
  }
  return (
    <>
      {receipt.expiresAt && <Reservation expiresAt={receipt.expiresAt} />}
      <PaymentDifference receipt={receipt} />
      {receipt.paymentSentAt !== null && <PaymentNote receipt={receipt} />}
      {hasWallets ? (
        <QuotedPayment receipt={receipt} />
      ) : (
        <p className="text-muted">The seller tells you in the chat how to pay.</p>
      )}
      {receipt.paymentSentAt === null && <PaymentNote receipt={receipt} />}
    </>
  );
};
