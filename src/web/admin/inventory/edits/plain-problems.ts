/** The problems of fields under the rules of a file, with the text for a person. */
const PLAIN: readonly (readonly [field: RegExp, problem: RegExp, text: string])[] = [
  [/^qty$/, /^must be a whole number/, 'Enter a whole number of pieces, such as 24.'],
  [/^price$/, /^must be a number/, 'Enter a price in dollars, such as 18.50.'],
  [/^tested$/, /^is missing/, 'A lab result needs the day of its test.'],
  [/^tiers$/, /as "from"$/, 'A lower price begins at 2 or more whole pieces.'],
  [/^tiers$/, /in ascending order/, 'Each line needs more pieces than the one above it.'],
  [/^tiers$/, /as "price"$/, 'Each line needs a price in dollars, such as 15.'],
  [/^tiers$/, /below the item's own, (\S+)$/, 'Each price has to be below that of one piece, $1.'],
  [/^tiers$/, /at most (\d+) entries$/, 'There can be at most $1 lines.'],
];

/** A problem of a field in plain words: "qty", "must be a whole number of 0 or more" is a sentence for a person. */
export const plainProblem = (field: string, problem: string): string => {
  for (const [of, found, text] of PLAIN) {
    const match = of.test(field) ? found.exec(problem) : null;
    if (match) return text.replace('$1', match[1] ?? '');
  }
  return `${field.charAt(0).toUpperCase()}${field.slice(1)} ${problem}`;
};
