import { queryOptions } from '@tanstack/react-query';
import { getUnseenCoins } from '#contract/watching.ts';
import { call } from '../client.ts';

const EVERY_MS = 60_000;

/** The coins in which the shop cannot see payments right now (behavior 7.28). */
export const unseenCoinsQuery = queryOptions({
  queryKey: ['unseen-coins'],
  queryFn: async ({ signal }) => (await call(getUnseenCoins, { signal })).unseen,
  staleTime: 0,
  refetchInterval: EVERY_MS,
});
