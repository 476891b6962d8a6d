import { VARIANT_NAME_MIN_LENGTH } from './constants.ts';

/** Returns the part of a name before " - " or "(", or the whole name if that part is empty (behavior 5.6). */
export const baseName = (name: string): string => {
  const [start] = name.split(/ - |\(/, 1);
  return (start!.trim() || name.trim()).replace(/\s+/g, ' ');
};

/** Returns the first two words of a base name in lower case. Siblings have them in common (behavior 5.10). */
export const siblingWords = (base: string): string => base.toLowerCase().split(' ', 2).join(' ');

const PACKAGING_WORDS = /\b(?:cart|cartridge|vape|disposable)\b/gi;
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]/g;
/** Dashes and commas at the ends, left over from a removed word. */
const LOOSE_ENDS = /^[\s,&/–-]+|[\s,&/–-]+$/g;

/**
 * Returns the name of a product within its group: without the words cart, cartridge, vape and disposable. If fewer than
 * 2 characters remain, it is the full name (behavior 5.8).
 */
export const variantName = (name: string): string => {
  if (name.replace(PACKAGING_WORDS, '') === name) return name.trim();
  const tidy = withoutPackaging(name);
  return tidy.length < VARIANT_NAME_MIN_LENGTH ? name.trim() : tidy;
};

/** Returns a name without the words cart, cartridge, vape and disposable. */
export const withoutPackaging = (name: string): string => withoutGaps(name.replace(PACKAGING_WORDS, ''));

/** Returns a name without what removed words leave behind: empty brackets, double spaces, loose dashes and commas. */
const withoutGaps = (name: string): string =>
  name
    .replace(EMPTY_BRACKETS, '')
    .replace(/\s+/g, ' ')
    .replace(/ - (?:- )+/g, ' - ')
    .replace(LOOSE_ENDS, '');

const IN_BRACKETS = /^\(([^()]+)\)$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Returns a word as it is compared: in lower case, without a comma or colon at its end. '' for a sign. */
const wordKey = (word: string): string => (LETTER_OR_DIGIT.test(word) ? word.toLowerCase().replace(/[,;:]+$/, '') : '');

/** Returns whether all names have a word, ignoring case and order. */
const sharedBy = (names: readonly string[]): ((word: string) => boolean) => {
  const keys = names.map((name) => new Set(name.split(/\s/).map(wordKey)));
  return (word) => {
    const key = wordKey(word);
    return key !== '' && keys.every((each) => each.has(key));
  };
};

/** Returns the words that all names have, in the order and the spelling of the first, with the signs between them. */
export const commonWords = (names: readonly string[]): string => {
  const isShared = sharedBy(names);
  const isKept = (word: string, at: number, words: string[]): boolean =>
    isShared(word) || (wordKey(word) === '' && isShared(words[at - 1] ?? '') && isShared(words[at + 1] ?? ''));
  return withoutGaps((names[0] ?? '').split(/\s/).filter(isKept).join(' '));
};

/**
 * Returns each name without the words that all of them have, ignoring case and order (behavior 5.15). '' if nothing
 * readable remains.
 */
export const withoutSharedWords = (names: readonly string[]): string[] => {
  const isShared = sharedBy(names);
  return names.map((name) => {
    const each = name.split(/\s/);
    const rest = withoutGaps(each.filter((word) => !isShared(word)).join(' '));
    if (!LETTER_OR_DIGIT.test(rest)) return '';
    return IN_BRACKETS.exec(rest)?.[1] ?? rest;
  });
};

/** Returns the words with which all names begin, ignoring case, as the first name spells them. '' if they share none. */
export const sharedWords = (first: string, others: readonly string[]): string => {
  let shared = first;
  for (const other of others) {
    while (shared !== '' && !beginsWithWords(other, shared)) {
      shared = shared.slice(0, Math.max(0, shared.lastIndexOf(' ')));
    }
  }
  return shared;
};

const beginsWithWords = (name: string, words: string): boolean =>
  (name.length === words.length || name[words.length] === ' ') &&
  name.slice(0, words.length).toLowerCase() === words.toLowerCase();
