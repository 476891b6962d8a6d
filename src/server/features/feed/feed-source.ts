import type { Settings } from '../../settings.ts';
import { FeedCache } from './feed-cache.ts';
import { fetchFeed } from './fetch-feed.ts';

/** The source of the inventory. */
export interface Feed {
  /**
   * Reads the feed.
   *
   * @param options.cursor where the last applied read ended, if this feed hands out cursors
   * @param options.stopped aborts when the shop stops
   * @returns the bytes of an inventory file, and the cursor to store when they are applied
   * @throws ShopError feed_failed with the reason
   */
  read(options: {
    cursor: string | null;
    stopped?: AbortSignal | undefined;
  }): Promise<{ bytes: Uint8Array; cursor?: string }>;
}

/** Returns the feed of INVENTORY_FEED_URL, otherwise the demo's, otherwise null. */
export const openFeed = (settings: Settings, demoFeed: Feed | null): Feed | null =>
  settings.INVENTORY_FEED_URL === undefined ? demoFeed : openAddress(settings, settings.INVENTORY_FEED_URL);

const openAddress = ({ DATA_DIR, INVENTORY_FEED_TOKEN }: Settings, address: string): Feed => {
  const cache = new FeedCache(DATA_DIR, address);
  return {
    read: async ({ stopped }) => {
      const known = await cache.find();
      const fetched = await fetchFeed(address, {
        token: INVENTORY_FEED_TOKEN,
        known: known?.validators ?? null,
        stopped,
      });
      if (fetched === 'not-modified') return { bytes: known!.bytes };
      const { bytes, validators } = fetched;
      if (validators?.etag || validators?.lastModified) await cache.store(bytes, validators);
      return { bytes };
    },
  };
};
