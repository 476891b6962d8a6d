import Fuse from 'fuse.js';
import type { Product } from '#domain/product.ts';
import { baseName } from '#domain/product-name.ts';
import { findBySearch, PRODUCT_SEARCH } from '#domain/search-results.ts';

const SUGGESTIONS = 3;
/** Shorter words are similar to too many others. */
const WORD = /[\p{L}\p{N}]{4,}/gu;
/** More words are no product's name, and each costs searches. */
const WORDS_READ = 6;

/**
 * Suggestions for a search without a result, the closest first: similar brands, names and words of these products, the
 * search with its unknown words spelled as products spell them, and else the parts of it that products have. Each finds
 * something.
 */
export const suggestSearches = (products: readonly Product[], search: string): string[] => {
  const similar = similarTerms(products);
  const finds = (text: string) => findBySearch(products, text, PRODUCT_SEARCH, true).counted.length > 0;
  const typed = search.trim();
  const words = typed.split(/\s+/).slice(0, WORDS_READ);
  if (words.length === 1) return similar(typed, SUGGESTIONS);
  const known = words.map((word) => (finds(word) ? word : similar(word, 1)[0])).filter((word) => word !== undefined);
  const spelled = known.join(' ');
  const meant = [...similar(typed, SUGGESTIONS - 1), ...(spelled !== '' && finds(spelled) ? [spelled] : [])];
  return withoutDoubles(meant.length > 0 ? meant : partsOf(known).filter(finds)).slice(0, SUGGESTIONS);
};

/** Returns a function for the terms of these products that are similar to a text. */
const similarTerms = (products: readonly Product[]): ((text: string, limit: number) => string[]) => {
  const terms = new Map<string, string>();
  for (const { name, brand } of products) {
    const words = name.match(WORD) ?? [];
    for (const term of [brand, baseName(name), ...words]) terms.set(term.toLowerCase(), term);
  }
  const fuse = new Fuse([...terms.values()], { threshold: 0.4, ignoreLocation: true, minMatchCharLength: 2 });
  return (text, limit) => fuse.search(text, { limit }).map(({ item }) => item);
};

/** The words without one of them, and then each word alone. */
const partsOf = (words: readonly string[]): string[] => {
  const withoutOne = words.map((_, left) => words.filter((_, at) => at !== left).join(' '));
  return [...withoutOne, ...words];
};

const withoutDoubles = (texts: readonly string[]): string[] =>
  [...new Map(texts.toReversed().map((text) => [text.toLowerCase(), text])).values()].toReversed();
