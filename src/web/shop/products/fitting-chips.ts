/* All in rem. The widths are estimated from the number of letters: measuring them would lay out every card twice. */
const LETTER = 0.42;
const PADDING = 1.375;
const GAP = 0.375;
/** The chip "+3". */
const MORE = 2.5 + GAP;

const widthOf = (name: string): number => name.length * LETTER + PADDING;

/**
 * Returns how many of the names cannot be seen at once as chips in `room` (in rem), next to a chip that counts them. At
 * least one can be.
 */
export const hiddenChips = (names: readonly string[], room: number): number => {
  const widthOfFirst = (count: number) => names.slice(0, count).reduce((sum, name) => sum + widthOf(name) + GAP, -GAP);
  if (names.length <= 1 || widthOfFirst(names.length) <= room) return 0;
  let seen = names.length - 1;
  while (seen > 1 && widthOfFirst(seen) + MORE > room) seen -= 1;
  return names.length - seen;
};
