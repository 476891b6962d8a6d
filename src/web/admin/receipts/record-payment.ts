import type { QueryClient } from '@tanstack/react-query';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice } from '#domain/money.ts';
import { withoutUndone } from '#domain/payments.ts';
import { isUnrecorded, missingSum } from '#domain/unrecorded-payment.ts';
import { messageOf, NO_RESPONSE } from '../../api/client.ts';
import { addPayment, undoPayment } from '../../api/queries/receipts.admin.ts';
import { randomKey } from '../../browser/random-key.ts';
import { toast } from '../../ui/toast.ts';
import { failureToast } from '../action-toasts.ts';
import { restOf } from './likely-payment.ts';
import { offerAbout } from './order-offers.ts';

/** Returns whether a receipt still lacks in its books what it lacked when it was offered to enter it. */
export const lacksTheSame = (now: AdminReceipt, offered: AdminReceipt): boolean =>
  isUnrecorded(now) && missingSum(now) === missingSum(offered);

export const recordLabel = (receipt: AdminReceipt): string => `Record ${formatPrice(missingSum(receipt))}`;

/** Enters what a receipt lacks, and shows the result. Trying again sends the same key, so nothing is entered twice. */
export const recordRest = async (queryClient: QueryClient, receipt: AdminReceipt, key = randomKey()): Promise<void> => {
  const { id, number } = receipt;
  try {
    const recorded = await addPayment(queryClient, id, restOf(receipt), key);
    const added = recorded.payments.at(-1);
    offerAbout(
      queryClient,
      recorded,
      {
        title: `${formatPrice(missingSum(receipt))} recorded for receipt #${number}`,
        kind: 'success',
        ...(added && { action: { label: 'Undo', onSelect: () => void undoRecord(queryClient, added) } }),
      },
      { action: ({ payments }) => withoutUndone(payments).some((payment) => payment.id === added?.id) },
    );
  } catch (error) {
    offerAbout(
      queryClient,
      receipt,
      {
        title: 'Error',
        description: messageOf(error, NO_RESPONSE),
        kind: 'error',
        action: { label: 'Try again', onSelect: () => void recordRest(queryClient, receipt, key) },
      },
      { action: (now) => lacksTheSame(now, receipt) },
    );
  }
};

const undoRecord = async (queryClient: QueryClient, payment: AdminReceipt['payments'][number]): Promise<void> => {
  try {
    await undoPayment(queryClient, payment);
    toast({ title: 'The payment was taken back', kind: 'success' });
  } catch (error) {
    failureToast(error, NO_RESPONSE);
  }
};
