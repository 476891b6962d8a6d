import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { receiptQuery, receiptsKey } from '../../api/queries/receipts.ts';
import { dismissFailure, toast } from '../../ui/toast.ts';

const failureToast = (description: string): void => toast({ title: 'Error', description, kind: 'error' });

interface Outcome {
  onDone?: () => void;
  /** Shows why it failed. Without it a toast does. */
  onFailure?: (message: string) => void;
}

/**
 * Runs a call that changes a receipt, and shows the receipt that it returns. If it fails, the page says why and fetches the
 * current state, because the seller may have moved the receipt.
 */
export const useReceiptAction = (id: string) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (
    send: () => Promise<{ receipt: Receipt }>,
    { onDone, onFailure = failureToast }: Outcome = {},
  ): Promise<void> => {
    setBusy(true);
    dismissFailure();
    try {
      const { receipt } = await send();
      queryClient.setQueryData(receiptQuery(id).queryKey, (shown) => shown && { ...shown, receipt });
      onDone?.();
    } catch (error) {
      // What the seller has moved no longer shows where this was pressed.
      const isMoved = error instanceof ApiError && error.code === 'step_not_allowed';
      (isMoved ? failureToast : onFailure)(messageOf(error, 'Please try again.'));
      if (error instanceof ApiError) void error.afterLogin?.then((repeated) => repeated && onDone?.());
    }
    setBusy(false);
    // Nobody waits for it: what came of the press is shown.
    void queryClient.invalidateQueries({ queryKey: receiptsKey });
  };
  return { run, isBusy };
};
