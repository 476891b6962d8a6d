import { isCloseSpelling } from './close-spelling.ts';
import { foldName } from './typed-text.ts';

const lettersOf = (name: string): string => foldName(name).replace(/[^\p{L}]/gu, '');

/** True if one of the names is that of a category, ignoring case and spaces (behavior 9.24). */
export const isKnownCategory = (typed: string, names: readonly string[]): boolean => {
  const folded = foldName(typed);
  return names.some((name) => foldName(name) === folded);
};

/** Returns the category that was probably meant: "Flower" for "Flowr", "Pre-rolls" for "pre rolls". Null if none is close. */
export const closeCategory = (typed: string, names: readonly string[]): string | null => {
  const letters = lettersOf(typed);
  if (letters === '') return null;
  const same = names.find((name) => lettersOf(name) === letters);
  return same ?? names.find((name) => isCloseSpelling(letters, lettersOf(name))) ?? null;
};
