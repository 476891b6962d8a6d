import { getInventoryData } from '#contract/catalogue.ts';
import { deleteStoredPictures } from '../browser/service-worker-client.ts';
import { storedToken, storedUser } from '../browser/storage.ts';
import { CATALOGUE_CACHE } from '../service-worker/cache-names.ts';
import type { CatalogueSnapshot } from './catalogue-snapshot.ts';
import { useConnection } from './connection.ts';

/*
 * The page stores the last catalogue for reading offline (behavior 5.12), but only while a member is signed in: phones
 * are shared.
 */

const VERSION = 'x-greenroom-version';
const SEEN_AT = 'x-greenroom-seen-at';

/** A snapshot from an earlier visit, or from before the connection was lost. */
export interface StoredCatalogue {
  snapshot: CatalogueSnapshot;
  /** When the shop last confirmed it, in epoch milliseconds. */
  seenAt: number;
}

/** Browsers offer caches to secure pages only. */
const hasCaches = (): boolean => 'caches' in window;

/**
 * Stores a body of the catalogue call, `{inventory: […]}`, if a member is signed in. Never throws: a full disk must not
 * keep the list from showing.
 */
export const storeCatalogue = async (body: BodyInit, version: string | null, seenAt: number): Promise<void> => {
  if (!hasCaches() || !storedToken()) return;
  try {
    const headers = { 'content-type': 'application/json', [VERSION]: version ?? '', [SEEN_AT]: String(seenAt) };
    const cache = await caches.open(CATALOGUE_CACHE);
    await cache.put(getInventoryData.path, new Response(body, { headers }));
  } catch {
    return;
  }
  // The member may have logged out while it was written.
  if (!storedToken()) await deleteStoredCatalogue();
};

/** The stored catalogue of the signed-in member, or null. */
export const readStoredCatalogue = async (): Promise<StoredCatalogue | null> => {
  if (!hasCaches() || !storedToken() || !storedUser()) return null;
  try {
    const stored = await caches.match(getInventoryData.path, { cacheName: CATALOGUE_CACHE });
    if (!stored) return null;
    const { inventory } = (await stored.json()) as { inventory: CatalogueSnapshot['products'] };
    const version = stored.headers.get(VERSION) || null;
    // A page of an older version stored products without tiers.
    for (const product of inventory) product.tiers ??= [];
    return { snapshot: { version, products: inventory }, seenAt: Number(stored.headers.get(SEEN_AT)) };
  } catch {
    return null;
  }
};

/** Deletes catalogue and pictures from this device. Never throws. */
export const deleteStoredCatalogue = async (): Promise<void> => {
  if (!hasCaches()) return;
  try {
    // The catalogue first: without it the service worker stores no picture.
    await caches.delete(CATALOGUE_CACHE);
    await deleteStoredPictures();
  } catch {
    // The browser blocks storage, so nothing was stored.
  }
};

/**
 * Stores the shown catalogue when the page is hidden, because events may have changed it since it was fetched. Only
 * then, because serializing 15,000 products takes a moment. Returns a function that stops it.
 */
export const storeCatalogueWhenHidden = (shown: () => CatalogueSnapshot | undefined): (() => void) => {
  let stored = shown();
  const store = () => {
    const snapshot = shown();
    const { knownAt } = useConnection.getState();
    if (!document.hidden || !snapshot || snapshot === stored || knownAt === null) return;
    stored = snapshot;
    void storeCatalogue(JSON.stringify({ inventory: snapshot.products }), snapshot.version, knownAt);
  };
  document.addEventListener('visibilitychange', store);
  return () => document.removeEventListener('visibilitychange', store);
};
