import { queryOptions, useQuery } from '@tanstack/react-query';
import { getShop, type ShopInfo } from '#contract/shop.ts';
import { call } from '../client.ts';
import { retryUpTo } from '../query-client.ts';

/** Name, addresses and terms of the shop; they change only with a restart of the server. */
export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => call(getShop, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: retryUpTo(1),
});

/** What is shown where the shop cannot be asked: offline, the pages must still stand. */
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

export const useShop = (): ShopInfo => useQuery(shopQuery).data ?? UNKNOWN_SHOP;
