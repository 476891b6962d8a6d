import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenInputOf, GivenQueryOf } from '#contract/endpoint.ts';
import * as contract from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { call, download } from '../client.ts';
import { adminListDefaults, adminQueryDefaults, paginated } from '../query-client.ts';
import { attentionQuery } from './attention.ts';

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

/**
 * Makes a change of one receipt and shows the receipt that it leads to. Lists reload after a refusal too, because someone
 * else was faster then.
 */
const change = async (
  queryClient: QueryClient,
  id: string,
  send: () => Promise<{ receipt: contract.AdminReceipt }>,
): Promise<contract.AdminReceipt> => {
  try {
    const { receipt } = await send();
    queryClient.setQueryData(anyReceiptKey(id), receipt);
    return receipt;
  } finally {
    void queryClient.invalidateQueries({ queryKey: allReceiptsKey });
    void queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey });
  }
};

const UPDATE_FAILED = 'Failed to update the receipt';

/** The facts to write down about a receipt, and the step that it takes. */
export type ReceiptUpdate = GivenInputOf<typeof contract.moveReceipt>;

/** Moves a receipt to its next state, or writes something down about it. */
export const updateReceipt = (queryClient: QueryClient, id: string, body: ReceiptUpdate) =>
  change(queryClient, id, () => call(contract.moveReceipt, { params: { id }, body, fallback: UPDATE_FAILED }));

/** Takes the step to the state `from` back. */
export const undoReceiptStep = (queryClient: QueryClient, id: string, body: { from: ReceiptStatus; reason?: string }) =>
  change(queryClient, id, () =>
    call(contract.undoReceiptStep, { params: { id }, body, fallback: 'Failed to undo the step' }),
  );

/** Reduces or removes lines. */
export const changeReceiptLines = (
  queryClient: QueryClient,
  id: string,
  lines: GivenInputOf<typeof contract.changeReceiptLines>['lines'],
) =>
  change(queryClient, id, () =>
    call(contract.changeReceiptLines, { params: { id }, body: { lines }, fallback: 'Failed to change the order' }),
  );

export const downloadReceipts = (filter: ReceiptFilter): Promise<Blob> =>
  download(contract.receiptsCsv, { query: filter, fallback: 'Failed to export the receipts' });
