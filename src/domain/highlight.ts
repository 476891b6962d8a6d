import { foldText } from './fold-text.ts';
import { hasSize, sizesWithUnit } from './search-sizes.ts';
import { namesOfThree } from './search-synonyms.ts';
import { formsOf, joinedWords, wordsIn } from './search-words.ts';
import { readWords, type Way, type WordSearch } from './word-search.ts';

/** A part of a text, and whether it is what was searched. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

export interface Marks {
  /** Marked wherever it occurs, in lower case. */
  text: string;
  /** Marked where a word begins with it. */
  words: WordSearch | null;
}

export const NO_MARKS: Marks = { text: '', words: null };

/** A single letter is everywhere. */
const SHORTEST = 2;

/** Returns what is marked for a search: its text, from two letters on, and the beginnings of its words (behavior 5.3). */
export const marksOf = (search: string): Marks => {
  const text = search.trim().toLowerCase();
  return text.length < SHORTEST ? NO_MARKS : { text, words: readWords(search) };
};

/** From where to where a text is marked. */
type Span = readonly [from: number, to: number];

/** Splits a text at the places that are marked. */
export const splitAtMatches = (text: string, marks: Marks): TextPart[] => {
  const parts: TextPart[] = [];
  let rest = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > rest) parts.push({ text: text.slice(rest, to), isMatch });
    rest = Math.max(rest, to);
  };
  const spans = [...spansOfText(text, marks.text), ...spansOfWords(text, marks.words)];
  for (const [from, to] of spans.sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd)) {
    if (to <= rest) continue;
    add(from, false);
    add(to, true);
  }
  add(text.length, false);
  return parts;
};

const spansOfText = (text: string, needle: string): Span[] => {
  const lower = text.toLowerCase();
  // In a few scripts lower case has another length. Then the places would not fit.
  if (needle === '' || lower.length !== text.length) return [];
  const spans: Span[] = [];
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, at + needle.length)) {
    spans.push([at, at + needle.length]);
  }
  return spans;
};

const spansOfWords = (text: string, search: WordSearch | null): Span[] => {
  if (search === null) return [];
  const { folded, placeOf } = foldWithPlaces(text);
  const words = wordsIn(folded);
  const ways = search.ways.flat();
  const spans: Span[] = sizesWithUnit(folded)
    .filter((stated) => ways.some(({ size }) => size && hasSize({ ...NO_SIZES, [stated.kind]: [stated.value] }, size)))
    .map(({ at, length }) => [at, at + length]);
  for (const { text: word, at } of words) {
    const length = matchedLength(word, ways);
    if (length > 0) spans.push([at, at + length]);
  }
  // Two words of the search that are one word of a text are not two words of another.
  const single = ways.filter(({ word, size }) => word !== null || size !== null);
  for (const { text: word, first, last } of [...joinedWords(words), ...namesOfThree(words)]) {
    const isHyphenated = words.slice(first + 1, last + 1).every(({ isJoined }) => isJoined);
    const length = matchedLength(word, isHyphenated ? ways : single);
    const beforeLast = word.length - words[last]!.text.length;
    // The matches of the first words alone are marked already.
    if (length > beforeLast) spans.push([words[first]!.at, words[last]!.at + length - beforeLast]);
  }
  return spans.map(([from, to]) => [placeOf(from), placeOf(to)]);
};

const NO_SIZES = { grams: [], milligrams: [], pieces: [] };
const DIGIT = /^\d$/;

/** How many letters of a word are matched: the longest beginning, or all of a synonym. */
const matchedLength = (word: string, ways: readonly Way[]): number => {
  const forms = formsOf(word);
  let length = 0;
  for (const { beginnings, synonyms, sizeWords } of ways) {
    if ([...synonyms, ...sizeWords].some((whole) => forms.includes(whole))) return word.length;
    for (const begin of beginnings) {
      const isLongEnough = begin.length >= SHORTEST || DIGIT.test(begin);
      if (isLongEnough && forms.some((form) => form.startsWith(begin))) {
        length = Math.max(length, Math.min(begin.length, word.length));
      }
    }
  }
  return length;
};

const ASCII = /^[\0-\x7f]*$/;

/** Folds a text and tells where each of its letters was. */
const foldWithPlaces = (text: string): { folded: string; placeOf: (at: number) => number } => {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), placeOf: (at) => at };
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const letter of text) {
    for (const each of foldText(letter)) {
      places.push(...new Array(each.length).fill(place));
      folded += each;
    }
    place += letter.length;
  }
  // An accent that stands alone belongs to the letter before it.
  return { folded, placeOf: (at) => places[at] ?? text.length };
};
