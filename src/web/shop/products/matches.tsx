import { createContext, use } from 'react';
import { splitAtMatches } from '#domain/highlight.ts';

/** The words that a list was searched for, in any case. A context, so that a keystroke draws texts and not cards. */
export const SearchedWords = createContext<readonly string[]>([]);

/** A single letter is everywhere. */
const SHORTEST = 2;

/** The words to highlight for a search: its whole text, which is what products contain. */
export const wordsOfSearch = (search: string): readonly string[] => {
  const text = search.trim();
  return text.length < SHORTEST ? [] : [text];
};

/** A text in which the searched words are highlighted (behavior 5.3). */
export const Marked = ({ text }: { text: string }) => {
  const words = use(SearchedWords);
  if (words.length === 0) return text;
  return splitAtMatches(text, words).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  );
};
