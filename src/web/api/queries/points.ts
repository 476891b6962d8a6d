import { queryOptions } from '@tanstack/react-query';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { call } from '../client.ts';
import { pageQueryDefaults, paginated } from '../query-client.ts';

const fallback = 'Your points could not be fetched.';

/** The prefix of all queries about the member's points. */
export const pointsKey = ['points'] as const;

export const balanceQuery = queryOptions({
  queryKey: [...pointsKey, 'balance'],
  queryFn: ({ signal }) => call(getPoints, { signal, fallback }),
  ...pageQueryDefaults,
});

/** The member's own ledger, newest first. */
export const ledgerQuery = paginated(
  [...pointsKey, 'transactions'],
  listPointsTransactions,
  { query: { limit: 100 }, fallback },
  pageQueryDefaults,
);
