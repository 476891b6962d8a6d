import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { toCents } from '#domain/money.ts';
import { formatPoints, pointsEarned } from '#domain/points.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { messageOf } from '../../api/client.ts';
import { moveReceipt } from '../../api/queries/receipts.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { toast } from '../../ui/toast.ts';

interface StepLabels {
  /** The button. */
  label: string;
  /** The button in a row of the list. */
  short: string;
  /** The consequences of the step. */
  effect: string;
  /** The toast after the step. */
  done: string;
}

type StepReceipt = Pick<AdminReceipt, 'number' | 'username' | 'subtotal' | 'pointsDiscount'>;

/** The texts of a step. The domain decides which steps there are (behavior 7.1). */
export const stepLabels = (to: ReceiptStatus, receipt: StepReceipt, pointsPerDollar: number): StepLabels => {
  const name = `Receipt #${receipt.number}`;
  switch (to) {
    case 'paid':
      return {
        label: 'Mark as paid',
        short: 'Mark paid',
        effect: 'The stock stays reserved until it is shipped.',
        done: `${name} is paid`,
      };
    case 'shipped':
      return {
        label: 'Mark as shipped',
        short: 'Mark shipped',
        effect: 'Deducts the stock.',
        done: `${name} is shipped`,
      };
    case 'completed':
      return {
        label: 'Mark as completed',
        short: 'Complete',
        effect: completedEffect(receipt, pointsPerDollar),
        done: `${name} is completed`,
      };
    case 'cancelled':
      return {
        label: 'Cancel order',
        short: 'Cancel',
        effect: "Releases the reserved stock. This can't be undone.",
        done: `${name} is canceled`,
      };
    default:
      return { label: to, short: to, effect: '', done: `${name}: ${to}` };
  }
};

const completedEffect = ({ username, subtotal, pointsDiscount }: StepReceipt, pointsPerDollar: number): string => {
  const points = pointsEarned(
    { subtotalCents: toCents(subtotal) ?? 0, pointsDiscountCents: toCents(pointsDiscount) ?? 0 },
    pointsPerDollar,
  );
  return `Gives ${username} ${formatPoints(points)}. A completed receipt is final.`;
};

/** Moves one receipt to its next state and shows the result. `moving` is the state it is moving to, or null. */
export const useMoveReceipt = (receipt: AdminReceipt) => {
  const queryClient = useQueryClient();
  const { pointsPerDollar } = useShop();
  const [moving, setMoving] = useState<ReceiptStatus | null>(null);

  const move = async (status: ReceiptStatus, note = ''): Promise<boolean> => {
    setMoving(status);
    try {
      await moveReceipt(queryClient, receipt.id, { status, ...(note.trim() !== '' && { note }) });
      toast({ title: stepLabels(status, receipt, pointsPerDollar).done, kind: 'success' });
      return true;
    } catch (error) {
      toast({ title: 'Error', description: messageOf(error, 'Failed to update the receipt'), kind: 'error' });
      return false;
    } finally {
      setMoving(null);
    }
  };
  return { move, moving };
};
