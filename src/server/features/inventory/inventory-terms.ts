import { toCents } from '#domain/money.ts';
import type { Settings } from '../../settings.ts';
import { hasFeed } from '../feed/feed-source.ts';

/** What the settings say of the inventory: plain data, so that it travels to the thread that does heavy work. */
export interface InventoryTerms {
  /** What items get that arrive by upload or are new in a feed. */
  defaultMarkupCents: number;
  /** Where addresses of images may begin. */
  imageOrigin: string | null;
  /** AUTO_SYNC: counts until the switch is first stored (decisions §8). */
  autoSyncAtFirst: boolean;
  hasFeed: boolean;
}

export const inventoryTerms = (settings: Settings): InventoryTerms => ({
  defaultMarkupCents: toCents(settings.DEFAULT_MARKUP)!,
  imageOrigin: settings.IMAGE_ORIGIN ?? null,
  autoSyncAtFirst: settings.AUTO_SYNC,
  hasFeed: hasFeed(settings),
});
