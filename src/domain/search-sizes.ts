import { fits } from './label-check.ts';
import { gramsInWords, type Measures, type SizeInText, sizesInText } from './measures.ts';
import { formsOf, type TextWord } from './search-words.ts';

/** A size that is searched. */
export type SearchedSize = Pick<SizeInText, 'kind' | 'value'>;

/** Returns whether one of these sizes is the one that is searched. */
export const hasSize = (sizes: Measures, { kind, value }: SearchedSize): boolean => {
  for (const stated of sizes[kind]) if (fits(stated, value)) return true;
  return false;
};

const BARE_FRACTION = /^1\/[48]$/;

/** Returns the sizes with a figure and a unit in a search, each with its place (behavior 5.3). */
export const sizesWithUnit = (text: string): SizeInText[] =>
  sizesInText(text).filter(({ at, length }) => !BARE_FRACTION.test(text.slice(at, at + length)));

const UNITS = ['gram', 'ounce', 'oz', 'pound', 'lb', 'lbs'];
const PARTS_OF_OUNCE = ['quarter', 'eighth'];
const COUNTS = ['half', 'two', 'one', 'full', ...PARTS_OF_OUNCE];
/** The words of sizes without a figure. */
export const SIZE_WORDS: readonly string[] = [...UNITS, ...COUNTS];

const BARE: Readonly<Record<string, string>> = { '1/4': 'quarter', '1/8': 'eighth' };

/** Returns the grams of "ounce", "half ounce" or "eighths" if the words at a place say that, and how many words they are. */
export const weightInWordsAt = (words: readonly TextWord[], at: number): { grams: number; count: number } | null => {
  const word = words[at]!.text;
  const next = words[at + 1] && unitOf(words[at + 1]!.text);
  if (next && COUNTS.includes(word)) return { grams: gramsInWords(word, next), count: 2 };
  const unit = unitOf(word);
  if (unit) return { grams: gramsInWords(undefined, unit), count: 1 };
  const part = formsOf(BARE[word] ?? word).find((form) => PARTS_OF_OUNCE.includes(form));
  return part ? { grams: gramsInWords(part, 'oz'), count: 1 } : null;
};

const unitOf = (word: string): string | undefined => formsOf(word).find((form) => UNITS.includes(form));
