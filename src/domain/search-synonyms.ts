import { formsOf, type JoinedWord, type TextWord, threeWords } from './search-words.ts';

/** Words that mean the same, each way. A word of several parts is written as one. */
const SAME: readonly (readonly string[])[] = [
  ['preroll', 'joint'],
  ['cart', 'cartridge'],
  ['flower', 'bud'],
  ['concentrate', 'dab'],
  // Strains and what people call them.
  ['gorillaglue', 'originalglue', 'gg4', 'gg'],
  ['girlscoutcookies', 'gsc'],
  ['granddaddypurple', 'gdp'],
  ['sourdiesel', 'sourd'],
  ['superlemonhaze', 'slh'],
  ['chemdawg', 'chemdog'],
  ['zkittlez', 'zkittles', 'skittles'],
];

/** Words that find others, which do not find them. */
const WIDER: Readonly<Record<string, readonly string[]>> = { vape: ['cart', 'cartridge', 'disposable'] };

const synonyms = new Map<string, readonly string[]>([
  // A word is among its own: typed as one, it also finds its parts.
  ...SAME.flatMap((words) => words.map((word) => [word, words] as const)),
  ...Object.entries(WIDER),
]);

/** The words of the table. Products may write them as several, so that their own words do not tell how they are spelled. */
export const tableWords: readonly string[] = [...synonyms.keys()];

/** Returns the words that a searched word finds, plurals included (behavior 5.3). They count as whole words only. */
export const synonymsOf = (word: string): readonly string[] => {
  for (const form of formsOf(word)) {
    const found = synonyms.get(form);
    if (found) return found;
  }
  return [];
};

/** Returns each three neighboring words that have a synonym: "girl scout cookies". */
export const namesOfThree = (words: readonly TextWord[]): JoinedWord[] =>
  threeWords(words).filter(({ text }) => synonymsOf(text).length > 0);
