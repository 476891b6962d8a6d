import type { Product } from './product.ts';
import { traitsOf } from './product-traits.ts';

/** Words up to this length may have one letter that differs, longer ones two. */
const SHORT_WORD = 5;
/** Shorter words are close to too many others. */
const SHORTEST_WORD = 3;

const WORD = /[\p{L}\p{N}]+/gu;
const ONLY_LETTERS = /^\p{L}+$/u;

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

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

/** The words of all products seen so far. Words of products that left the shop do no harm: they find nothing. */
const vocabulary = new Set<string>();
const seen = new WeakSet<Product>();

/** Collects the words of products in advance, so that a misspelled search is as fast as any other. */
export const prepareWords = (products: readonly Product[]): void => {
  for (const product of products) {
    if (seen.has(product)) continue;
    seen.add(product);
    for (const word of wordsOf(traitsOf(product).haystack)) vocabulary.add(word);
  }
};

/** The products and spellings that are similar to a search. */
export interface Similar {
  products: readonly Product[];
  /** The close spellings that were found. */
  words: readonly string[];
}

/**
 * Returns the products that a search would find if its words were spelled closely, without those that it finds anyway
 * (behavior 5.19). Every word has to be in the product, or a close spelling of it.
 */
export const findSimilar = (products: readonly Product[], search: string): Similar => {
  prepareWords(products);
  const needle = search.trim().toLowerCase();
  const spellings = [...new Set(wordsOf(needle))].map((searched) => ({
    searched,
    close: [...vocabulary].filter((word) => isCloseSpelling(searched, word)),
  }));
  const used = new Set<string>();
  if (spellings.every(({ close }) => close.length === 0)) return { products: [], words: [] };
  const similar = products.filter((product) => {
    const { haystack } = traitsOf(product);
    if (haystack.includes(needle)) return false;
    const found: string[] = [];
    for (const { searched, close } of spellings) {
      const word = haystack.includes(searched) ? searched : close.find((each) => haystack.includes(each));
      if (word === undefined) return false;
      found.push(word);
    }
    for (const word of found) used.add(word);
    return true;
  });
  return { products: similar, words: [...used] };
};
