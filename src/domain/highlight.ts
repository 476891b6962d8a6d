/** A part of a text, and whether it is what was searched. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text at the places where it contains one of these words, ignoring case. The longest word counts. */
export const splitAtMatches = (text: string, words: readonly string[]): TextPart[] => {
  const lower = text.toLowerCase();
  const needles = words.map((word) => word.toLowerCase());
  // In a few scripts lower case has another length. Then the places would not fit.
  if (lower.length !== text.length) return [{ text, isMatch: false }];
  const parts: TextPart[] = [];
  let rest = 0;
  let at = 0;
  while (at < text.length) {
    const length = Math.max(0, ...needles.filter((needle) => lower.startsWith(needle, at)).map((each) => each.length));
    if (length === 0) {
      at += 1;
      continue;
    }
    if (at > rest) parts.push({ text: text.slice(rest, at), isMatch: false });
    parts.push({ text: text.slice(at, at + length), isMatch: true });
    at += length;
    rest = at;
  }
  if (rest < text.length) parts.push({ text: text.slice(rest), isMatch: false });
  return parts;
};
