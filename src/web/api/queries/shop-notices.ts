import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getShopNotices, type ShopNotices, setShopNotices } from '#contract/shop-notices.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { sendAndShow } from '../show-response.ts';
import { shopQuery } from './settings.ts';

export const NOTICES_FAILED = 'Failed to load the notices';

/** The notices of the shop, for the panel (behavior 10.20). */
export const shopNoticesQuery = queryOptions({
  queryKey: ['admin', 'shopNotices'],
  queryFn: ({ signal }) => call(getShopNotices, { signal, fallback: NOTICES_FAILED }),
  ...adminQueryDefaults,
});

/** Saves the notices that it names, and shows them, here and in the shop of this tab. */
export const saveShopNotices = async (queryClient: QueryClient, changes: Partial<ShopNotices>): Promise<void> => {
  const save = () => call(setShopNotices, { body: changes, fallback: 'Failed to save the shop notices' });
  const saveForShop = () => sendAndShow(queryClient, shopQuery, save, (notices, shop) => shop && { ...shop, notices });
  await sendAndShow(queryClient, shopNoticesQuery, saveForShop, (notices) => notices);
};
