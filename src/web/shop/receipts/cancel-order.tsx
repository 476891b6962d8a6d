import { X } from 'lucide-react';
import { useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { hasCome } from '#domain/payments.ts';
import { cancelReceipt } from '../../api/queries/receipts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useReceiptAction } from './use-receipt-action.ts';

const isSeen = ({ payments }: Receipt): boolean =>
  hasCome(
    payments.map(({ kind, dollars }) => ({ kind, cents: dollars === null ? null : Math.round(Number(dollars) * 100) })),
  );

/** Cancels an order that awaits payment. The page asks once (behavior 7.9). */
export const CancelOrder = ({ receipt }: { receipt: Receipt }) => {
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy } = useReceiptAction(receipt.id);
  const close = () => setAsking(false);
  if (receipt.status === 'awaiting_payment' && isSeen(receipt)) {
    return (
      <p className="basis-full text-sm text-muted">
        A payment has arrived. To cancel the order, please message the seller.
      </p>
    );
  }
  return (
    <>
      {receipt.status === 'awaiting_payment' && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          <X aria-hidden className="size-4.5" />
          Cancel order
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title={`Cancel order #${receipt.number}?`}
        confirmLabel={`Cancel order #${receipt.number}`}
        cancelLabel="Keep order"
        danger
        busy={isBusy}
        onConfirm={() =>
          void run(() => cancelReceipt(receipt.id)).then(() => {
            close();
            // The state is at the top of the page.
            window.scrollTo({ top: 0 });
          })
        }
      >
        {receipt.paymentSentAt
          ? 'You reported a payment. Please message the seller before you cancel.'
          : 'The items go back on sale. You can order them again if they are still there.'}
      </ConfirmDialog>
    </>
  );
};
