import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { removeLogo, setLogo } from '#contract/logo.ts';
import { listNotices } from '#contract/notices.ts';
import { getPurchaseLimits, listUnmeasured } from '#contract/purchase-limits.ts';
import { acceptRates, getRates, type RatesInUse, setRates } from '#contract/rates.ts';
import {
  changeSettings,
  checkKey,
  getSettings,
  setNextIndex,
  takeBackSetting,
  testSetting,
} from '#contract/settings.admin.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import type { Coin } from '#domain/quotes.ts';
import { storedToken } from '../../browser/storage.ts';
import { call, request } from '../client.ts';
import { adminQueryDefaults, paginated } from '../query-client.ts';
import { sendAndShow } from '../show-response.ts';
import { attentionQuery } from './attention.ts';
import { reloadShop, shopQuery } from './settings.ts';

/* The settings that owners change for the whole shop. */

export const SETTINGS_FAILED = 'Failed to load the settings';
export const LIMITS_FAILED = 'Failed to load the purchase limits';
export const RATES_FAILED = 'Failed to load the rates';

/** All settings, with where their values come from (behavior 10.23). */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => call(getSettings, { signal, fallback: SETTINGS_FAILED }),
  ...adminQueryDefaults,
});

/** The purchase limits of the shop (behavior 6.11). */
export const purchaseLimitsQuery = queryOptions({
  queryKey: ['admin', 'purchase-limits'],
  queryFn: ({ signal }) => call(getPurchaseLimits, { signal, fallback: LIMITS_FAILED }),
  ...adminQueryDefaults,
});

/** The products that state no weight or dose. */
export const unmeasuredQuery = queryOptions({
  queryKey: ['admin', 'purchase-limits', 'unmeasured'],
  queryFn: async ({ signal }) => (await call(listUnmeasured, { signal, fallback: LIMITS_FAILED })).unmeasured,
  ...adminQueryDefaults,
});

/** Dollars per coin (behavior 7.15). */
export const ratesQuery = queryOptions({
  queryKey: ['admin', 'rates'],
  queryFn: ({ signal }) => call(getRates, { signal, fallback: RATES_FAILED }),
  ...adminQueryDefaults,
});

/** Notices to the seller's webhook, delivered or waiting, newest first (behavior 7.6). */
export const webhookNoticesQuery = paginated(
  ['admin', 'notices'],
  listNotices,
  { query: { limit: 20 }, fallback: 'Failed to load the webhook notices' },
  adminQueryDefaults,
);

export const reloadRates = (queryClient: QueryClient): void => {
  for (const { queryKey } of [ratesQuery, attentionQuery]) void queryClient.invalidateQueries({ queryKey });
};

/** No answer came: what to do about it. */
const SAVE_FAILED =
  'Failed to save the settings: the shop did not answer. What you typed is still here, so press Save again.';

type Texts = Record<string, string | null>;

/**
 * Changes settings, and shows the response. `expected` are the values that the person saw, and `confirm` the first
 * addresses of account keys.
 */
export const saveSettings = async (
  queryClient: QueryClient,
  changes: Texts,
  seen: { expected: Texts; confirm: Texts },
): Promise<void> => {
  const { SHOP_ACCESS_CODE: code } = changes;
  await sendAndShow(
    queryClient,
    settingsQuery,
    () => call(changeSettings, { body: { changes, ...seen }, fallback: SAVE_FAILED }),
    ({ settings }, shown) => shown && { ...shown, settings, ...(code && { invitesOnly: code === 'off' }) },
  );
  reloadDependents(queryClient);
};

/** Takes back a change that waits. */
export const takeBack = async (queryClient: QueryClient, name: string): Promise<void> => {
  await sendAndShow(
    queryClient,
    settingsQuery,
    () => call(takeBackSetting, { params: { name }, fallback: 'Failed to take the change back' }),
    ({ settings }, shown) => shown && { ...shown, settings },
  );
  reloadDependents(queryClient);
};

/** Settings that have changed show everywhere in this tab. */
const reloadDependents = (queryClient: QueryClient): void => {
  for (const { queryKey } of [ratesQuery, purchaseLimitsQuery, attentionQuery, webhookNoticesQuery])
    void queryClient.invalidateQueries({ queryKey });
  reloadShop(queryClient);
};

/** Shows what somebody else has saved, as a refusal names it. */
export const showMovedValue = (queryClient: QueryClient, { name, value }: { name: string; value: string | null }) => {
  queryClient.setQueryData(
    settingsQuery.queryKey,
    (shown) =>
      shown && { ...shown, settings: shown.settings.map((each) => (each.name === name ? { ...each, value } : each)) },
  );
  void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
};

/** Sets dollars per coin by hand. */
export const saveRates = async (queryClient: QueryClient, rates: { BTC: string | null; LTC: string | null }) => {
  const saved = await call(setRates, { body: rates, fallback: 'Failed to save the rates' });
  queryClient.setQueryData(ratesQuery.queryKey, saved);
  reloadRates(queryClient);
};

/** Uses the rates that wait, as they are shown. */
export const acceptWaitingRates = (waiting: NonNullable<RatesInUse['waiting']>): Promise<RatesInUse> =>
  call(acceptRates, { body: waiting, fallback: 'Failed to accept the rates' });

/** Tests a webhook or the feed. Returns if it responds, with status and time. */
export const tryAddress = (name: string): Promise<{ ok: boolean; message: string }> =>
  call(testSetting, { body: { name }, fallback: 'Failed to send the test' });

/** The first addresses of an account key. */
export const checkAccountKey = async (name: string, value: string): Promise<string[]> =>
  (await call(checkKey, { body: { name, value } })).addresses;

/** Leaves out the addresses of an account key below an index. */
export const goOnAtIndex = async (queryClient: QueryClient, coin: Coin, index: number): Promise<void> => {
  await sendAndShow(
    queryClient,
    settingsQuery,
    () => call(setNextIndex, { body: { coin, index }, fallback: 'Failed to set the index' }),
    (indexes, shown) => shown && { ...shown, ...indexes },
  );
  void queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey });
};

const LOGO_FAILED = 'Failed to save the logo';

/** Sets the logo of the shop, and shows it in this tab. */
export const uploadLogo = async (queryClient: QueryClient, file: File): Promise<void> => {
  const body = new FormData();
  body.set('file', file);
  const { logo } = await request(setLogo.path, {
    method: setLogo.method,
    headers: { accept: 'application/json', authorization: `Bearer ${storedToken()}` },
    body,
    timeoutMs: UPLOAD_TIMEOUT_MS,
    fallback: LOGO_FAILED,
    read: (response) => response.json() as Promise<{ logo: string | null }>,
  });
  showLogo(queryClient, logo);
};

export const deleteLogo = async (queryClient: QueryClient): Promise<void> => {
  const { logo } = await call(removeLogo, { fallback: LOGO_FAILED });
  showLogo(queryClient, logo);
};

/** Shows the logo that is saved at once, so that the one before does not come back for a moment. */
const showLogo = (queryClient: QueryClient, logo: string | null): void => {
  queryClient.setQueryData(shopQuery.queryKey, (shown) => shown && { ...shown, logo });
  reloadShop(queryClient);
};
