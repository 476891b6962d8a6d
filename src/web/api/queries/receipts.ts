import { queryOptions } from '@tanstack/react-query';
import { getReceipt, listReceipts, type Receipt } from '#contract/receipts.ts';
import { nextStates } from '#domain/receipt-state.ts';
import { call } from '../client.ts';
import { paginated } from '../query-client.ts';

/** The prefix of all queries about the member's receipts. */
export const receiptsKey = ['receipts'] as const;

/** The member's receipts, newest first. */
export const receiptListQuery = paginated([...receiptsKey, 'list'], listReceipts, {
  query: { limit: 20 },
  fallback: 'Your receipts could not be fetched.',
});

/** How often an open receipt is fetched again. */
const REFETCH_MS = 10_000;

/** One receipt. It is fetched again while its state can still change. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...receiptsKey, id],
    queryFn: ({ signal }) =>
      call(getReceipt, { params: { id }, signal, fallback: 'The receipt could not be fetched.' }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isOpen(data.receipt) && REFETCH_MS,
  });

const isOpen = ({ status }: Receipt): boolean => nextStates(status).length > 0;
