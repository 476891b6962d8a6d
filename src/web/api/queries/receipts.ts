import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getReceipt, listReceipts, type Receipt } from '#contract/receipts.ts';
import { nextStates } from '#domain/receipt-state.ts';
import { call } from '../client.ts';

/** The member's receipts, the list and each one. */
export const receiptsKey = ['receipts'] as const;

/** Page by page, newest first. */
export const receiptListQuery = infiniteQueryOptions({
  queryKey: [...receiptsKey, 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(listReceipts, {
      query: { limit: 20, ...(pageParam && { cursor: pageParam }) },
      signal,
      fallback: 'Your receipts could not be fetched.',
    }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** How often a page asks whether an order went on. */
const ASK_EVERY_MS = 10_000;

/** One receipt; asked for again while the order can still go on. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...receiptsKey, id],
    queryFn: ({ signal }) =>
      call(getReceipt, { params: { id }, signal, fallback: 'The receipt could not be fetched.' }),
    refetchInterval: ({ state: { data } }) => data !== undefined && canGoOn(data.receipt) && ASK_EVERY_MS,
  });

const canGoOn = ({ status }: Receipt): boolean => nextStates(status).length > 0;
