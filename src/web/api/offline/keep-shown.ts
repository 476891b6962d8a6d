import type { CatalogueSnapshot } from '../catalogue-snapshot.ts';
import { useContact } from '../connection.ts';
import { keepCatalogue } from './kept-catalogue.ts';

/**
 * Keeps what is shown when the page is put away: events have moved it since it was fetched, and that is what was last
 * seen. Only then, because putting 15,000 products into words takes a moment. Returns how to stop.
 */
export const keepShown = (shown: () => CatalogueSnapshot | undefined): (() => void) => {
  let kept = shown();
  const keep = () => {
    const snapshot = shown();
    const { knownAt } = useContact.getState();
    if (!document.hidden || !snapshot || snapshot === kept || knownAt === null) return;
    kept = snapshot;
    void keepCatalogue(JSON.stringify({ inventory: snapshot.products }), snapshot.version, knownAt);
  };
  document.addEventListener('visibilitychange', keep);
  return () => document.removeEventListener('visibilitychange', keep);
};
