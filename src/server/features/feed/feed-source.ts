import type { Deps } from '../../deps.ts';
import type { Settings } from '../../settings.ts';
import { FeedCache } from './feed-cache.ts';
import { fetchFeed } from './fetch-feed.ts';

/** Where the inventory comes from. */
export interface Feed {
  /** The bytes of the inventory file. Throws ShopError feed_failed with the reason. */
  read(): Promise<{
    bytes: Uint8Array;
    /** How far the demo feed has moved with these bytes. */
    demoTick?: number;
  }>;
}

/** Whether there is a feed at all (decisions §1). */
export const hasFeed = (settings: Settings): boolean => settings.INVENTORY_FEED_URL !== undefined;

/** The feed of the settings (decisions §1): INVENTORY_FEED_URL; null where there is none. */
export const openFeed = ({ settings }: Deps): Feed | null => {
  const address = settings.INVENTORY_FEED_URL;
  if (address === undefined) return null;
  const cache = new FeedCache(settings.DATA_DIR, address);
  return {
    read: async () => {
      const known = await cache.find();
      const fetched = await fetchFeed(address, {
        token: settings.INVENTORY_FEED_TOKEN,
        known: known?.validators ?? null,
      });
      if (fetched === 'not-modified') return { bytes: known!.bytes };
      const { bytes, validators } = fetched;
      if (validators?.etag || validators?.lastModified) await cache.keep(bytes, validators);
      return { bytes };
    },
  };
};
