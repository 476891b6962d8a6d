import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { isUncovered } from '#domain/payments.ts';
import { formatPoints, pointsEarned } from '#domain/points.ts';
import { type ReceiptStatus, stateBefore } from '#domain/receipt-state.ts';
import { counted } from '#domain/text.ts';
import { isUnrecorded } from '#domain/unrecorded-payment.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { undoReceiptStep, updateReceipt } from '../../api/queries/receipts.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { RECEIPT_STATUS_LABELS } from '../../shared/receipt-parts.tsx';
import { toast } from '../../ui/toast.ts';
import { offerAbout } from './order-offers.ts';
import { lacksTheSame, recordLabel, recordRest } from './record-payment.ts';

interface StepLabels {
  /** The button. */
  label: string;
  /** The consequences of the step. */
  effect: string;
  /** The toast after the step. */
  done: string;
}

type StepReceipt = Pick<
  AdminReceipt,
  'number' | 'username' | 'subtotal' | 'pointsDiscount' | 'payment' | 'due' | 'received'
>;

/**
 * The texts of a step. The domain decides which steps there are (behavior 7.1). `missing` is how many pieces the stock lacks.
 */
export const stepLabels = (
  to: ReceiptStatus,
  receipt: StepReceipt,
  pointsPerDollar: number,
  missing = 0,
): StepLabels => {
  const name = `Receipt #${receipt.number}`;
  const after = (effect: string) => [stepDoubt(to, receipt, missing), effect].filter(Boolean).join(' ');
  switch (to) {
    case 'paid':
      return {
        label: 'Mark paid',
        effect: after(`${missing > 0 ? 'What is in stock' : 'The stock'} stays reserved until it is shipped.`),
        done: `${name} is paid`,
      };
    case 'shipped':
      return {
        label: 'Mark shipped',
        effect: after(missing > 0 ? 'Deducts what is in stock.' : 'Deducts the stock.'),
        done: `${name} is shipped`,
      };
    case 'completed':
      return {
        label: 'Complete',
        effect: `Gives ${receipt.username} ${earnedPoints(receipt, pointsPerDollar)}.`,
        done: `${name} is completed`,
      };
    case 'cancelled':
      return {
        label: 'Cancel order',
        effect: `Releases the reserved stock.${isMoneyThere(receipt) ? ` ${formatPrice(receipt.received)} was received and has to go back.` : ''}`,
        done: `${name} is canceled`,
      };
    default:
      return { label: to, effect: '', done: `${name}: ${to}` };
  }
};

const isMoneyThere = ({ received }: Pick<StepReceipt, 'received'>): boolean => (toCents(received ?? 0) ?? 0) > 0;

/**
 * Why nobody takes a step without a question, as a sentence: what came is too little or not confirmed, or pieces are missing.
 * Null for the others.
 */
export const stepDoubt = (
  to: ReceiptStatus,
  { payment, due }: Pick<StepReceipt, 'payment' | 'due'>,
  missing: number,
): string | null => {
  if (to === 'shipped' && missing > 0) return `${counted(missing, 'piece')} ${missing === 1 ? 'is' : 'are'} missing.`;
  if (to !== 'paid' || !isUncovered(payment)) return null;
  return payment.amount === 'part'
    ? `${formatPrice(due)} too little was received.`
    : 'The payment is not confirmed yet.';
};

/** The consequences of undoing the step to a state (behavior 7.7). */
export const undoEffect = (from: ReceiptStatus, receipt: StepReceipt, pointsPerDollar: number): string => {
  switch (from) {
    case 'paid':
      return 'Back to awaiting payment. The reservation gets its full time again.';
    case 'shipped':
      return 'Back to paid. The stock comes back, reserved.';
    case 'completed':
      return `Back to shipped. Takes ${earnedPoints(receipt, pointsPerDollar)} back from ${receipt.username}.`;
    default:
      return 'Brings the order back, if its stock is still there.';
  }
};

const earnedPoints = ({ subtotal, pointsDiscount }: StepReceipt, pointsPerDollar: number): string => {
  const points = pointsEarned(
    { subtotalCents: toCents(subtotal) ?? 0, pointsDiscountCents: toCents(pointsDiscount) ?? 0 },
    pointsPerDollar,
  );
  return formatPoints(points);
};

