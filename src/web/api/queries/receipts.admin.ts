import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import * as contract from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { call, download } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

export const RECEIPTS_FAILED = 'Failed to load receipts';

/** The order book; the live event "receipts" makes it old. */
const orderBookKey = ['admin', 'receipts'] as const;

export type ReceiptFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listAllReceipts>>, 'cursor' | 'limit'>;

/** Receipts, newest first, a page at a time. */
export const orderBookQuery = (filter: ReceiptFilter) =>
  infiniteQueryOptions({
    queryKey: [...orderBookKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listAllReceipts, { query: { ...filter, cursor: pageParam }, signal, fallback: RECEIPTS_FAILED }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // What was found before stays until the new answer is here: typing does not make the list jump.
    placeholderData: keepPreviousData,
    ...adminQueryDefaults,
  });

const anyReceiptKey = (id: string) => [...orderBookKey, 'one', id] as const;

/** One receipt; `seen` is what the list knows of it already. */
export const anyReceiptQuery = (id: string, seen: contract.AdminReceipt | undefined) =>
  queryOptions({
    queryKey: anyReceiptKey(id),
    queryFn: async ({ signal }) =>
      (await call(contract.getAnyReceipt, { params: { id }, signal, fallback: 'Failed to load the receipt' })).receipt,
    placeholderData: seen,
    ...adminQueryDefaults,
  });

/** Moves a receipt on. Whatever comes of it, the order book is read anew: a refusal means that someone was faster. */
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
    void queryClient.invalidateQueries({ queryKey: orderBookKey });
  }
};

export const downloadReceipts = (filter: ReceiptFilter): Promise<Blob> =>
  download(contract.receiptsCsv, { query: filter, fallback: 'Failed to export the receipts' });
