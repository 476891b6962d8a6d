import { infiniteQueryOptions } from '@tanstack/react-query';
import * as contract from '#contract/admin.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** Everything about the member's points: the balance and the ledger hang below it. */
export const pointsKey = ['points'] as const;

/** The ledger of all members; the live event "points" makes it old. */
const wholeLedgerKey = ['admin', 'points'] as const;

export type LedgerFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listAllTransactions>>, 'cursor' | 'limit'>;

/** Every entry of every member, newest first, a page at a time. */
export const wholeLedgerQuery = (filter: LedgerFilter) =>
  infiniteQueryOptions({
    queryKey: [...wholeLedgerKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listAllTransactions, {
        query: { ...filter, cursor: pageParam },
        signal,
        fallback: 'Failed to load transactions',
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...adminQueryDefaults,
  });
