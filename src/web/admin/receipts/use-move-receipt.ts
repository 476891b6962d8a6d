import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { messageOf } from '../../api/client.ts';
import { moveReceipt } from '../../api/queries/receipts.admin.ts';
import { useShop } from '../../api/queries/settings.ts';
import { toast } from '../../ui/toast.ts';
import { stepWords } from './step-words.ts';

/** Moves one receipt on, tells what came of it, and says which step is under way. */
export const useMoveReceipt = (receipt: AdminReceipt) => {
  const queryClient = useQueryClient();
  const { pointsPerDollar } = useShop();
  const [moving, setMoving] = useState<ReceiptStatus | null>(null);

  const move = async (status: ReceiptStatus, note = ''): Promise<boolean> => {
    setMoving(status);
    try {
      await moveReceipt(queryClient, receipt.id, { status, ...(note.trim() !== '' && { note }) });
      toast({ title: stepWords(status, receipt, pointsPerDollar).done, kind: 'success' });
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
