import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useLastShown } from '../../../ui/use-last-shown.ts';
import { type BulkDoubt, countReceipts, type SelectedStep } from './bulk-steps.ts';

/** A step of many receipts that is asked about. */
export interface AskedStep extends SelectedStep, BulkDoubt {
  receipts: readonly AdminReceipt[];
}

interface DoubtQuestionProps {
  doubt: AskedStep | null;
  isBusy: boolean;
  /** Takes the step with these. */
  onTake: (receipts: readonly AdminReceipt[]) => void;
  onClose: () => void;
}

/** Names the receipts that nobody would take this step with unasked, and offers the step without them (behavior 7.22). */
export const DoubtQuestion = ({ doubt, isBusy, onTake, onClose }: DoubtQuestionProps) => {
  const shown = useLastShown(doubt);
  if (!shown) return null;
  const { to, able, reasons, others, ableOthers, receipts } = shown;
  return (
    <ConfirmDialog
      open={doubt !== null}
      onClose={onClose}
      title={`Mark ${countReceipts(able)} ${to}?`}
      confirmLabel={`Mark ${able} ${to} anyway`}
      busy={isBusy}
      onConfirm={() => isBusy || onTake(receipts)}
      betterWay={
        ableOthers > 0 && (
          <Button variant="primary" disabled={isBusy} onClick={() => onTake(others)}>
            Mark the other {ableOthers === 1 ? 'one' : ableOthers} {to}
          </Button>
        )
      }
    >
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </ConfirmDialog>
  );
};
