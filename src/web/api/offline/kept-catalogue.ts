import { getInventoryData } from '#contract/catalogue.ts';
import { storedToken, storedUser } from '../../browser/storage.ts';
import { KEPT_CATALOGUE, KEPT_PICTURES, type Message } from '../../service-worker/kept.ts';
import type { CatalogueSnapshot } from '../catalogue-snapshot.ts';

const VERSION = 'x-greenroom-version';
const SEEN_AT = 'x-greenroom-seen-at';

/** A snapshot of an earlier visit, or of before the connection was lost. */
export interface KeptCatalogue {
  snapshot: CatalogueSnapshot;
  /** When the shop last said so; epoch milliseconds. */
  seenAt: number;
}

/** Browsers have no caches for a page that is not served securely: there nothing is kept. */
const hasCaches = (): boolean => 'caches' in window;

/**
 * Keeps what the catalogue call answered, `{inventory: […]}`, as long as somebody is signed in on this device. Never
 * throws: a full disk is no reason not to show the list.
 */
export const keepCatalogue = async (body: BodyInit, version: string | null, seenAt: number): Promise<void> => {
  if (!hasCaches() || !storedToken()) return;
  try {
    const headers = { 'content-type': 'application/json', [VERSION]: version ?? '', [SEEN_AT]: String(seenAt) };
    const cache = await caches.open(KEPT_CATALOGUE);
    await cache.put(getInventoryData.path, new Response(body, { headers }));
  } catch {
    return;
  }
  // Logged out while it was written.
  if (!storedToken()) await forgetKept();
};

/** What is kept, for a member who is signed in on this device (decisions §8 "where the gate stands"); else null. */
export const keptCatalogue = async (): Promise<KeptCatalogue | null> => {
  if (!hasCaches() || !storedToken() || !storedUser()) return null;
  try {
    const kept = await caches.match(getInventoryData.path, { cacheName: KEPT_CATALOGUE });
    if (!kept) return null;
    const { inventory } = (await kept.json()) as { inventory: CatalogueSnapshot['products'] };
    const version = kept.headers.get(VERSION) || null;
    return { snapshot: { version, products: inventory }, seenAt: Number(kept.headers.get(SEEN_AT)) };
  } catch {
    return null;
  }
};

/** Deletes catalogue and pictures from this device: phones are shared. Never throws. */
export const forgetKept = async (): Promise<void> => {
  if (!hasCaches()) return;
  try {
    // The catalogue first: without it the worker keeps no picture.
    await caches.delete(KEPT_CATALOGUE);
    await caches.delete(KEPT_PICTURES);
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.active?.postMessage({ type: 'forget-pictures' } satisfies Message);
  } catch {
    // Storage is forbidden here: then nothing was kept.
  }
};
