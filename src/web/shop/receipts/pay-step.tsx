import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { formatPrice } from '#domain/money.ts';
import { isReported } from '#domain/unpaid-orders.ts';
import { useShop } from '../../api/queries/settings.ts';
import { unseenCoinsQuery } from '../../api/queries/watching.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { walletsOf } from '../payment/wallets.ts';
import { enteredAt, hasArrived, hasEnough } from './order-progress.ts';
import { PaymentDifference } from './payment-difference.tsx';
import { PaymentNote } from './payment-note.tsx';
import { QuotedPayment } from './quoted-payment.tsx';
import { Reservation } from './reservation.tsx';

interface PayStepProps {
  receipt: Receipt;
  isCurrent: boolean;
  /** The message of step 1 was sent, so the member has nothing more to do than this. */
  isSent: boolean;
}

/** Step 2: what is due, the wallets and the time that is left, and afterwards when it was paid. */
export const PayStep = ({ receipt, isCurrent, isSent }: PayStepProps) => {
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
  if (hasEnough(receipt)) {
    return (
      <>
        <p className="text-muted">{enoughText(receipt, isSent)}</p>
        {!hasArrived(receipt) && <Unseen receipt={receipt} />}
        <PaymentDifference receipt={receipt} />
      </>
    );
  }
  const isWaiting = isReported(receipt);
  const payment = (
    <>
      {receipt.expiresAt && <Reservation expiresAt={receipt.expiresAt} />}
      {receipt.payment.amount === 'part' && (
        <p className="text-sm text-muted">{formatPrice(receipt.received)} received so far.</p>
      )}
      {isGone(receipt) && (
        <Notice tone="warning" title="Your payment can no longer be seen.">
          Look in your wallet before you pay again: it may still be on its way, or it has failed.
        </Notice>
      )}
      <Wallets receipt={receipt} />
    </>
  );
  return (
    <>
      <Unseen receipt={receipt} />
      {!isWaiting && payment}
      {/* The key keeps it, and what it knows, when the payment above it is folded. */}
      <PaymentNote key="note" receipt={receipt} isNext={isCurrent} />
      {isWaiting && <ShowPayment>{payment}</ShowPayment>}
    </>
  );
};

/** No server that the shop asks for payments answers: what the page says may be old. */
const Unseen = ({ receipt: { addresses } }: { receipt: Receipt }) => {
  const { data: unseen = [] } = useQuery({ ...unseenCoinsQuery, enabled: addresses.length > 0 });
  if (!addresses.some(({ coin }) => unseen.includes(coin))) return null;
  return (
    <Notice title="The shop cannot see payments right now.">
      If you have paid, nothing is lost: it will show later.
    </Notice>
  );
};

/** A payment was seen, and nothing of it counts any more. */
const isGone = ({ payment, payments }: Receipt): boolean =>
  payment.amount === 'none' && payment.confirmations === null && payments.some(({ kind }) => kind === 'received');

/** The state of the page says how far it is. */
const enoughText = (receipt: Receipt, isSent: boolean): string =>
  hasArrived(receipt)
    ? `Received ${formatPrice(receipt.received)}. Nothing more to ${isSent ? 'do' : 'pay'}: the seller will mark it as paid.`
    : `The shop has seen your ${formatPrice(receipt.received)}. Once it is confirmed, the order goes on. Nothing more is to be paid.`;

const Wallets = ({ receipt }: { receipt: Receipt }) =>
  walletsOf(useShop(), receipt.addresses).length > 0 ? (
    <QuotedPayment receipt={receipt} />
  ) : (
    <p className="text-muted">The seller tells you how to pay.</p>
  );

/** Members who have paid need the wallets no more, but may want to look. */
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
