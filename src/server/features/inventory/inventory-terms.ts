import type { StoredCategory } from '#domain/category-map.ts';
import { toCents } from '#domain/money.ts';
import type { Settings } from '../../settings.ts';
import type { KeptCategories } from '../categories/categories.service.ts';

/** The settings that concern the inventory. Plain data, so that it can be handed to a worker thread. */
export interface InventoryTerms {
  /** For items that arrive by upload or are new in a feed. */
  defaultMarkupCents: number;
  /** At this stock or below an item is low, unless it has a threshold of its own. */
  lowStock: number;
  /** Addresses of images may begin with it. */
  imageOrigin: string | null;
  /** PRIVATE_URLS: pictures may be fetched from http addresses and from inside a private network. */
  isPrivateAllowed: boolean;
  /** AUTO_SYNC: applies until the switch is stored for the first time (behavior 9.12). */
  autoSyncAtFirst: boolean;
  hasFeed: boolean;
  /** PRICE_JUMP: a sync that moves a base price by more percent waits; 0 for never (behavior 9.17). */
  priceJumpPercent: number;
  /** PURCHASE_LIMITS, unless the panel has set others. */
  purchaseLimits: string;
  /** The settings of categories. */
  categories: readonly StoredCategory[];
}

export const inventoryTerms = ({
  settings,
  feed,
  categories,
}: {
  settings: Settings;
  feed: { exists: boolean };
  categories: Pick<KeptCategories, 'current'>;
}): InventoryTerms => ({
  defaultMarkupCents: toCents(settings.DEFAULT_MARKUP)!,
  lowStock: settings.LOW_STOCK,
  imageOrigin: settings.IMAGE_ORIGIN ?? null,
  isPrivateAllowed: settings.PRIVATE_URLS,
  autoSyncAtFirst: settings.AUTO_SYNC,
  hasFeed: feed.exists,
  priceJumpPercent: settings.PRICE_JUMP,
  purchaseLimits: settings.PURCHASE_LIMITS,
  categories: categories.current.records,
});
