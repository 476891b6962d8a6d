import { infiniteQueryOptions } from '@tanstack/react-query';
import { listNotices } from '#contract/notices.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** What was told to the seller's webhook and what waits; the live event "notices" makes it old. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['admin', 'notices'],
  queryFn: ({ pageParam, signal }) =>
    call(listNotices, {
      query: { cursor: pageParam, limit: 20 },
      signal,
      fallback: 'Failed to load notices',
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.nextCursor ?? undefined,
  ...adminQueryDefaults,
});
