import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { walletsOf } from '../payment/wallets.ts';
import { enteredAt } from './order-progress.ts';
import { PaymentDifference } from './payment-difference.tsx';
import { PaymentNote } from './payment-note.tsx';
import { QuotedPayment } from './quoted-payment.tsx';
import { Reservation } from './reservation.tsx';

/** Step 2: the wallets and the time that is left, and afterwards when it was paid. */
export const PayStep = ({ receipt }: { receipt: Receipt }) => {
  const hasWallets = walletsOf(useShop(), receipt.addresses).length > 0;
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
  if (receipt.due === '0.00' && receipt.received) {
    return (
      <>
        <p className="text-muted">Received {formatPrice(receipt.received)}. The seller marks the order as paid.</p>
        <PaymentDifference receipt={receipt} />
      </>
    );
  }
  const wallets = hasWallets ? (
    <QuotedPayment receipt={receipt} />
  ) : (
    <p className="text-muted">The seller tells you in the chat how to pay.</p>
  );
  if (receipt.paymentSentAt !== null) {
    return (
      <>
        <PaymentDifference receipt={receipt} />
        <PaymentNote receipt={receipt} />
        <ShowPayment>
          {receipt.expiresAt && <Reservation expiresAt={receipt.expiresAt} />}
          {wallets}
        </ShowPayment>
      </>
    );
  }
  return (
    <>
      {receipt.expiresAt && <Reservation expiresAt={receipt.expiresAt} />}
      <PaymentDifference receipt={receipt} />
      {wallets}
      <PaymentNote receipt={receipt} />
    </>
  );
};

/** Whoever has paid needs the wallets no more, but may want to look. */
const ShowPayment = ({ children }: { children: ReactNode }) => {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button variant="ghost" className="-ml-3 self-start" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <ChevronDown aria-hidden className={cx('size-4.5', isShown && 'rotate-180')} />
        Show payment
      </Button>
      {isShown && children}
    </>
  );
};
