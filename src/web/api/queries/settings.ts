import { queryOptions, useQuery } from '@tanstack/react-query';
import { getShop, type ShopInfo } from '#contract/settings.ts';
import {
  DEFAULT_MARKUP_CENTS,
  DEFAULT_MINIMUM_AGE,
  DEFAULT_POINTS_PER_DOLLAR,
  DEFAULT_SHOP_NAME,
  DEFAULT_SYNC_INTERVAL_SECONDS,
  SHIPPING_CENTS,
} from '#domain/constants.ts';
import { centsToAmount, centsToDollars } from '#domain/money.ts';
import { call } from '../client.ts';
import { keepShop, keptShop } from '../offline/kept-shop.ts';
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

/** What is shown where the shop was never asked: the pages must still stand. A shop that sets nothing says the same. */
const UNKNOWN_SHOP: ShopInfo = {
  name: DEFAULT_SHOP_NAME,
  minimumAge: DEFAULT_MINIMUM_AGE,
  telegramSeller: null,
  telegramGroupUrl: null,
  btcAddress: null,
  ltcAddress: null,
  shipping: { standard: centsToAmount(SHIPPING_CENTS.standard), express: centsToAmount(SHIPPING_CENTS.express) },
  defaultMarkup: centsToDollars(DEFAULT_MARKUP_CENTS),
  syncIntervalSeconds: DEFAULT_SYNC_INTERVAL_SECONDS,
  pointsPerDollar: DEFAULT_POINTS_PER_DOLLAR,
  testPoints: false,
  catalogueNeedsGate: false,
};

export const useShop = (): ShopInfo => {
  const { data: shop, isError } = useQuery(shopQuery);
  const { data: kept } = useQuery({ ...keptQuery, enabled: isError });
  return shop ?? kept ?? UNKNOWN_SHOP;
};
