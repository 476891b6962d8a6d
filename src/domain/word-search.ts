import { foldText } from './fold-text.ts';
import { hasSize, type SearchedSize, sizesWithUnit, weightInWordsAt } from './search-sizes.ts';
import { namesOfThree, synonymsOf } from './search-synonyms.ts';
import { BOUNDS, type ListTexts, type SearchText } from './search-text.ts';
import { formsOf, joinedWords, wordsIn } from './search-words.ts';
import { beginningsOf, FIELD_END, numbersLike, vocabularySize, wordOf } from './vocabulary.ts';

/** Longer searches are cut, which also keeps addresses short enough to share. */
export const MAX_SEARCH_LENGTH = 200;

/** One way to read the words of a search from a place on, up to the place `to`. */
export interface Way {
  to: number;
  /** The word as it was typed, if it is one word and no size. */
  word: string | null;
  /** A word has to begin with one of these. */
  beginnings: readonly string[];
  /** Or it is one of these, anywhere but in the description. */
  synonyms: readonly string[];
  /** Or it is one of these in name, brand or strain: a size in words. */
  sizeWords: readonly string[];
  size: SearchedSize | null;
}

/** A search in words (behavior 5.3). */
export interface WordSearch {
  /** Its words, with one space between them. */
  text: string;
  /** The ways from each place. A product is found if one leads through all of them. */
  ways: readonly (readonly Way[])[];
}

/** The places where a search can find words, the best first. */
export const SCOPES = { name: 0, facts: 1, anywhere: 2, nowhere: 3 } as const;
export type Scope = (typeof SCOPES)[keyof typeof SCOPES];

const aWord = (to: number, word: string, isJoined: boolean): Way => ({
  to,
  word: isJoined ? null : word,
  beginnings: formsOf(word),
  synonyms: synonymsOf(word),
  sizeWords: [],
  size: null,
});

const aSize = (to: number, size: SearchedSize, words: readonly string[] = []): Way => ({
  to,
  word: null,
  beginnings: [],
  synonyms: [],
  sizeWords: words,
  size,
});

/** That of "3,5 g". The one of "1,000 mg" separates thousands. */
const DECIMAL_COMMA = /(?<![\d.,])(\d+),(?=\d{1,2} ?(?:g|oz|ounce|mg|lb|pound))/g;

/** Reads a search. Null if it has neither a letter nor a digit. */
export const readWords = (search: string): WordSearch | null => {
  let text = foldText(search.trim().slice(0, MAX_SEARCH_LENGTH)).replace(DECIMAL_COMMA, '$1.');
  const folded = wordsIn(text)
    .map((word) => word.text)
    .join(' ');
  if (folded === '') return null;
  const ways: Way[][] = [];
  // Sizes with a figure come first, and what remains is words.
  for (const size of sizesWithUnit(text)) {
    ways.push([aSize(ways.length + 1, size)]);
    text = text.slice(0, size.at) + ';'.repeat(size.length) + text.slice(size.at + size.length);
  }
  for (const part of text.split(/;+/)) ways.push(...waysOfWords(part, ways.length));
  return { text: folded, ways };
};

/** The ways to read words that have the places from `start` on. */
const waysOfWords = (text: string, start: number): Way[][] => {
  const words = wordsIn(text);
  const joined = [...joinedWords(words), ...namesOfThree(words)];
  const ways: Way[][] = words.map(() => []);
  for (let at = 0; at < words.length; at += 1) {
    const weight = weightInWordsAt(words, at);
    if (weight === null) ways[at]!.push(aWord(start + at + 1, words[at]!.text, false));
    else {
      const { grams, count } = weight;
      const named = words.slice(at, at + count).map((word) => word.text);
      ways[at]!.push(aSize(start + at + count, { kind: 'grams', value: grams }, formsOf(named.join(''))));
    }
    for (const { text: word, first, last } of joined) {
      if (first === at) ways[at]!.push(aWord(start + last + 1, word, true));
    }
    // The second word of "half ounce" has no way of its own.
    if (weight?.count === 2) at += 1;
  }
  return ways;
};

/** The ways in which a word of the vocabulary can match. */
const BEGINS = 1;
const IS_SYNONYM = 2;
const IS_SIZE_WORD = 4;
/** Together with the next word it may be something that is searched. */
const BEGINS_PAIR = 8;

