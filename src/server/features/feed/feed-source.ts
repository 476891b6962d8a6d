import type { Settings } from '../../settings.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { digestOf, FeedCache, type StoredFeed } from './feed-cache.ts';
import { fetchFeed } from './fetch-feed.ts';

/** An inventory file, as a feed had it at one moment. */
export interface FeedFile {
  /** Two files with the same digest have the same bytes (digestOf). */
  digest: string;
  /** @throws ShopError feed_failed with the reason, because a stored file may be gone and is fetched again */
  bytes: () => Promise<Uint8Array>;
  /** To be stored when the file is applied, if this feed hands out cursors. */
  cursor?: string;
}

/** The source of the inventory. */
export interface Feed {
  /**
   * Asks the feed for its file.
   *
   * @param options.cursor where the last applied read ended, if this feed hands out cursors
   * @param options.stopped aborts when the shop stops
   * @throws ShopError feed_failed with the reason
   */
  read(options: { cursor: string | null; stopped?: AbortSignal | undefined }): Promise<FeedFile>;
}

/** The feed of the moment: that of INVENTORY_FEED_URL, which an owner may change, otherwise the demo's. */
export class CurrentFeed {
  readonly #settings: Pick<CurrentSettings, 'live' | 'mustBePublic'>;
  readonly #demoFeed: Feed | null;

  constructor(settings: Pick<CurrentSettings, 'live' | 'mustBePublic'>, demoFeed: Feed | null) {
    this.#settings = settings;
    this.#demoFeed = demoFeed;
  }

  get exists(): boolean {
    return this.#settings.live.INVENTORY_FEED_URL !== undefined || this.#demoFeed !== null;
  }

  /** Null if there is none. */
  get current(): Feed | null {
    const { live } = this.#settings;
    const { INVENTORY_FEED_URL: address } = live;
    const publicOnly = this.#settings.mustBePublic('INVENTORY_FEED_URL');
    return address === undefined ? this.#demoFeed : openAddress(live, address, publicOnly);
  }
}

const openAddress = (
  { DATA_DIR, INVENTORY_FEED_TOKEN: token }: Settings,
  address: string,
  publicOnly: boolean,
): Feed => {
  const cache = new FeedCache(DATA_DIR, address);
  return {
    read: async ({ stopped }) => {
      /** Without what is known, the server always sends the file. */
      const fetchFile = async (known: StoredFeed | null): Promise<FeedFile> => {
        const fetched = await fetchFeed(address, { token, known: known?.validators ?? null, publicOnly, stopped });
        if (fetched === 'not-modified') {
          return {
            digest: known!.sha256,
            bytes: async () => (await cache.read(known!)) ?? (await fetchFile(null)).bytes(),
          };
        }
        const { bytes, validators } = fetched;
        if (validators?.etag || validators?.lastModified) await cache.store(bytes, validators);
        return { digest: digestOf(bytes), bytes: async () => bytes };
      };
      return fetchFile(await cache.find());
    },
  };
};
