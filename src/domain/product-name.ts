import { VARIANT_NAME_MIN_LENGTH } from './constants.ts';

/** The part of a name before " - " or "(" (specification §5); the whole name where nothing stands before them. */
export const baseName = (name: string): string => {
  const dash = name.indexOf(' - ');
  const bracket = name.indexOf('(');
  const end = Math.min(dash < 0 ? name.length : dash, bracket < 0 ? name.length : bracket);
  return (name.slice(0, end).trim() || name.trim()).replace(/\s+/g, ' ');
};

/** The first two words of a base name, ignoring case: what siblings share (specification §5). */
export const siblingWords = (base: string): string => base.toLowerCase().split(' ', 2).join(' ');

const PACKAGING_WORDS = /\b(?:cart|cartridge|vape|disposable)\b/gi;
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]/g;
/** Dashes and commas that joined a word now gone. */
const LOOSE_ENDS = /^[\s,&/–-]+|[\s,&/–-]+$/g;

/**
 * What tells a product from its neighbours in a group: the name without the words cart, cartridge, vape and disposable;
 * the full name where less than 2 characters are left (specification §3 "Variant naming").
 */
export const variantName = (name: string): string => {
  const stripped = name.replace(PACKAGING_WORDS, '');
  if (stripped === name) return name.trim();
  const tidy = stripped
    .replace(EMPTY_BRACKETS, '')
    .replace(/\s+/g, ' ')
    .replace(/ - (?:- )+/g, ' - ')
    .replace(LOOSE_ENDS, '');
  return tidy.length < VARIANT_NAME_MIN_LENGTH ? name.trim() : tidy;
};

/** The words with which all names begin, ignoring case, as the first name writes them; '' if they share none. */
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
