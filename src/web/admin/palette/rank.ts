import type { LucideIcon } from 'lucide-react';
import { foldText } from '#domain/fold-text.ts';

/** The entries that the palette can find: a tab, an action, a receipt, a member or an item. */
export interface Findable {
  label: string;
  /** Other words for it. */
  words?: string | undefined;
}

/** Something that the palette can open or do. */
export interface Entry extends Findable {
  id: string;
  Icon: LucideIcon;
  /** Small text after the label, such as a price. */
  detail?: string | undefined;
  /** The keys that do the same. */
  keys?: readonly string[];
  run: () => void;
  /** It loads another page. Closing the palette first would go back in the history at the same time. */
  leaves?: boolean;
}

/** How well one typed word fits: 0 if it does not. */
const scoreOf = (word: string, { label, words = '' }: Findable): number => {
  const text = foldText(label);
  if (text.startsWith(word)) return 5;
  if (` ${text}`.includes(` ${word}`)) return 4;
  if (` ${foldText(words)}`.includes(` ${word}`)) return 3;
  if (text.includes(word)) return 2;
  return isSpread(word, text) ? 1 : 0;
};

/** Returns whether the letters of a word are in a text in this order, as in "shn" for "Shop notices". */
const isSpread = (word: string, text: string): boolean => {
  if (word.length < 3) return false;
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

/** The entries in which every typed word is found, the best first. Equally good ones keep their order. */
export const rank = <Entry extends Findable>(entries: readonly Entry[], typed: string): Entry[] => {
  const typedWords = foldText(typed).split(/\s+/).filter(Boolean);
  if (typedWords.length === 0) return [...entries];
  return entries
    .map((entry) => {
      const fits = typedWords.map((word) => scoreOf(word, entry));
      return { entry, score: fits.includes(0) ? 0 : fits.reduce((sum, value) => sum + value, 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
};
