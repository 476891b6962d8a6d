import { demoFeed } from '#demo/feed.ts';
import { findState } from '../../db/shop-state.ts';
import type { Deps } from '../../deps.ts';
import type { Settings } from '../../settings.ts';
import { FeedCache } from './feed-cache.ts';
import { fetchFeed } from './fetch-feed.ts';

/** Where the inventory comes from. */
export interface Feed {
  /** The bytes of the inventory file. Throws ShopError feed_failed with the reason. */
  read(stopped?: AbortSignal): Promise<{
    bytes: Uint8Array;
    /** How far the demo feed has moved with these bytes. */
    demoTick?: number;
  }>;
}

/** Whether there is a feed at all (decisions §1): the demo has one of its own. */
export const hasFeed = (settings: Settings): boolean => settings.INVENTORY_FEED_URL !== undefined || settings.DEMO;

/** The feed of the settings (decisions §1): INVENTORY_FEED_URL, else the demo's; null where there is none. */
export const openFeed = (deps: Deps): Feed | null => {
  const address = deps.settings.INVENTORY_FEED_URL;
  if (address !== undefined) return addressFeed(deps, address);
  return deps.settings.DEMO ? movingDemoFeed(deps) : null;
};

const addressFeed = ({ settings }: Deps, address: string): Feed => {
  const cache = new FeedCache(settings.DATA_DIR, address);
  return {
    read: async (stopped) => {
      const known = await cache.find();
      const fetched = await fetchFeed(address, {
        token: settings.INVENTORY_FEED_TOKEN,
        known: known?.validators ?? null,
        stopped,
      });
      if (fetched === 'not-modified') return { bytes: known!.bytes };
      const { bytes, validators } = fetched;
      if (validators?.etag || validators?.lastModified) await cache.keep(bytes, validators);
      return { bytes };
    },
  };
};

/** Its stock moves a little at each sync that is applied. */
const movingDemoFeed = ({ database }: Deps): Feed => ({
  read: async () => {
    const demoTick = Number((await findState(database.read, 'demo_feed_tick')) ?? 0) + 1;
    return { bytes: Buffer.from(JSON.stringify(demoFeed(demoTick))), demoTick };
  },
});