/** The state that undoing the last step of a receipt leads to, or null if there is nothing to undo. */
export const undoneState = ({ status, events }: Pick<AdminReceipt, 'status' | 'events'>): ReceiptStatus | null =>
  stateBefore(
    status,
    events.map((event) => event.status),
  );

/** Shows why something was refused. Stock that is short is named product by product. */
export const showRefusal = (error: unknown, fallback: string): void => {
  const named = error instanceof ApiError && error.code === 'not_enough_stock' ? error.errors : [];
  toast({
    title: 'Error',
    description: named.length > 0 ? named.join('\n') : messageOf(error, fallback),
    kind: 'error',
  });
};

/** Takes the step of a receipt to its state back, and shows the result. Returns whether that succeeded. */
const undo = async (
  queryClient: QueryClient,
  { id, number }: Pick<AdminReceipt, 'id' | 'number'>,
  { from, reason = '' }: { from: ReceiptStatus; reason?: string },
): Promise<boolean> => {
  try {
    const { status } = await undoReceiptStep(queryClient, id, { from, ...(reason.trim() !== '' && { reason }) });
    const state = RECEIPT_STATUS_LABELS[status].toLowerCase();
    toast({ title: `Undone: receipt #${number} is ${state} again`, kind: 'success' });
    return true;
  } catch (error) {
    showRefusal(error, 'Failed to undo the step');
    return false;
  }
};

/** Longer than a slow double click, and than the moment in which somebody presses what has just moved. */
const PAUSE_MS = 2000;

/**
 * Returns true for 2 seconds after `steps` has changed: step buttons do nothing then (behavior 7.1). The button under the
 * pointer may have become that of the next step, by this person's press or by somebody else's.
 */
export const useStepPause = (steps: string | number): boolean => {
  const [seen, setSeen] = useState({ steps, isPaused: false });
  if (seen.steps !== steps) setSeen({ steps, isPaused: true });
  useEffect(() => {
    if (!seen.isPaused) return;
    const timer = setTimeout(() => setSeen({ steps: seen.steps, isPaused: false }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.isPaused;
};

/**
 * Moves one receipt to its next state or back, and shows the result. `moving` is the state it is moving to, "undo", or
 * null. After a step, `isPaused` is true for a moment. The message of a step offers Undo, and to enter a
 * payment that the books lack.
 */
export const useMoveReceipt = (
  receipt: AdminReceipt,
  { onMoved }: { onMoved?: ((moved: AdminReceipt) => void) | undefined } = {},
) => {
  const queryClient = useQueryClient();
  const { pointsPerDollar } = useShop();
  const [moving, setMoving] = useState<ReceiptStatus | 'undo' | null>(null);
  const isPaused = useStepPause(receipt.status);

  const move = async (status: ReceiptStatus, { note = '', tracking = '' } = {}): Promise<boolean> => {
    setMoving(status);
    try {
      const moved = await updateReceipt(queryClient, receipt.id, {
        status,
        from: receipt.status,
        ...(note.trim() !== '' && { note }),
        ...(tracking.trim() !== '' && { tracking }),
      });
      onMoved?.(moved);
      offerAbout(
        queryClient,
        moved,
        {
          title: stepLabels(status, receipt, pointsPerDollar).done,
          kind: 'success',
          ...(status === 'paid' &&
            isUnrecorded(moved) && {
              next: { label: recordLabel(moved), onSelect: () => void recordRest(queryClient, moved) },
            }),
          action: { label: 'Undo', onSelect: () => void undo(queryClient, receipt, { from: status }) },
        },
        { action: (now) => now.status === status, next: (now) => lacksTheSame(now, moved) },
      );
      return true;
    } catch (error) {
      showRefusal(error, 'Failed to update the receipt');
      return false;
    } finally {
      setMoving(null);
    }
  };
  const undoLast = async (reason: string): Promise<boolean> => {
    setMoving('undo');
    try {
      return await undo(queryClient, receipt, { from: receipt.status, reason });
    } finally {
      setMoving(null);
    }
  };
  return { move, undoLast, moving, isPaused };
};
