import { createContext, use } from 'react';
import { type Marks, NO_MARKS, splitAtMatches } from '#domain/highlight.ts';

/** The marks in the products of a list. A context, so that a keystroke draws texts and not cards. */
export const SearchMarks = createContext<Marks>(NO_MARKS);

/** A text in which the matches of the search are marked (behavior 5.3). */
export const Marked = ({ text }: { text: string }) => {
  const marks = use(SearchMarks);
  if (marks === NO_MARKS) return text;
  return splitAtMatches(text, marks).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  );
};

/** Marks a text in the suggestions, which are many short texts: the letters are stronger, without a color. */
export const QUIET_MARKS = '[&_mark]:bg-transparent [&_mark]:shadow-none [&_mark]:font-bold [&_mark]:text-text';
