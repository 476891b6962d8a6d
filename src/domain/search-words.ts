/** A word of a folded text. */
export interface TextWord {
  text: string;
  at: number;
  /** A hyphen or an apostrophe joins it to the word before. */
  isJoined: boolean;
}

/** A point or a slash between digits belongs to the word. */
const WORD = /(?:[\p{L}\p{N}]|(?<=\d)[./](?=\d))+/gu;
const AMOUNT = /^\d/;
const JOINT = /^\p{L}['-]\p{L}$/u;

/**
 * Returns the words of a folded text. A hyphen or an apostrophe separates words (behavior 5.3). The sign before an amount
 * belongs to it: "$29" is not THC 29%. In WORD it would slow down the first keystroke.
 */
export const wordsIn = (folded: string): TextWord[] => {
  const words: TextWord[] = [];
  for (const { 0: word, index } of folded.matchAll(WORD)) {
    const sign = folded[index - 1] === '$' && AMOUNT.test(word) ? '$' : '';
    const text = sign + word;
    const at = index - sign.length;
    const before = words.at(-1);
    const joint = before && before.at + before.text.length + 1 === at ? folded.slice(at - 2, at + 1) : '';
    words.push({ text, at, isJoined: JOINT.test(joint) });
  }
  return words;
};

/** Several neighboring words that may be written as one, and the places of the first and the last. */
export interface JoinedWord {
  text: string;
  first: number;
  last: number;
}

const join = (words: readonly TextWord[], first: number, last: number): JoinedWord => ({
  text: words
    .slice(first, last + 1)
    .map((word) => word.text)
    .join(''),
  first,
  last,
});

/** Returns what hyphens and apostrophes join, if it is more than two words: "all-in-one". */
export const hyphenated = (words: readonly TextWord[]): JoinedWord[] => {
  const joined: JoinedWord[] = [];
  for (let first = 0, next = 1; first < words.length; first = next, next += 1) {
    while (words[next]?.isJoined) next += 1;
    if (next - first > 2) joined.push(join(words, first, next - 1));
  }
  return joined;
};

/** Returns what neighboring words may be written as: each two of them, and all that hyphens join. */
export const joinedWords = (words: readonly TextWord[]): JoinedWord[] => [
  ...words.slice(1).map((_, first) => join(words, first, first + 1)),
  ...hyphenated(words),
];

/** Returns what each three neighboring words may be written as. */
export const threeWords = (words: readonly TextWord[]): JoinedWord[] =>
  words.slice(2).map((_, first) => join(words, first, first + 2));

const LONG_ENOUGH = /^\D{4,}$/u;

/** Returns a word and what it is without its plural: each ending that fits is tried (behavior 5.3). */
export const formsOf = (word: string): string[] => {
  if (!word.endsWith('s') || !LONG_ENOUGH.test(word)) return [word];
  const forms = [word, word.slice(0, -1)];
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  return forms;
};
