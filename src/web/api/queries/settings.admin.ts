import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getPurchaseLimits } from '#contract/purchase-limits.ts';
import { acceptRates, getRates, type RatesInUse } from '#contract/rates.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { attentionQuery } from './attention.ts';

/* The settings that an admin changes for the whole shop. */

export const LIMITS_FAILED = 'Failed to load the purchase limits';
export const RATES_FAILED = 'Failed to load the rates';

/** The purchase limits of the shop (behavior 6.11). */
export const purchaseLimitsQuery = queryOptions({
  queryKey: ['admin', 'purchase-limits'],
  queryFn: ({ signal }) => call(getPurchaseLimits, { signal, fallback: LIMITS_FAILED }),
  ...adminQueryDefaults,
});

export const reloadPurchaseLimits = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: purchaseLimitsQuery.queryKey });

/** Dollars per coin (behavior 7.15). */
export const ratesQuery = queryOptions({
  queryKey: ['admin', 'rates'],
  queryFn: ({ signal }) => call(getRates, { signal, fallback: RATES_FAILED }),
  ...adminQueryDefaults,
});

export const reloadRates = (queryClient: QueryClient): void => {
  for (const { queryKey } of [ratesQuery, attentionQuery]) void queryClient.invalidateQueries({ queryKey });
};

/** Uses the rates that wait, as they are shown. */
export const acceptWaitingRates = (waiting: NonNullable<RatesInUse['waiting']>): Promise<RatesInUse> =>
  call(acceptRates, { body: waiting, fallback: 'Failed to accept the rates' });
