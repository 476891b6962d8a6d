import { formsOf } from './search-words.ts';

/** The number that ends a field: it is no word. */
export const FIELD_END = 0;

/**
 * Every word that was read, with a number, so that a product's texts are lists of numbers and a searched word is compared
 * once with each word and not with each text. Words of products that left the shop do no harm: they find nothing.
 */
const words: string[] = [''];
const forms: (readonly string[])[] = [[]];
const numbers = new Map<string, number>();
const byInitial = new Map<string, number[]>();

/** Returns the number of a word. */
export const numberOf = (word: string): number => {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  const number = words.push(word) - 1;
  forms.push(formsOf(word));
  numbers.set(word, number);
  const alike = byInitial.get(word[0]!);
  if (alike) alike.push(number);
  else byInitial.set(word[0]!, [number]);
  return number;
};

export const wordOf = (number: number): string => words[number]!;

/** How many numbers there are. */
export const vocabularySize = (): number => words.length;

export const isKnownWord = (word: string): boolean => numbers.has(word);

export const allWords = (): readonly string[] => words;

/** The numbers of the words of which a form passes. All that pass begin with the first letter of `like`. */
export const numbersLike = (like: string, passes: (form: string) => boolean): number[] =>
  (byInitial.get(like[0]!) ?? []).filter((number) => forms[number]!.some(passes));

/** The numbers of the words with which a word begins, itself left out. */
export const beginningsOf = (word: string): number[] => {
  const found: number[] = [];
  for (let end = 1; end < word.length; end += 1) {
    const number = numbers.get(word.slice(0, end));
    if (number !== undefined) found.push(number);
  }
  return found;
};