/** The beginnings that find all that these words begin: what has a shorter one before it is not needed. */
const shortest = (words: readonly string[]): string[] =>
  words.filter((word) => !words.some((other) => other !== word && word.startsWith(other)));

/** A way with what it says of each word of the vocabulary. */
interface PreparedWay extends Way {
  signs: Uint8Array;
}

const prepareWay = (way: Way): PreparedWay => {
  const signs = new Uint8Array(vocabularySize());
  const sign = (numbers: readonly number[], bit: number) => {
    for (const number of numbers) signs[number]! |= bit;
  };
  for (const begin of shortest(way.beginnings)) {
    sign(
      numbersLike(begin, (form) => form.startsWith(begin)),
      BEGINS,
    );
    // Two words of the search are one word of the product, and not two again.
    if (way.word !== null) sign(beginningsOf(begin), BEGINS_PAIR);
  }
  const sameAs = (whole: string, bit: number) => {
    sign(
      numbersLike(whole, (form) => form === whole),
      bit,
    );
    sign(beginningsOf(whole), BEGINS_PAIR);
  };
  for (const word of way.synonyms) sameAs(word, IS_SYNONYM);
  for (const word of way.sizeWords) sameAs(word, IS_SIZE_WORD);
  return { ...way, signs };
};

/**
 * Returns for each product of a list the best place in which it has all words of a search. A product is looked at again for
 * a further word only if it has those before.
 */
export const scopesOf = ({ ways }: WordSearch, list: ListTexts): Uint8Array => {
  const count = list.texts.length;
  const reached = Array.from({ length: ways.length + 1 }, () => new Uint8Array(count).fill(SCOPES.nowhere));
  reached[0]!.fill(SCOPES.name);
  ways.forEach((each, place) => {
    for (const way of each) pass(prepareWay(way), list, reached[place]!, reached[way.to]!);
  });
  return reached[ways.length]!;
};

/** Goes one way with all products that came so far. */
const pass = (way: PreparedWay, list: ListTexts, from: Uint8Array, to: Uint8Array): void => {
  const { bounds } = list;
  for (let product = 0; product < from.length; product += 1) {
    const soFar = from[product]!;
    if (soFar >= to[product]!) continue;
    const bound = product * BOUNDS;
    const at = firstMatch(way, list.words, bounds, bound);
    let scope: Scope = SCOPES.nowhere;
    if (at < bounds[bound + 1]!) scope = SCOPES.name;
    else if (at < bounds[bound + 3]!) scope = SCOPES.facts;
    else if (at < bounds[bound + 5]!) scope = SCOPES.anywhere;
    if (way.size !== null && scope !== SCOPES.name)
      scope = Math.min(scope, scopeOfSize(way.size, list.texts[product]!)) as Scope;
    if (scope < soFar) scope = soFar as Scope;
    if (scope < to[product]!) to[product] = scope;
  }
};

const scopeOfSize = (size: SearchedSize, { nameSizes, sizes }: SearchText): Scope => {
  if (hasSize(nameSizes, size)) return SCOPES.name;
  return hasSize(sizes, size) ? SCOPES.facts : SCOPES.nowhere;
};

/** The index of the first word of a product that a way finds, or the end of its words. */
const firstMatch = (way: PreparedWay, words: Uint32Array, bounds: Uint32Array, bound: number): number => {
  const { signs } = way;
  const end = bounds[bound + 5]!;
  for (let at = bounds[bound]!; at < end; at += 1) {
    const sign = signs[words[at]!]!;
    if (sign === 0) continue;
    const isNamed = at < bounds[bound + 2]!;
    const isDescribed = at >= bounds[bound + 4]!;
    if (sign & BEGINS || (sign & IS_SYNONYM && !isDescribed) || (sign & IS_SIZE_WORD && isNamed)) return at;
    if (sign & BEGINS_PAIR && words[at + 1] !== FIELD_END) {
      const two = wordOf(words[at]!) + wordOf(words[at + 1]!);
      const forms = formsOf(two);
      if (way.word !== null && way.beginnings.some((begin) => forms.some((form) => form.startsWith(begin)))) return at;
      if (!isDescribed && way.synonyms.some((word) => forms.includes(word))) return at;
      const hasThird = way.synonyms.length > 0 && !isDescribed && words[at + 2] !== FIELD_END;
      if (hasThird && way.synonyms.includes(two + wordOf(words[at + 2]!))) return at;
      if (isNamed && way.sizeWords.some((word) => forms.includes(word))) return at;
    }
  }
  return end;
};
