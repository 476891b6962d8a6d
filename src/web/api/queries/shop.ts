import { queryOptions, useQuery } from '@tanstack/react-query';
import { getShop, type ShopInfo } from '#contract/shop.ts';
import { keepShop, keptShop } from '../../offline/kept-shop.ts';
import { call } from '../client.ts';
import { retryUpTo } from '../query-client.ts';

const ASK_AGAIN_MS = 10_000;

/**
 * Name, addresses and terms of the shop; they change only with a restart of the server. Where it could not be asked, the
 * pages stand without it and it is asked again.
 */
export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: async ({ signal }) => {
    const shop = await call(getShop, { signal });
    void keepShop(shop);
    return shop;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retryOnMount: false,
  refetchInterval: ({ state }) => state.data === undefined && ASK_AGAIN_MS,
  retry: (failures, error) => navigator.onLine && retryUpTo(1)(failures, error),
});

/** As this device last knew it. */
const keptQuery = queryOptions({ queryKey: ['shop', 'kept'], queryFn: keptShop, staleTime: Number.POSITIVE_INFINITY });

/** What is shown where the shop was never asked: the pages must still stand. */
const UNKNOWN_SHOP: ShopInfo = {
  name: 'Greenroom',
  minimumAge: 21,
  telegramSeller: null,
  telegramGroupUrl: null,
  btcAddress: null,
  ltcAddress: null,
  shipping: { standard: '15.00', express: '25.00' },
  defaultMarkup: 15,
  syncIntervalSeconds: 120,
  pointsPerDollar: 1,
  testPoints: false,
  catalogueNeedsGate: false,
};

export function useShop(): ShopInfo {
  const { data: shop, isError } = useQuery(shopQuery);
  const { data: kept } = useQuery({ ...keptQuery, enabled: isError });
  return shop ?? kept ?? UNKNOWN_SHOP;
}
