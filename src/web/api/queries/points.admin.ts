import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import * as contract from '#contract/points.admin.ts';
import { call, download } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

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
    // What was found before stays until the new answer is here: typing does not make the list jump.
    placeholderData: keepPreviousData,
    ...adminQueryDefaults,
  });

export type PointsGiven = Parameters<typeof call<typeof contract.grantPoints>>[1]['body'];

/** Grants points, or takes them with a negative number. */
export const givePoints = async (queryClient: QueryClient, entry: PointsGiven) => {
  const given = await call(contract.grantPoints, { body: entry, fallback: 'Failed to update points' });
  void queryClient.invalidateQueries({ queryKey: wholeLedgerKey });
  // The list of users carries their balances.
  void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] });
  return given;
};

export const downloadLedger = (filter: LedgerFilter): Promise<Blob> =>
  download(contract.transactionsCsv, { query: filter, fallback: 'Failed to export the transactions' });
