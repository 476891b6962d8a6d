import type { CatalogueEvent } from '#contract/events.ts';
import type { Product } from '#domain/product.ts';

/** The catalogue as this page knows it. A product is never altered in place: a changed one is a new object. */
export interface CatalogueSnapshot {
  /** Names the state of the catalogue, as the events do; null where the server named none. */
  version: string | null;
  products: readonly Product[];
}

/**
 * The fetched snapshot with every unchanged product as the very object the page had before, so that nothing is worked
 * out or drawn again for it.
 */
export const keepUnchanged = (before: CatalogueSnapshot | undefined, fetched: CatalogueSnapshot): CatalogueSnapshot => {
  if (!before) return fetched;
  const known = new Map(before.products.map((product) => [product.id, product]));
  let same = before.products.length === fetched.products.length;
  const products = fetched.products.map((product, at) => {
    const old = known.get(product.id);
    const kept = old && isSame(old, product) ? old : product;
    if (kept !== before.products[at]) same = false;
    return kept;
  });
  return { version: fetched.version, products: same ? before.products : products };
};

const isSame = (a: Product, b: Product): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The snapshot after an event: changed products in their places, new ones at the end. The same snapshot where the event
 * tells nothing new; null over a gap, when only a fresh snapshot can say what happened.
 */
export const applyEvent = (snapshot: CatalogueSnapshot, event: CatalogueEvent): CatalogueSnapshot | null => {
  if (event.version === snapshot.version) return snapshot;
  if (event.from === null || event.from !== snapshot.version) return null;
  const changed = new Map(event.changed.map((product) => [product.id, product]));
  const removed = new Set(event.removed);
  const products: Product[] = [];
  for (const product of snapshot.products) {
    if (!removed.has(product.id)) products.push(changed.get(product.id) ?? product);
    changed.delete(product.id);
  }
  for (const product of changed.values()) {
    if (!removed.has(product.id)) products.push(product);
  }
  return { version: event.version, products };
};
