import { queryOptions } from '@tanstack/react-query';
import { listWanted } from '#contract/alerts.ts';
import { getAttention } from '#contract/attention.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** Some of it ends with time, so it is asked for now and then besides. */
const EVERY_MS = 10 * 60_000;

/**
 * The list of all that needs the attention of this user (behavior 10.8). It reloads when the panel's stream comes back
 * after a restart.
 */
export const attentionQuery = queryOptions({
  queryKey: ['admin', 'attention'],
  queryFn: async ({ signal }) => (await call(getAttention, { signal })).items,
  ...adminQueryDefaults,
  refetchInterval: EVERY_MS,
});

/** The ids of the items that members wait for. */
export const wantedQuery = queryOptions({
  queryKey: ['admin', 'alerts'],
  queryFn: async ({ signal }) =>
    new Set((await call(listWanted, { signal })).products.map(({ productId }) => productId)),
  ...adminQueryDefaults,
});
