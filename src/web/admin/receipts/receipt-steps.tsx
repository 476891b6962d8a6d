import { useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { manualSteps } from '#domain/receipt-state.ts';
import { useShop } from '../../api/queries/settings.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useMay } from '../panel-role.ts';
import { stepLabels, useMoveReceipt } from './move-receipt.ts';

const MAX_NOTE_LENGTH = 1000;

/** The steps that an admin can take with a receipt, and a note for the member (behavior 7.1). */
export const ReceiptSteps = ({ receipt }: { receipt: AdminReceipt }) => {
  const { pointsPerDollar } = useShop();
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState<ReceiptStatus | null>(null);
  const { move, moving } = useMoveReceipt(receipt);
  const steps = manualSteps(receipt.status);
  const mayMove = useMay('orders.write');
  if (steps.length === 0 || !mayMove) return null;

  const take = async (status: ReceiptStatus) => {
    const moved = await move(status, note);
    setAsking(null);
    if (moved) setNote('');
  };
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label="Note"
        aside="optional"
        hint="The member will see this note, e.g. a tracking number."
        rows={2}
        boxClassName="min-h-16"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <ul className="flex flex-col gap-2">
        {steps.map((step) => {
          const { label, effect } = stepLabels(step, receipt, pointsPerDollar);
          const isFinal = step === 'cancelled';
          return (
            <li key={step} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <Button
                variant={isFinal ? 'secondary' : 'primary'}
                busy={moving === step}
                disabled={moving !== null && moving !== step}
                onClick={() => (isFinal ? setAsking(step) : void take(step))}
                className={isFinal ? 'text-danger-text!' : undefined}
              >
                {label}
              </Button>
              <p className="min-w-40 flex-1 text-sm text-muted">{effect}</p>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        danger
        title={`Cancel receipt #${receipt.number}?`}
        confirmLabel={`Cancel receipt #${receipt.number}`}
        cancelLabel="Keep it"
        busy={moving !== null}
        onConfirm={() => asking && void take(asking)}
      >
        {asking && stepLabels(asking, receipt, pointsPerDollar).effect}
      </ConfirmDialog>
    </div>
  );
};
