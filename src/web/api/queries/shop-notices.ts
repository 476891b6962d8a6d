import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getShopNotices, type ShopNotices } from '#contract/shop-notices.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { putNotices } from './settings.ts';

export const NOTICES_FAILED = 'Failed to load the notices';

/** The notices of the shop, for the panel (behavior 10.20). */
export const shopNoticesQuery = queryOptions({
  queryKey: ['admin', 'shopNotices'],
  queryFn: ({ signal }) => call(getShopNotices, { signal, fallback: NOTICES_FAILED }),
  ...adminQueryDefaults,
});

/** Shows notices that have changed, here and in the shop of this tab. */
export const showNotices = (queryClient: QueryClient, notices: ShopNotices): void => {
  queryClient.setQueryData(shopNoticesQuery.queryKey, notices);
  putNotices(queryClient, notices);
};
