import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getReceipt, listReceipts } from '#contract/receipts.ts';
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

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...receiptsKey, id],
    queryFn: ({ signal }) =>
      call(getReceipt, { params: { id }, signal, fallback: 'The receipt could not be fetched.' }),
  });
