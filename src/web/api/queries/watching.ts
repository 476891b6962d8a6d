import { queryOptions } from '@tanstack/react-query';
import { getWatching } from '#contract/watching.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** The shop looks about twice a minute, and says only at times when it did. */
const EVERY_MS = 60_000;

/** When the shop last looked for payments, for each watched coin (behavior 7.28). */
export const watchingQuery = queryOptions({
  queryKey: ['admin', 'watching'],
  queryFn: async ({ signal }) => (await call(getWatching, { signal })).coins,
  ...adminQueryDefaults,
  refetchInterval: EVERY_MS,
});
