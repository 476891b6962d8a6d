import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getRates } from '#contract/rates.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { attentionQuery } from './attention.ts';

export const RATES_FAILED = 'Failed to load the rates';

/** Dollars per coin (behavior 7.15). */
export const ratesQuery = queryOptions({
  queryKey: ['admin', 'rates'],
  queryFn: ({ signal }) => call(getRates, { signal, fallback: RATES_FAILED }),
  ...adminQueryDefaults,
});

export const reloadRates = (queryClient: QueryClient): void => {
  for (const { queryKey } of [ratesQuery, attentionQuery]) void queryClient.invalidateQueries({ queryKey });
};
