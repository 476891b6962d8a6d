import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getPurchaseLimits } from '#contract/purchase-limits.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

export const LIMITS_FAILED = 'Failed to load the purchase limits';

/** The purchase limits of the shop (behavior 6.11). */
export const purchaseLimitsQuery = queryOptions({
  queryKey: ['admin', 'purchase-limits'],
  queryFn: ({ signal }) => call(getPurchaseLimits, { signal, fallback: LIMITS_FAILED }),
  ...adminQueryDefaults,
});

export const reloadPurchaseLimits = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: purchaseLimitsQuery.queryKey });
