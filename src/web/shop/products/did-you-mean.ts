import { differAtMost } from '#domain/close-spelling.ts';
import { foldText } from '#domain/fold-text.ts';
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
 * search with its unknown words spelled as products spell them, and else its parts, as typed, that products have. Each
 * finds something.
 */
export const suggestSearches = (products: readonly Product[], search: string): string[] => {
  const similar = similarTerms(products);
  const finds = (text: string) => text !== '' && findBySearch(products, text, PRODUCT_SEARCH, true).counted.length > 0;
  const typed = search.trim();
  const words = typed.split(/\s+/).slice(0, WORDS_READ);
  if (words.length === 1) return similar(typed, SUGGESTIONS);
  const known = words.map((word) => (finds(word) ? word : similar(word, 1)[0])).filter((word) => word !== undefined);
  const spelled = known.join(' ');
  const meant = [...similar(typed, SUGGESTIONS - 1), ...(finds(spelled) ? [spelled] : [])];
  return withoutDoubles(meant.length > 0 ? meant : partsOf(words.filter(finds)).filter(finds)).slice(0, SUGGESTIONS);
};

/** Returns a function for the terms of these products that are similar to a text. */
const similarTerms = (products: readonly Product[]): ((text: string, limit: number) => string[]) => {
  const terms = new Map<string, string>();
  for (const { name, brand } of products) {
    const words = name.match(WORD) ?? [];
    for (const term of [brand, baseName(name), ...words]) terms.set(term.toLowerCase(), term);
  }
  const letters = Array.from(terms.values(), (term) => ({ term, spelled: lettersOf(term) }));
  return (text, limit) => {
    const typed = lettersOf(text);
    const most = Math.floor(typed.length / LETTERS_PER_MISTAKE);
    const found: string[][] = Array.from({ length: most + 1 }, () => []);
    for (const { term, spelled } of letters) {
      if (differAtMost(typed, spelled, most)) found[mistakesIn(typed, spelled)]!.push(term);
    }
    return found.flat().slice(0, limit);
  };
};

/** One mistake in so many letters may be a close word, more are another one. */
const LETTERS_PER_MISTAKE = 3;

const lettersOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** How many letters two words differ in. */
const mistakesIn = (a: string, b: string): number => {
  let most = 0;
  while (!differAtMost(a, b, most)) most += 1;
  return most;
};

/** The words without one of them, and then each word alone. */
const partsOf = (words: readonly string[]): string[] => {
  const withoutOne = words.map((_, left) => words.filter((_, at) => at !== left).join(' '));
  return [...withoutOne, ...words];
};

const withoutDoubles = (texts: readonly string[]): string[] =>
  [...new Map(texts.toReversed().map((text) => [text.toLowerCase(), text])).values()].toReversed();
