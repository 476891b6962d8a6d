import Fuse from 'fuse.js';
import type { Product } from '#domain/product.ts';
import { baseName } from '#domain/product-name.ts';

const SUGGESTIONS = 3;
/** Shorter words are similar to too many others. */
const WORD = /[\p{L}\p{N}]{4,}/gu;

/**
 * Suggestions for a search without a result: similar brands, names and words of these products, the closest first. Each
 * finds something, because it is part of a product's text.
 */
export const suggestSearches = (products: readonly Product[], search: string): string[] => {
  const terms = new Map<string, string>();
  for (const { name, brand } of products) {
    const words = name.match(WORD) ?? [];
    for (const term of [brand, baseName(name), ...words]) terms.set(term.toLowerCase(), term);
  }
  return new Fuse([...terms.values()], {
    threshold: 0.4,
    ignoreLocation: true,
    minMatchCharLength: 2,
  })
    .search(search.trim(), { limit: SUGGESTIONS })
    .map(({ item }) => item);
};
