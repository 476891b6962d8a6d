import type { CatalogueEvent } from '#contract/events.ts';
import type { Product } from '#domain/product.ts';

/** The catalogue as this page knows it. Products are immutable: a changed product is a new object. */
export interface CatalogueSnapshot {
  /** The version that events refer to, or null if the server sent none. */
  version: string | null;
  products: readonly Product[];
}

/**
 * The fetched snapshot, with the page's own object for each unchanged product, so that nothing is computed or drawn
 * again.
 */
export const keepUnchanged = (before: CatalogueSnapshot | undefined, fetched: CatalogueSnapshot): CatalogueSnapshot => {
  if (!before) return fetched;
  const known = new Map(before.products.map((product) => [product.id, product]));
  let isSameList = before.products.length === fetched.products.length;
  const products = fetched.products.map((product, index) => {
    const old = known.get(product.id);
    const kept = old && isSame(old, product) ? old : product;
    if (kept !== before.products[index]) isSameList = false;
    return kept;
  });
  return { version: fetched.version, products: isSameList ? before.products : products };
};

const isSame = (a: Product, b: Product): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The snapshot after an event. Changed products stay in place, new ones are added at the end. Returns the same snapshot
 * if the event changes nothing, and null if events were missed and a fresh snapshot is needed.
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
