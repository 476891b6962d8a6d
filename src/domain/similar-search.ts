import { inNaturalOrder } from './natural-list.ts';
import type { Product } from './product.ts';
import { MATCH, matchesIn, PRODUCT_SEARCH, scopesIn } from './search-results.ts';
import { allWords } from './vocabulary.ts';
import { readWords, SCOPES, type WordSearch } from './word-search.ts';

/** Words up to this length may have one letter that differs, longer ones two. */
const SHORT_WORD = 5;
/** Shorter words are close to too many others. */
const SHORTEST_WORD = 3;

const ONLY_LETTERS = /^\p{L}+$/u;

/**
 * Returns whether two words differ by at most so many letters: one that is missing, one too many, a different one, or
 * two neighbors that changed places.
 */
const differAtMost = (a: string, b: string, most: number): boolean => {
  if (Math.abs(a.length - b.length) > most) return false;
  // Rows of the edit distance: two before, one before, and this one.
  let earlier: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let steps = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (isSame ? 0 : 1));
      const haveSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (haveSwapped) steps = Math.min(steps, earlier[j - 2]! + 1);
      row.push(steps);
      smallest = Math.min(smallest, steps);
    }
    if (smallest > most) return false;
    earlier = before;
    before = row;
  }
  return before[b.length]! <= most;
};

/**
 * Returns whether a word is a close spelling of a searched one: one letter off in words up to 5 letters, two in longer
 * ones (behavior 5.19). Numbers and very short words have to be exact.
 */
export const isCloseSpelling = (searched: string, word: string): boolean =>
  searched !== word &&
  searched.length >= SHORTEST_WORD &&
  ONLY_LETTERS.test(searched) &&
  differAtMost(searched, word, searched.length <= SHORT_WORD ? 1 : 2);

/** Returns a search whose words may also be spelled closely. Null if no word of any product is a close spelling. */
const spelledClosely = (words: WordSearch): WordSearch | null => {
  let isAny = false;
  const ways = words.ways.map((each) =>
    each.map((way) => {
      const close = way.word === null ? [] : allWords().filter((word) => isCloseSpelling(way.word!, word));
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
