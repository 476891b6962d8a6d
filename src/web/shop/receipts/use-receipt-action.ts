import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { messageOf } from '../../api/client.ts';
import { receiptQuery, receiptsKey } from '../../api/queries/receipts.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Runs a call that changes a receipt, and shows the receipt that it returns. If it fails, a toast says why and the page
 * fetches the current state, because the seller may have moved the receipt.
 */
export const useReceiptAction = (id: string) => {
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async (send: () => Promise<{ receipt: Receipt }>): Promise<void> => {
    setBusy(true);
    try {
      const { receipt } = await send();
      queryClient.setQueryData(receiptQuery(id).queryKey, (shown) => shown && { ...shown, receipt });
    } catch (error) {
      toast({ title: 'Error', description: messageOf(error, 'Please try again.'), kind: 'error' });
    }
    await queryClient.invalidateQueries({ queryKey: receiptsKey });
    setBusy(false);
  };
  return { run, isBusy };
};
