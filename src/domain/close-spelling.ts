/** Words up to this length may have one letter that differs, longer ones two. */
const SHORT_WORD = 5;
/** Shorter words are close to too many others. */
const SHORTEST_WORD = 3;

const ONLY_LETTERS = /^\p{L}+$/u;

/**
 * Returns whether two words differ by at most so many letters: one that is missing, one too many, a different one, or
 * two neighbors that changed places.
 */
export const differAtMost = (a: string, b: string, most: number): boolean => {
  if (Math.abs(a.length - b.length) > most) return false;
  // Rows of the edit distance: two before, one before, and this one.
  let earlier: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let steps = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (isSame ? 0 : 1));
      const haveSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (haveSwapped) steps = Math.min(steps, earlier[j - 2]! + 1);
      row.push(steps);
      smallest = Math.min(smallest, steps);
    }
    if (smallest > most) return false;
    earlier = before;
    before = row;
  }
  return before[b.length]! <= most;
};

/**
 * Returns whether a word is a close spelling of a searched one: one letter off in words up to 5 letters, two in longer
 * ones (behavior 5.19). Numbers and very short words have to be exact.
 */
export const isCloseSpelling = (searched: string, word: string): boolean =>
  searched !== word &&
  searched.length >= SHORTEST_WORD &&
  ONLY_LETTERS.test(searched) &&
  differAtMost(searched, word, searched.length <= SHORT_WORD ? 1 : 2);
