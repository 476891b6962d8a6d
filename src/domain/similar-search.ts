import { differAtMost, isCloseSpelling } from './close-spelling.ts';
import { inNaturalOrder } from './natural-list.ts';
import type { Product } from './product.ts';
import { MATCH, matchesIn, PRODUCT_SEARCH, scopesIn } from './search-results.ts';
import { tableWords } from './search-synonyms.ts';
import { allWords } from './vocabulary.ts';
import { readWords, SCOPES, type WordSearch } from './word-search.ts';

/** How far a close spelling is away: one letter differs, or two in a word that begins in the same way, or two in any. */
const DISTANCES = [0, 1, 2] as const;

const distanceOf = (searched: string, word: string): (typeof DISTANCES)[number] => {
  if (differAtMost(searched, word, 1)) return 0;
  return searched[0] === word[0] ? 1 : 2;
};

/**
 * Returns a search whose words may also be spelled closely, for each distance that adds something. The last one has all
 * spellings.
 */
const spelledClosely = (words: WordSearch): WordSearch[] => {
  const known = [...allWords(), ...tableWords];
  const found = words.ways.map((each) =>
    each.map(({ word }) =>
      (word === null ? [] : known.filter((other) => isCloseSpelling(word, other))).map((close) => ({
        close,
        distance: distanceOf(word!, close),
      })),
    ),
  );
  const distances = new Set(found.flat(2).map(({ distance }) => distance));
  return DISTANCES.filter((distance) => distances.has(distance)).map((most) => ({
    ...words,
    ways: words.ways.map((each, place) =>
      each.map((way, at) => {
        const near = found[place]![at]!.filter(({ distance }) => distance <= most);
        return { ...way, beginnings: [...way.beginnings, ...near.map(({ close }) => close)] };
      }),
    ),
  }));
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
  const spelled = typed ? spelledClosely(typed) : [];
  const found = new Set<Product>();
  for (const words of spelled) {
    const scopes = scopesIn(ordered, words, PRODUCT_SEARCH);
    for (const scope of [SCOPES.name, SCOPES.facts, SCOPES.anywhere]) {
      ordered.forEach((product, at) => {
        if (matches[at] === MATCH.none && scopes[at] === scope) found.add(product);
      });
    }
  }
  return { products: [...found], words: spelled.at(-1) ?? null };
};
