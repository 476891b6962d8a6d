/* All in rem. The widths are estimated from the number of letters: measuring them would lay out every card twice. */
const LETTER = 0.42;
const PADDING = 1.375;
const GAP = 0.375;
/** The chip "+3". */
const MORE = 2.5 + GAP;

const widthOf = (name: string): number => name.length * LETTER + PADDING;

/**
 * Returns the places of the names that fit as chips into `room` (in rem), next to a chip that counts the others. The
 * chosen one is always among them. Fewer than two of several are no choice: then it returns null.
 */
export const fittingChips = (names: readonly string[], chosen: number, room: number): number[] | null => {
  const widthOfAll = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + widthOf(names[place]!) + GAP, -GAP);
  const all = names.map((_, place) => place);
  if (widthOfAll(all) <= room) return all;
  for (let count = names.length - 1; count >= 2; count -= 1) {
    const first = all.slice(0, count);
    const fitting = first.includes(chosen) ? first : [...first.slice(0, -1), chosen];
    if (widthOfAll(fitting) + MORE <= room) return fitting;
  }
  return null;
};
