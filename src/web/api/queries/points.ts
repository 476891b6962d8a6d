import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { call } from '../client.ts';

/** Everything about the member's points: the balance and the ledger hang below it. */
export const pointsKey = ['points'] as const;

export const balanceQuery = queryOptions({
  queryKey: [...pointsKey, 'balance'],
  queryFn: ({ signal }) => call(getPoints, { signal, fallback: 'Your points could not be fetched.' }),
});

/** The member's own ledger, newest first, a page at a time. */
export const ledgerQuery = infiniteQueryOptions({
  queryKey: [...pointsKey, 'transactions'],
  queryFn: ({ pageParam, signal }) =>
    call(listPointsTransactions, {
      query: { cursor: pageParam, limit: 100 },
      signal,
      fallback: 'Your points could not be fetched.',
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.nextCursor ?? undefined,
});
