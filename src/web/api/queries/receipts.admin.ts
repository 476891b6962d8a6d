import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import * as contract from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { call, download } from '../client.ts';
import { adminListDefaults, adminQueryDefaults, paginated } from '../query-client.ts';

export const RECEIPTS_FAILED = 'Failed to load receipts';

const allReceiptsKey = ['admin', 'receipts'] as const;

export type ReceiptFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listAllReceipts>>, 'cursor' | 'limit'>;

/** The receipts of all members, newest first. */
export const allReceiptsQuery = (filter: ReceiptFilter) =>
  paginated(
    [...allReceiptsKey, 'list', filter],
    contract.listAllReceipts,
    { query: filter, fallback: RECEIPTS_FAILED },
    adminListDefaults,
  );

const anyReceiptKey = (id: string) => [...allReceiptsKey, 'one', id] as const;

/** One receipt. `listed` is the receipt as the list has it, shown until the full one is loaded. */
export const anyReceiptQuery = (id: string, listed: contract.AdminReceipt | undefined) =>
  queryOptions({
    queryKey: anyReceiptKey(id),
    queryFn: async ({ signal }) =>
      (await call(contract.getAnyReceipt, { params: { id }, signal, fallback: 'Failed to load the receipt' })).receipt,
    placeholderData: listed,
    ...adminQueryDefaults,
  });

/** Moves a receipt to its next state. The lists reload after a refusal too, because someone else was faster then. */
export const moveReceipt = async (
  queryClient: QueryClient,
  id: string,
  step: { status: ReceiptStatus; note?: string },
): Promise<contract.AdminReceipt> => {
  try {
    const { receipt } = await call(contract.moveReceipt, {
      params: { id },
      body: step,
      fallback: 'Failed to update the receipt',
    });
    queryClient.setQueryData(anyReceiptKey(id), receipt);
    return receipt;
  } finally {
    void queryClient.invalidateQueries({ queryKey: allReceiptsKey });
  }
};

export const downloadReceipts = (filter: ReceiptFilter): Promise<Blob> =>
  download(contract.receiptsCsv, { query: filter, fallback: 'Failed to export the receipts' });
