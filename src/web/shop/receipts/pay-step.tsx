import type { Receipt } from '#contract/receipts.ts';
import { useShop } from '../../api/queries/settings.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Payment } from '../payment/payment.tsx';
import { walletsOf } from '../payment/wallets.ts';
import { enteredAt } from './order-progress.ts';
import { Reservation } from './reservation.tsx';

/** Step 2: amount, wallets and the time that is left, and when it was paid. */
export const PayStep = ({ receipt }: { receipt: Receipt }) => {
  const hasWallets = walletsOf(useShop()).length > 0;
  if (receipt.status !== 'awaiting_payment') {
    const at = enteredAt(receipt, 'paid');
    return <p className="text-muted">Paid{at && ` ${formatDateTime(at)}`}</p>;
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {receipt.expiresAt && <Reservation expiresAt={receipt.expiresAt} />}
        <CopyButton value={receipt.total} label="Copy amount" variant="secondary" />
      </div>
      {hasWallets ? <Payment /> : <p className="text-muted">The seller tells you in the chat how to pay.</p>}
    </>
  );
};
