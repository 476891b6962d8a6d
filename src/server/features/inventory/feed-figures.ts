import type { InventoryItem } from '#domain/inventory-item.ts';
import { findState, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { ReadFile } from './read-inventory-file.ts';

/** The pieces that the last good sync read for each id that the feed named; null if it never could read them. */
type FeedFigures = Readonly<Record<string, number | null>>;

/** Returns null if no sync has stored them yet. */
const findFigures = async (db: Db | Tx): Promise<FeedFigures | null> => {
  const stored = await findState(db, 'feed_figures');
  return stored === null ? null : (JSON.parse(stored) as FeedFigures);
};

/** Stores what a good sync has read. A row that cannot be used names its item, which keeps its figure. */
export const storeFeedFigures = async (tx: Tx, { products, leftOut }: ReadFile): Promise<void> => {
  const stored = await findState(tx, 'feed_figures');
  const before = new Map(Object.entries(JSON.parse(stored ?? '{}') as FeedFigures));
  const kept = [...leftOut.ids].map((id) => [id, before.get(id) ?? null] as const);
  const read = products.map(({ externalId, quantity }) => [externalId, quantity] as const);
  const figures = JSON.stringify(Object.fromEntries([...kept, ...read]));
  if (figures !== stored) await setState(tx, 'feed_figures', figures);
};

/** Returns how many pieces the feed has of an item; null for one that is not of the feed. */
export type FindFigure = (item: InventoryItem & { lastSyncedAt: number | null }) => number | null;

/**
 * Reads the figures of the feed. An item is not of the feed if no feed is set, if the last good sync did not name it, or if
 * it was made by hand.
 */
export const readFeedFigures = async (db: Db | Tx, { hasFeed }: { hasFeed: boolean }): Promise<FindFigure> => {
  const figures = hasFeed ? await findFigures(db) : {};
  return ({ externalId, byHand, quantity, lastSyncedAt }) => {
    if (!hasFeed || byHand) return null;
    // Older versions stored no figures.
    if (figures === null) return lastSyncedAt === null ? null : quantity;
    return Object.hasOwn(figures, externalId) ? (figures[externalId] ?? quantity) : null;
  };
};
