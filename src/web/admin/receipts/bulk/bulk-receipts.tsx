import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { manualSteps, type ReceiptStatus } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { isUnrecorded, unrecordedSum } from '#domain/unrecorded-payment.ts';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { useBottomBar } from '../../../ui/toaster.tsx';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { BarButton, ClearSelection } from '../../lists/selection-bar.tsx';
import { useMay } from '../../panel-role.ts';
import { undoneState, useStepPause } from '../move-receipt.ts';
import {
  bulkDoubt,
  bulkLabels,
  bulkSteps,
  countPayments,
  countReceipts,
  moveSelected,
  type RecordKeys,
  type Refused,
  recordSelected,
  type SelectedStep,
  undoSteps,
} from './bulk-steps.ts';
import { type AskedStep, DoubtQuestion } from './doubt-question.tsx';
import { ShipDialog } from './ship-dialog.tsx';

interface BulkReceiptsProps {
  receipts: readonly AdminReceipt[];
  /** How many pieces the stock lacks of each receipt that it does not cover. */
  missing: ReadonlyMap<string, number>;
  onClear: () => void;
  onPrint: (receipts: readonly AdminReceipt[]) => void;
  onOpen: (id: string) => void;
}

/** The receipts that refused a step, and why. */
interface Outcome {
  title: string;
  refused: readonly Refused[];
}

