import { QueryClient } from '@tanstack/react-query';
import { QUERY_FRESH_MS } from '#domain/constants.ts';
import { ApiError } from './client.ts';
import { retryDelay } from './retry-delay.ts';

/** Five minutes: how long the user and the inventory stay fresh (specification §9). */
export const FIVE_MINUTES = QUERY_FRESH_MS;

/**
 * Tries again up to `times`, but never what the server has understood and refused: asking again would
 * get the same answer.
 */
export const retryUpTo = (times: number) => (failures: number, error: Error) => {
  const refused = error instanceof ApiError && error.status !== null && error.status >= 400 && error.status < 500;
  return !refused && failures < times;
};

/** The generic defaults of specification §9: 3 retries, delay doubling up to 30 s, five minutes in the cache. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryUpTo(3),
        retryDelay,
        gcTime: FIVE_MINUTES,
        // Without a network a call must fail with its words, or be answered from what is kept, not wait in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** What admin queries add (specification §9): never fresh, one retry. */
export const adminQueryDefaults = { staleTime: 0, retry: retryUpTo(1) } as const;
