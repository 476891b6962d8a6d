import { getShop, type ShopInfo, shopInfo } from '#contract/settings.ts';
import { KEPT_SHOP } from '../../service-worker/kept.ts';

/**
 * Keeps name and terms of the shop, for a page that comes without a network. Everybody may know them, so they stay after
 * logging out as the shop's own files do. The wallets are left out: money must never go to an address that the shop has
 * changed meanwhile. Never throws.
 */
export const keepShop = async (shop: ShopInfo): Promise<void> => {
  try {
    const cache = await caches.open(KEPT_SHOP);
    await cache.put(getShop.path, Response.json({ ...shop, btcAddress: null, ltcAddress: null }));
  } catch {
    // No caches here, or no room: then the pages say less offline.
  }
};

/** What is kept; null where nothing is, or what another version kept and this one does not understand. */
export const keptShop = async (): Promise<ShopInfo | null> => {
  try {
    const kept = await caches.match(getShop.path, { cacheName: KEPT_SHOP });
    return kept ? shopInfo.parse(await kept.json()) : null;
  } catch {
    return null;
  }
};
