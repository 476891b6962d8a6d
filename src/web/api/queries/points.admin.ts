import type { QueryClient } from '@tanstack/react-query';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import * as contract from '#contract/points.admin.ts';
import { call } from '../client.ts';
import { adminListDefaults, paginated } from '../query-client.ts';
import { settled } from '../settled.ts';

const ledgerKey = ['admin', 'points'] as const;

export type LedgerFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listAllTransactions>>, 'cursor' | 'limit'>;

/** The ledger of all members, filtered and sorted by the server. */
export const wholeLedgerQuery = (filter: LedgerFilter) =>
  paginated(
    [...ledgerKey, 'list', filter],
    contract.listAllTransactions,
    { query: filter, fallback: 'Failed to load transactions' },
    adminListDefaults,
  );

export type PointsAdjustment = Parameters<typeof call<typeof contract.grantPoints>>[1]['body'];

/** Grants points, or deducts them if the number is negative (behavior 8.3). The same key gives nothing again. */
export const adjustPoints = async (queryClient: QueryClient, entry: PointsAdjustment, idempotencyKey: string) => {
  const fallback = 'The shop did not answer. Please press it again: the same points are never counted twice.';
  const adjusted = await settled(() => call(contract.grantPoints, { body: entry, fallback, idempotencyKey }));
  void queryClient.invalidateQueries({ queryKey: ledgerKey });
  // The list of users shows their balances.
  void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] });
  return adjusted;
};
