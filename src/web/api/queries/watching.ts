import { queryOptions } from '@tanstack/react-query';
import { getUnseenCoins, getWatching } from '#contract/watching.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** The shop looks about twice a minute, and says only at times when it did. */
const LOOKS_EVERY_MS = 60_000;

/** When the shop last looked for payments, for each watched coin (behavior 7.28). */
export const watchingQuery = queryOptions({
  queryKey: ['admin', 'watching'],
  queryFn: async ({ signal }) => (await call(getWatching, { signal })).coins,
  ...adminQueryDefaults,
  refetchInterval: LOOKS_EVERY_MS,
});

/** The coins in which the shop cannot see payments right now, for members. */
export const unseenCoinsQuery = queryOptions({
  queryKey: ['unseen-coins'],
  queryFn: async ({ signal }) => (await call(getUnseenCoins, { signal })).unseen,
  staleTime: 0,
  refetchInterval: LOOKS_EVERY_MS,
});
