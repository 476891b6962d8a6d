import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { manualSteps } from '#domain/receipt-state.ts';
import { useShop } from '../../api/queries/settings.ts';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useMay } from '../panel-role.ts';
import { stepDoubt, stepLabels, undoEffect, undoneState, useMoveReceipt } from './move-receipt.ts';

const MAX_NOTE_LENGTH = 1000;
export const MAX_TRACKING_LENGTH = 200;

interface ReceiptStepsProps {
  receipt: AdminReceipt;
  /** How many of its pieces the stock lacks. */
  missing: number;
  /** What is typed for the step to shipped. */
  tracking: string;
  onTracking: (tracking: string) => void;
}

/** The steps that an admin can take with a receipt or take back, and a note for the member (behavior 7.1, 7.7). */
export const ReceiptSteps = ({ receipt, missing, tracking, onTracking }: ReceiptStepsProps) => {
  const { pointsPerDollar } = useShop();
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState<ReceiptStatus | null>(null);
  const { move, undoLast, moving, isPaused } = useMoveReceipt(receipt);
  const steps = manualSteps(receipt.status);
  const next = steps.find((step) => step !== 'cancelled');
  const isDoubtful = next !== undefined && stepDoubt(next, receipt, missing) !== null;
  const canUndo = undoneState(receipt) !== null;
  const mayMove = useMay('orders.write');
  useUnsaved('Note', note.trim() !== '');
  useUnsaved('Tracking', next === 'shipped' && tracking.trim() !== (receipt.tracking ?? ''));
  const textsOf = (step: ReceiptStatus) => stepLabels(step, receipt, pointsPerDollar, missing);
  if (!mayMove) return null;

  /** The next note may already be typed while a step is on its way. */
  const clearSent = (sent: string) => setNote((current) => (current === sent ? '' : current));
  const take = async (status: ReceiptStatus) => {
    const moved = await move(status, { note, ...(status === 'shipped' && { tracking }) });
    setAsking(null);
    if (moved) clearSent(note);
  };
  const takeBack = async () => {
    if (await undoLast(note)) clearSent(note);
  };
  /** Only one action at a time. */
  const state = (action: ReceiptStatus | 'undo') => ({
    busy: moving === action,
    paused: isPaused,
    disabled: moving !== null && moving !== action,
    className: cx('min-w-40 w-full', action === 'cancelled' && 'text-danger-text!'),
  });
  const trackingField = (
    <TextField
      label="Tracking"
      aside="optional"
      hint="The member sees it."
      verbatim
      maxLength={MAX_TRACKING_LENGTH}
      autoComplete="off"
      value={tracking}
      onChange={(event) => onTracking(event.target.value)}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Steps" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {next && (
          <Action effect={textsOf(next).effect} asks={next === 'shipped' && trackingField}>
            <Button variant={isDoubtful ? 'secondary' : 'primary'} {...state(next)} onClick={() => void take(next)}>
              {textsOf(next).label}
              {isDoubtful && ' anyway'}
            </Button>
          </Action>
        )}
        {steps.includes('cancelled') && (
          <Action effect={textsOf('cancelled').effect}>
            <Button {...state('cancelled')} onClick={() => setAsking('cancelled')}>
              {textsOf('cancelled').label}
            </Button>
          </Action>
        )}
        {canUndo && (
          <Action effect={undoEffect(receipt.status, receipt, pointsPerDollar)}>
            <Button {...state('undo')} onClick={() => void takeBack()}>
              {moving !== 'undo' && <Undo2 aria-hidden className="size-4.5" />}
              Undo step
            </Button>
          </Action>
        )}
      </ul>
      <TextArea
        label="Note"
        aside="optional"
        hint="Sent with this step; the member sees it."
        rows={1}
        boxClassName="min-h-11!"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <ConfirmDialog
        // Somebody else may have taken a step meanwhile.
        open={asking !== null && steps.includes(asking)}
        onClose={() => setAsking(null)}
        danger
        title={`Cancel receipt #${receipt.number}?`}
        confirmLabel={`Cancel receipt #${receipt.number}`}
        cancelLabel="Keep order"
        busy={moving !== null}
        onConfirm={() => asking && void take(asking)}
      >
        {asking && textsOf(asking).effect}
      </ConfirmDialog>
    </div>
  );
};

/** A button and what it does. `asks` is what belongs to the step. */
const Action = ({ effect, asks, children }: { effect: string; asks?: ReactNode; children: ReactNode }) => (
  <li className="col-span-2 grid grid-cols-subgrid items-center gap-y-2">
    {asks && <div className="col-span-2">{asks}</div>}
    {children}
    <p className="text-sm text-muted">{effect}</p>
  </li>
);
