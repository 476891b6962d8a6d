import type { ShopInfo } from '#contract/settings.ts';
import type { Shop } from '../../shop.ts';
import { passkeyOrigin } from '../passkeys/webauthn.ts';

/** What pages need to know of the settings in force. Nothing secret. */
export const shopInfo = ({ settings, shopNotices }: Pick<Shop, 'settings' | 'shopNotices'>): ShopInfo => ({
  name: settings.SHOP_NAME,
  minimumAge: settings.MINIMUM_AGE,
  telegramSeller: settings.TELEGRAM_SELLER ?? null,
  telegramGroupUrl: settings.TELEGRAM_GROUP_URL ?? null,
  btcAddress: settings.BTC_ADDRESS ?? null,
  ltcAddress: settings.LTC_ADDRESS ?? null,
  shipping: { standard: settings.SHIPPING_STANDARD.toFixed(2), express: settings.SHIPPING_EXPRESS.toFixed(2) },
  defaultMarkup: settings.DEFAULT_MARKUP,
  syncIntervalSeconds: settings.SYNC_INTERVAL_SECONDS,
  pointsPerDollar: settings.POINTS_PER_DOLLAR,
  pointsValue: settings.POINTS_VALUE,
  testPoints: settings.TEST_POINTS,
  catalogueNeedsGate: settings.CATALOGUE_NEEDS_GATE,
  passkeyOrigin: passkeyOrigin(settings),
  panelNeedsPasskey: settings.PANEL_PASSKEYS === 'required',
  notices: shopNotices.current,
});
