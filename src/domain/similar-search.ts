import { isCloseSpelling } from './close-spelling.ts';
import { inNaturalOrder } from './natural-list.ts';
import type { Product } from './product.ts';
import { MATCH, matchesIn, PRODUCT_SEARCH, scopesIn } from './search-results.ts';
import { tableWords } from './search-synonyms.ts';
import { allWords } from './vocabulary.ts';
import { readWords, SCOPES, type WordSearch } from './word-search.ts';

/** Returns a search whose words may also be spelled closely. Null if no word of any product is a close spelling. */
const spelledClosely = (words: WordSearch): WordSearch | null => {
  let isAny = false;
  const known = [...allWords(), ...tableWords];
  const ways = words.ways.map((each) =>
    each.map((way) => {
      const close = way.word === null ? [] : known.filter((word) => isCloseSpelling(way.word!, word));
      isAny ||= close.length > 0;
      return { ...way, beginnings: [...way.beginnings, ...close] };
    }),
  );
  return isAny ? { ...words, ways } : null;
};

/** The products with a close spelling of a search, and the search with these spellings. */
export interface Similar {
  products: readonly Product[];
  words: WordSearch | null;
}

/**
 * Returns the products that a search would find if its words were spelled closely, without those that it finds, the best
 * first (behavior 5.19).
 */
export const findSimilar = (products: readonly Product[], search: string): Similar => {
  const ordered = inNaturalOrder(products);
  // This also reads the words of all products.
  const matches = matchesIn(ordered, search, PRODUCT_SEARCH);
  const typed = readWords(search);
  const words = typed && spelledClosely(typed);
  if (words === null) return { products: [], words };
  const scopes = scopesIn(ordered, words, PRODUCT_SEARCH);
  return {
    products: [SCOPES.name, SCOPES.facts, SCOPES.anywhere].flatMap((scope) =>
      ordered.filter((_, at) => matches[at] === MATCH.none && scopes[at] === scope),
    ),
    words,
  };
};
