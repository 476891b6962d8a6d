import type { FastifyRequest } from 'fastify';
import type { ShopInfo } from '#contract/settings.ts';
import { shownCategories } from '#domain/category-order.ts';
import { KEY_SETTINGS, type KeySetting } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { passkeyOrigin } from '../passkeys/webauthn.ts';

/** The facts about the settings in force that pages need. Nothing secret. */
export const shopInfo = ({
  settings,
  shopNotices,
  logo,
  catalogue,
  categories,
}: Pick<Shop, 'settings' | 'shopNotices' | 'logo' | 'catalogue' | 'categories'>): ShopInfo => ({
  name: settings.SHOP_NAME,
  accent: settings.SHOP_ACCENT ?? null,
  license: settings.SHOP_LICENSE ?? null,
  logo: logo.address,
  minimumAge: settings.MINIMUM_AGE,
  telegramSeller: settings.TELEGRAM_SELLER ?? null,
  telegramGroupUrl: settings.TELEGRAM_GROUP_URL ?? null,
  btcAddress: settings.BTC_ADDRESS ?? null,
  ltcAddress: settings.LTC_ADDRESS ?? null,
  ownAddresses: (Object.keys(KEY_SETTINGS) as KeySetting[])
    .filter((name) => settings[name] !== undefined)
    .map((name) => KEY_SETTINGS[name]),
  paymentConfirmations: settings.PAYMENT_CONFIRMATIONS,
  shipping: { standard: settings.SHIPPING_STANDARD.toFixed(2), express: settings.SHIPPING_EXPRESS.toFixed(2) },
  deliveryAddresses: settings.DELIVERY_ADDRESSES,
  addressKeepDays: settings.ADDRESS_KEEP_DAYS,
  backupKeepDays: settings.BACKUP_KEEP_DAYS,
  defaultMarkup: settings.DEFAULT_MARKUP,
  syncIntervalSeconds: settings.SYNC_INTERVAL_SECONDS,
  pointsPerDollar: settings.POINTS_PER_DOLLAR,
  pointsValue: settings.POINTS_VALUE,
  testPoints: settings.TEST_POINTS,
  catalogueNeedsGate: settings.CATALOGUE_NEEDS_GATE,
  membersNeedApproval: settings.MEMBERS_NEED_APPROVAL,
  passkeyOrigin: passkeyOrigin(settings),
  panelNeedsPasskey: settings.PANEL_PASSKEYS === 'required',
  categories: shownCategories(categories.current, catalogue.categoryNames),
  notices: shopNotices.current,
});

/** The same for every caller. Without its database the shop uses its last read. */
export const shopInfoFor = async (shop: Shop, request: FastifyRequest): Promise<ShopInfo> =>
  (await mayKnowAll(shop, request)) ? shopInfo(shop) : atTheGate(shopInfo(shop));

/**
 * The settings that pages before the gate need. A visitor gets no others if the catalogue needs the gate (behavior 3.1).
 * The compiler asks for a place for every new field.
 */
const atTheGate = ({
  name,
  accent,
  license,
  logo,
  minimumAge,
  telegramSeller,
  telegramGroupUrl,
  testPoints,
  catalogueNeedsGate,
  passkeyOrigin,
  paymentConfirmations,
  shipping,
  deliveryAddresses,
  addressKeepDays,
  backupKeepDays,
  syncIntervalSeconds,
  pointsPerDollar,
  pointsValue,
  notices: { weights, weightsShown },
}: ShopInfo): ShopInfo => ({
  // These pages show them.
  ...{
    name,
    accent,
    license,
    logo,
    minimumAge,
    telegramSeller,
    telegramGroupUrl,
    testPoints,
    catalogueNeedsGate,
    passkeyOrigin,
  },
  // Terms of every such shop. A device keeps them for times without the shop.
  ...{ paymentConfirmations, shipping, deliveryAddresses, addressKeepDays, backupKeepDays },
  ...{ syncIntervalSeconds, pointsPerDollar, pointsValue },
  // Members pay to these addresses, and the chain shows everybody how much.
  ...{ btcAddress: null, ltcAddress: null, ownAddresses: [] },
  ...{ defaultMarkup: 0, membersNeedApproval: false, panelNeedsPasskey: false, categories: [] },
  notices: { weights, weightsShown, pricing: null, closed: null, closedOrders: false },
});

/** Returns whether somebody passed the gate or is signed in. Without its database the shop uses the secrets it read last. */
const mayKnowAll = async ({ settings, gate, sessions }: Shop, request: FastifyRequest): Promise<boolean> => {
  if (!settings.CATALOGUE_NEEDS_GATE) return true;
  const passed = () => gate.check(request).then(() => true);
  const signedIn = () => sessions.find(request).then(() => true);
  return passed()
    .catch(signedIn)
    .catch(() => false);
};