/** The steps of the selected receipts (behavior 7.22). It rises when something is selected. */
export const BulkReceipts = ({ receipts, missing, onClear, onPrint, onOpen }: BulkReceiptsProps) => {
  const queryClient = useQueryClient();
  const mayMove = useMay('orders.write');
  const [asking, setAsking] = useState<'cancel' | 'undo' | 'record' | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [stepsTaken, setStepsTaken] = useState(0);
  const isPaused = useStepPause(stepsTaken);
  const countStep = () => setStepsTaken((count) => count + 1);
  const show = (refused: readonly Refused[] | null, what: string) => {
    if (refused && refused.length > 0) setOutcome({ title: `${countReceipts(refused.length)} ${what}`, refused });
  };
  const showUndone = (refused: readonly Refused[]) => {
    countStep();
    show(refused, 'could not go back');
  };
  const move = useMutation({
    mutationFn: (step: SelectedStep) =>
      moveSelected(queryClient, {
        receipts,
        ...step,
        onUndone: showUndone,
      }),
    onSuccess: (refused, { to }) => {
      setAsking(null);
      setDoubt(null);
      if (refused) setShipped(null);
      countStep();
      show(refused, bulkLabels(to).refused);
    },
  });
  const take = useOneAtATime(move.mutateAsync);
  const [doubt, setDoubt] = useState<AskedStep | null>(null);
  /** Takes a step, or asks about it first. */
  const begin = (step: SelectedStep) => {
    const asked = { receipts, ...step };
    const found = bulkDoubt(asked, missing);
    if (found) setDoubt({ ...asked, ...found });
    else take(step);
  };
  const toShip = receipts.filter(({ status }) => manualSteps(status).includes('shipped'));
  const [shipped, setShipped] = useState<readonly AdminReceipt[] | null>(null);
  const stepped = receipts.filter((receipt) => undoneState(receipt) !== null);
  const undo = useMutation({
    mutationFn: () => undoSteps(queryClient, stepped),
    onSuccess: (refused) => {
      setAsking(null);
      showUndone(refused);
    },
  });
  const undoAll = useOneAtATime(undo.mutateAsync);
  const unrecorded = receipts.filter(isUnrecorded);
  const keys = useRef<RecordKeys>(new Map());
  const record = useMutation({
    mutationFn: () => recordSelected(queryClient, unrecorded, keys.current),
    onSuccess: (refused) => {
      setAsking(null);
      if (refused.length > 0) setOutcome({ title: `${countPayments(refused.length)} not recorded`, refused });
    },
  });
  const recordAll = useOneAtATime(record.mutateAsync);
  const steps = bulkSteps(receipts);
  const stepButton = (step: ReceiptStatus) => {
    const isMoving = move.isPending && move.variables.to === step;
    return (
      <BarButton
        key={step}
        danger={step === 'cancelled'}
        disabled={!steps.includes(step)}
        aria-busy={isMoving}
        aria-disabled={isPaused || undefined}
        onClick={() => {
          if (isPaused) return;
          if (step === 'cancelled') setAsking('cancel');
          else begin({ to: step });
        }}
      >
        {isMoving && <Spinner />}
        {bulkLabels(step).label}
      </BarButton>
    );
  };
  return (
    <>
      {receipts.length > 0 && (
        <section
          aria-label="Selected receipts"
          className="rise fixed inset-x-0 bottom-0 z-30 flex justify-center px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:bottom-3"
        >
          <ToastsAbove />
          <div className="flex max-w-full flex-wrap items-center gap-x-1 rounded-panel bg-tip px-3 py-1 text-tip-ink shadow-float sm:pl-5">
            <p role="status" className="mr-2 min-w-24 font-semibold whitespace-nowrap tabular-nums">
              {receipts.length} selected
            </p>
            <div className="flex flex-wrap max-sm:order-last max-sm:-mx-2 max-sm:basis-full">
              {mayMove && (
                <>
                  {STEPS.map(stepButton)}
                  <BarButton
                    disabled={toShip.length === 0}
                    aria-disabled={isPaused || undefined}
                    onClick={() => isPaused || setShipped(toShip)}
                  >
                    Ship with tracking
                  </BarButton>
                  <BarButton
                    disabled={stepped.length === 0}
                    aria-disabled={isPaused || undefined}
                    onClick={() => isPaused || setAsking('undo')}
                  >
                    Undo step
                  </BarButton>
                  <BarButton disabled={unrecorded.length === 0} onClick={() => setAsking('record')}>
                    Record payments
                  </BarButton>
                </>
              )}
              <BarButton onClick={() => onPrint(receipts)}>
                <Printer aria-hidden className="size-4" />
                Packing list
              </BarButton>
              {mayMove && stepButton('cancelled')}
            </div>
            <ClearSelection onClear={onClear} />
          </div>
        </section>
      )}
      <ConfirmDialog
        open={asking === 'cancel' && steps.includes('cancelled')}
        onClose={() => setAsking(null)}
        danger
        title={`Cancel ${countReceipts(receipts.length)}?`}
        confirmLabel={`Cancel ${countReceipts(receipts.length)}`}
        cancelLabel="Keep them"
        busy={move.isPending}
        onConfirm={() => take({ to: 'cancelled' })}
      >
        Releases the reserved stock. Receipts that are shipped already stay as they are.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'undo' && stepped.length > 0}
        onClose={() => setAsking(null)}
        title={`Undo the last step of ${countReceipts(stepped.length)}?`}
        confirmLabel={`Undo ${counted(stepped.length, 'step')}`}
        busy={undo.isPending}
        onConfirm={() => undoAll()}
      >
        Each goes back to the state before, with its stock and points.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'record' && unrecorded.length > 0}
        onClose={() => setAsking(null)}
        title={`Record ${countPayments(unrecorded.length)}?`}
        confirmLabel={`Record ${formatPrice(unrecordedSum(unrecorded))}`}
        busy={record.isPending}
        onConfirm={() => recordAll()}
      >
        {unrecorded.length === 1
          ? 'This order is marked paid, but not all of its money is written down as received.'
          : `These ${unrecorded.length} orders are marked paid, but not all of their money is written down as received.`}{' '}
        This writes down the rest, with the coin and transaction that {unrecorded.length === 1 ? 'its' : 'each'} member
        reported.
      </ConfirmDialog>
      <ShipDialog
        receipts={shipped}
        isBusy={move.isPending}
        onShip={(trackings) => begin({ to: 'shipped', receipts: shipped!, trackings })}
        onClose={() => setShipped(null)}
      />
      <DoubtQuestion
        doubt={doubt}
        isBusy={move.isPending}
        onClose={() => setDoubt(null)}
        onTake={(some) => {
          const { to, trackings } = doubt!;
          void take({ to, receipts: some, ...(trackings && { trackings: trackingsOf(some, trackings) }) });
        }}
      />
      <RefusedDialog
        outcome={outcome}
        onClose={() => setOutcome(null)}
        onOpen={(id) => {
          setOutcome(null);
          onOpen(id);
        }}
      />
    </>
  );
};

/** The steps of the bar that go on, in their order. */
const STEPS = ['paid', 'shipped', 'completed'] as const;

/** Lets toasts show above the bar, which would hide under them. */
const ToastsAbove = () => {
  useBottomBar();
  return null;
};

/** The trackings of some receipts. */
const trackingsOf = (receipts: readonly AdminReceipt[], trackings: ReadonlyMap<string, string>) =>
  new Map([...trackings].filter(([id]) => receipts.some((receipt) => receipt.id === id)));

/** The receipts that were refused, each with its reason. */
const RefusedDialog = ({
  outcome,
  onClose,
  onOpen,
}: {
  outcome: Outcome | null;
  onClose: () => void;
  onOpen: (id: string) => void;
}) => (
  <Dialog open={outcome !== null} onClose={onClose} title={outcome?.title ?? ''}>
    <ul aria-label="Refused receipts" className="divide-y divide-line">
      {outcome?.refused.map(({ id, message }) => (
        <li key={id}>
          <button type="button" onClick={() => onOpen(id)} className="link flex min-h-11 w-full items-center text-left">
            {message}
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
);
