import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { getShop, type ShopInfo } from '#contract/settings.ts';
import type { ShopNotices } from '#contract/shop-notices.ts';
import {
  DEFAULT_MARKUP_CENTS,
  DEFAULT_MINIMUM_AGE,
  DEFAULT_POINTS_PER_DOLLAR,
  DEFAULT_SHOP_NAME,
  DEFAULT_SYNC_INTERVAL_SECONDS,
  SHIPPING_CENTS,
} from '#domain/constants.ts';
import { centsToAmount, centsToDollars } from '#domain/money.ts';
import { COINS, type Coin } from '#domain/quotes.ts';
import { isFlag, isNumber, isText, listOf, oneOf, orNull, withFields } from '../../browser/kinds.ts';
import { storedToken } from '../../browser/storage.ts';
import { SETTINGS_CACHE } from '../../service-worker/cache-names.ts';
import { call } from '../client.ts';
import { retryUpTo } from '../query-client.ts';

const RETRY_MS = 10_000;

/**
 * Name, addresses, terms and notices of the shop. Events bring what changes. If they cannot be fetched, the pages work
 * without them, and they are fetched again later.
 */
export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: async ({ signal }) => {
    // Without the gate's cookie, a shop whose catalogue needs it shows the wallets only to those who are signed in.
    const shop = await call(getShop, { signal, token: storedToken() });
    void storeShop(shop);
    return shop;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retryOnMount: false,
  refetchInterval: ({ state }) => state.data === undefined && RETRY_MS,
  retry: (failures, error) => navigator.onLine && retryUpTo(1)(failures, error),
});

/**
 * Stores name and terms of the shop for offline use. They are public, so they stay after logging out. The wallets are
 * left out: money must never go to an address that has changed since. Never throws.
 */
const storeShop = async (shop: ShopInfo): Promise<void> => {
  try {
    const cache = await caches.open(SETTINGS_CACHE);
    await cache.put(getShop.path, Response.json({ ...shop, btcAddress: null, ltcAddress: null, ownAddresses: [] }));
  } catch {
    // The browser has no caches, or no room. The pages then show the defaults offline.
  }
};

/** The compiler asks for each field, and a test compares this with the schema. */
export const isShop = withFields<ShopInfo>({
  name: isText,
  accent: orNull(isNumber),
  license: orNull(isText),
  logo: orNull(isText),
  minimumAge: isNumber,
  telegramSeller: orNull(isText),
  telegramGroupUrl: orNull(isText),
  btcAddress: orNull(isText),
  ltcAddress: orNull(isText),
  ownAddresses: listOf(oneOf(COINS)),
  paymentConfirmations: isNumber,
  shipping: withFields({ standard: isText, express: isText }),
  deliveryAddresses: oneOf(['off', 'optional', 'required']),
  addressKeepDays: isNumber,
  backupKeepDays: isNumber,
  defaultMarkup: isNumber,
  syncIntervalSeconds: isNumber,
  pointsPerDollar: isNumber,
  pointsValue: isNumber,
  testPoints: isFlag,
  catalogueNeedsGate: isFlag,
  membersNeedApproval: isFlag,
  passkeyOrigin: isText,
  panelNeedsPasskey: isFlag,
  categories: listOf(withFields({ name: isText, hue: orNull(isNumber), position: orNull(isNumber) })),
  notices: withFields({
    pricing: orNull(isText),
    weights: orNull(isText),
    weightsShown: isFlag,
    closed: orNull(isText),
    closedOrders: isFlag,
  }),
});

/** The stored name and terms, or null if there are none or another version of the shop wrote them. */
const readStoredShop = async (): Promise<ShopInfo | null> => {
  try {
    const stored = await caches.match(getShop.path, { cacheName: SETTINGS_CACHE });
    const shop: unknown = await stored?.json();
    return isShop(shop) ? shop : null;
  } catch {
    return null;
  }
};

const storedShopQuery = queryOptions({
  queryKey: ['shop', 'stored'],
  queryFn: readStoredShop,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Shown if the shop could never be fetched: the defaults of a shop that sets nothing. */
const UNKNOWN_SHOP: ShopInfo = {
  name: DEFAULT_SHOP_NAME,
  accent: null,
  license: null,
  logo: null,
  minimumAge: DEFAULT_MINIMUM_AGE,
  telegramSeller: null,
  telegramGroupUrl: null,
  btcAddress: null,
  ltcAddress: null,
  ownAddresses: [],
  paymentConfirmations: 2,
  shipping: { standard: centsToAmount(SHIPPING_CENTS.standard), express: centsToAmount(SHIPPING_CENTS.express) },
  deliveryAddresses: 'off',
  addressKeepDays: 30,
  backupKeepDays: 90,
  defaultMarkup: centsToDollars(DEFAULT_MARKUP_CENTS),
  syncIntervalSeconds: DEFAULT_SYNC_INTERVAL_SECONDS,
  pointsPerDollar: DEFAULT_POINTS_PER_DOLLAR,
  pointsValue: 0,
  testPoints: false,
  catalogueNeedsGate: false,
  membersNeedApproval: false,
  passkeyOrigin: '',
  panelNeedsPasskey: false,
  categories: [],
  notices: { pricing: null, weights: null, weightsShown: true, closed: null, closedOrders: false },
};

/** Shows notices that have just changed (behavior 10.20). */
export const putNotices = (queryClient: QueryClient, notices: ShopNotices): void => update(queryClient, { notices });

/** Shows settings that have just changed (behavior 10.23), and keeps them for this device. */
export const putShop = (queryClient: QueryClient, shop: ShopInfo): void => {
  update(queryClient, shop);
  void storeShop(shop);
};

/**
 * A response that is under way may be older than the change, so it is dropped. The first one is needed for the rest of the
 * shop, so it is followed by another.
 */
const update = (queryClient: QueryClient, changed: Partial<ShopInfo>): void => {
  const { queryKey } = shopQuery;
  if (queryClient.setQueryData(queryKey, (shop) => shop && { ...shop, ...changed })) {
    void queryClient.cancelQueries({ queryKey, exact: true });
  } else {
    const reload = () => reloadShop(queryClient);
    queryClient.ensureQueryData(shopQuery).then(reload, reload);
  }
};

/** Fetches the shop again, and shows what is known until it is there. */
export const reloadShop = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: shopQuery.queryKey, exact: true });

/** The shop as fetched, or as stored on this device while it is not. */
export const useShop = (): ShopInfo => {
  const { data: shop } = useQuery(shopQuery);
  const { data: stored } = useQuery({ ...storedShopQuery, enabled: shop === undefined });
  return shop ?? stored ?? UNKNOWN_SHOP;
};

/** Returns which settings the pages can use: fetched ones, stored ones, or none because the shop cannot be reached. */
export const useShopState = (): 'fetched' | 'stored' | 'pending' | 'unreachable' => {
  const { data: shop, errorUpdateCount } = useQuery(shopQuery);
  const { data: stored } = useQuery({ ...storedShopQuery, enabled: shop === undefined });
  // Once the shop could not be reached, the pages work without it. Retries in the background must not remove them.
  if (shop === undefined && errorUpdateCount > 0) return 'unreachable';
  if (shop) return 'fetched';
  return stored ? 'stored' : 'pending';
};

/** The coins that members can pay in. */
export const usePaidCoins = (): Coin[] => {
  const { btcAddress, ltcAddress, ownAddresses } = useShop();
  const wallets = { BTC: btcAddress, LTC: ltcAddress };
  return COINS.filter((coin) => wallets[coin] !== null || ownAddresses.includes(coin));
};
