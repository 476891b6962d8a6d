import { useId } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { Button } from '../../../ui/button.tsx';
import { ModalSurface } from '../../../ui/modal.tsx';
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
  const titleId = useId();
  const shown = useLastShown(doubt);
  if (!shown) return null;
  const { to, able, reasons, others, ableOthers, receipts } = shown;
  return (
    <ModalSurface
      open={doubt !== null}
      onClose={onClose}
      role="alertdialog"
      labelledBy={titleId}
      describedBy={`${titleId}-text`}
      className="modal-dialog m-auto w-[calc(100%-2rem)] sm:max-w-md"
    >
      <div className="flex max-h-[calc(100dvh-4rem)] flex-col gap-5 overflow-y-auto rounded-panel border border-line bg-surface p-6 shadow-float">
        <div>
          <h2 id={titleId} className="text-lg font-semibold">
            Mark {countReceipts(able)} {to}?
          </h2>
          <div id={`${titleId}-text`} className="mt-2 text-muted">
            {reasons.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button busy={isBusy} onClick={() => isBusy || onTake(receipts)}>
            Mark {able} {to} anyway
          </Button>
          {ableOthers > 0 && (
            <Button variant="primary" disabled={isBusy} onClick={() => onTake(others)}>
              Mark the other {ableOthers === 1 ? 'one' : ableOthers} {to}
            </Button>
          )}
        </div>
      </div>
    </ModalSurface>
  );
};
